// All columns of a Dataset in one place, so that reserving, ordering and checking can't forget one.
#pragma once

#include "core/trace/dataset.h"

namespace plumbline {

/// Calls f with each column of rows.
template <class Rows, class F>
void forEachColumn(Rows& rows, F f) {
    const auto each = [&f](auto&... column) { (f(column), ...); };
    each(rows.scheduled, rows.start, rows.headers, rows.firstByte, rows.firstReasoning, rows.firstContent,
         rows.firstToken, rows.lastContent, rows.end, rows.queue, rows.firstTokenKind);
    each(rows.chunks, rows.promptTokens, rows.cachedTokens, rows.outputTokens, rows.reasoningTokens,
         rows.otherOutputTokens, rows.firstChunkTokens, rows.maxTokens, rows.turn, rows.tokenSource, rows.gapBasis);
    each(rows.gapCount, rows.gapSum, rows.gapLargest, rows.gapFirst, rows.gapMedian, rows.gapsLate, rows.gapsTiny);
    each(rows.status, rows.phase, rows.deliberate, rows.repeat, rows.promptKey, rows.prefixKey, rows.id, rows.finish,
         rows.error, rows.session, rows.record, rows.line, rows.byte, rows.storeId, rows.run);
}

}  // namespace plumbline
