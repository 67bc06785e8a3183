// A whole read of one file with one reader, what its packing lost included.
#pragma once

#include "core/ingest/reader.h"

namespace plumbline {

/// As the reader's own read(), but where the packing of the file is damaged (cut off, bad checksum, text that ends
/// inside a character, YAML that breaks off), what is good before that is kept: the damage becomes a last rejected
/// record and a diagnostic "damaged". Where the reader finds nothing in what is good, the error names the damage.
Result<ReadOutcome> readFile(const Reader& reader, ReadInput input, RowSink& sink);

}  // namespace plumbline
