#include "ui/models/row_table.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "core/measure/metric.h"
#include "ui/models/badge.h"
#include "ui/models/cell_text.h"
#include "ui/models/model_text.h"

namespace plumbline {
namespace {

using models::tr;

using Number = std::optional<double>;

Number known(Nanoseconds time) { return isKnown(time) ? Number(seconds(time)) : std::nullopt; }
Number known(Count count) { return isKnown(count) ? Number(count) : std::nullopt; }

template <auto Member>
Number raw(const RowView& view) {
    return known((view.columns().*Member)[view.position()]);
}
template <auto Member>
Number figure(const RowView& view) {
    return view.figures.*Member;
}

QString pooled(const RowView& view, std::uint32_t number) { return qText(view.snapshot.data().strings[number]); }

QString sourceWords(const RowView& v) { return shortPath(qText(fileOf(v.snapshot.data(), v.row).path)); }
Number recordNumber(const RowView& v) { return static_cast<double>(v.columns().record[v.position()]); }
Number lineNumber(const RowView& v) {
    const auto line = v.columns().line[v.position()];
    return line > 0 ? Number(static_cast<double>(line)) : std::nullopt;
}
QString idWords(const RowView& v) { return pooled(v, v.columns().id[v.position()]); }
QString loadWords(const RowView& v) {
    const auto place = v.snapshot.levelOf(v.row);
    return qText(
        text(place ? levelAt(*v.snapshot.shown.figures, *place).load : runOf(v.snapshot.data(), v.row).info.load));
}
QString configurationWords(const RowView& v) {
    const auto place = v.snapshot.levelOf(v.row);
    return place ? qText(v.snapshot.shown.figures->configurations[place->configuration].name) : QString();
}
Number runNumber(const RowView& v) { return static_cast<double>(at(v.columns().run[v.position()]) + 1); }
QString kindWords(const RowView& v) { return qText(name(v.figures.firstKind)); }
QString basisWords(const RowView& v) { return qText(name(v.figures.rateBasis)); }
QString verdictWords(const RowView& v) { return qText(name(v.figures.verdict)); }
QString reasonWords(const RowView& v) {
    QString said = qText(v.figures.reason);
    const QString error = pooled(v, v.columns().error[v.position()]);
    if (!error.isEmpty()) said += (said.isEmpty() ? QString() : QStringLiteral("; ")) + error.left(200).simplified();
    return said;
}
QString placeWords(const RowView& v) {
    const Decision* decision = v.snapshot.decisionOn(v.row);
    if (decision && v.figures.place == Place::in) return words(decision->kind);
    return words(v.figures.place);
}
QString noteWords(const RowView& v) {
    const Decision* decision = v.snapshot.decisionOn(v.row);
    return decision ? qText(decision->note) : QString();
}
QString flagWords(const RowView& v) {
    QStringList rules;
    for (const Suspicious& flag : v.snapshot.flagsOf(v.row)) rules << qText(flag.rule);
    return rules.join(QStringLiteral(", "));
}

RowTableColumn ofMetric(const char* id, RowMetric metric, Number (*number)(const RowView&)) {
    const MetricEntry& of = entry(metric);
    return {id,  qText(of.label) + QStringLiteral(", ") + qText(of.unit), qText(of.formula), of.scale, number, nullptr,
            true};
}
RowTableColumn milliseconds(const char* id, const char* title, const char* tip, Number (*number)(const RowView&)) {
    return {id, tr(title) + QStringLiteral(", ms"), tr(tip), 1000, number, nullptr, false};
}
RowTableColumn plainNumber(const char* id, const char* title, const char* tip, Number (*number)(const RowView&)) {
    return {id, tr(title), tr(tip), 1, number, nullptr, false};
}
RowTableColumn inWords(const char* id, const char* title, const char* tip, QString (*words)(const RowView&),
                       bool needsFigures) {
    return {id, tr(title), tr(tip), 1, nullptr, words, needsFigures};
}

std::vector<RowTableColumn> table() {
    const char* fromStart = QT_TR_NOOP("from the start of the request");
    return {
        plainNumber("record", QT_TR_NOOP("record"), QT_TR_NOOP("position in the file, from 0"), recordNumber),
        inWords("id", QT_TR_NOOP("id"), QT_TR_NOOP("the harness's own request id"), idWords, false),
        inWords("configuration", QT_TR_NOOP("configuration"), "", configurationWords, false),
        inWords("load", QT_TR_NOOP("load"), QT_TR_NOOP("what the load generator kept up"), loadWords, false),
        inWords("verdict", QT_TR_NOOP("verdict"), QT_TR_NOOP("what the row is under these cutoffs"), verdictWords,
                true),
        inWords("place", QT_TR_NOOP("decision"), QT_TR_NOOP("what a reviewer said, or why it is out"), placeWords,
                true),
        ofMetric("rate", RowMetric::rate, figure<&RowFigures::rate>),
        inWords("metric", QT_TR_NOOP("metric used"), QT_TR_NOOP("which rate stands beside"), basisWords, true),
        ofMetric("ttft", RowMetric::ttft, figure<&RowFigures::ttft>),
        ofMetric("tpot", RowMetric::tpot, figure<&RowFigures::tpot>),
        ofMetric("e2e", RowMetric::e2e, figure<&RowFigures::e2e>),
        inWords("reason", QT_TR_NOOP("reason"), QT_TR_NOOP("the rule that fired, with its numbers"), reasonWords, true),
        inWords("flags", QT_TR_NOOP("flags"), QT_TR_NOOP("rules that find the row suspicious"), flagWords, false),
        plainNumber("start", QT_TR_NOOP("start"), QT_TR_NOOP("sent, on the source's clock (UTC, or s)"),
                    raw<&Columns::start>),
        milliseconds("headers", QT_TR_NOOP("headers"), fromStart, raw<&Columns::headers>),
        milliseconds("first_byte", QT_TR_NOOP("first byte"), fromStart, raw<&Columns::firstByte>),
        milliseconds("first_reasoning", QT_TR_NOOP("first reasoning"), fromStart, raw<&Columns::firstReasoning>),
        milliseconds("first_token", QT_TR_NOOP("first token"), QT_TR_NOOP("the harness's own first-token event"),
                     raw<&Columns::firstToken>),
        inWords("kind", QT_TR_NOOP("first is"), QT_TR_NOOP("which event the first token taken is"), kindWords, true),
        milliseconds("first_content", QT_TR_NOOP("first content"), fromStart, raw<&Columns::firstContent>),
        milliseconds("last_content", QT_TR_NOOP("last content"), fromStart, raw<&Columns::lastContent>),
        milliseconds("end", QT_TR_NOOP("end"), QT_TR_NOOP("response complete, from the start of the request"),
                     raw<&Columns::end>),
        plainNumber("chunks", QT_TR_NOOP("chunks"), QT_TR_NOOP("data chunks that carried text"), raw<&Columns::chunks>),
        plainNumber("prompt", QT_TR_NOOP("prompt"), QT_TR_NOOP("prompt tokens"), raw<&Columns::promptTokens>),
        plainNumber("output", QT_TR_NOOP("output"), QT_TR_NOOP("output tokens, reasoning included"),
                    raw<&Columns::outputTokens>),
        plainNumber("reasoning", QT_TR_NOOP("reasoning"), QT_TR_NOOP("reasoning tokens"),
                    raw<&Columns::reasoningTokens>),
        plainNumber("run", QT_TR_NOOP("run"), QT_TR_NOOP("one recorded object at one load"), runNumber),
        inWords("note", QT_TR_NOOP("note"), QT_TR_NOOP("a reviewer's note"), noteWords, false),
        inWords("source", QT_TR_NOOP("source"), QT_TR_NOOP("file the row was read from"), sourceWords, false),
        plainNumber("line", QT_TR_NOOP("line"), QT_TR_NOOP("line of the file, from 1, where it has lines"), lineNumber),
    };
}

bool isOnEpochClock(const RowView& view) { return sourceOf(view.snapshot.data(), view.row).boundary.clock == "epoch"; }

}  // namespace

std::span<const RowTableColumn> rowTable() {
    static const std::vector<RowTableColumn> columns = table();
    return columns;
}

std::size_t rowTablePosition(std::string_view id) {
    const auto found = std::ranges::find_if(rowTable(), [&](const RowTableColumn& column) { return column.id == id; });
    assert(found != rowTable().end());
    return static_cast<std::size_t>(found - rowTable().begin());
}

QString cellText(const RowTableColumn& column, const RowView& view) {
    if (column.words) return column.words(view);
    if (std::string_view(column.id) == "start")
        return cellStart(view.columns().start[view.position()], isOnEpochClock(view));
    return cellNumber(column.number(view), column.scale);
}

}  // namespace plumbline
