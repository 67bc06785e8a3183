#include "ui/models/row_filter.h"

#include <QRegularExpression>
#include <algorithm>

#include "ui/session/lookup.h"

namespace plumbline {
namespace {

bool contains(const std::string& text, const QString& part) { return qText(text).contains(part, Qt::CaseInsensitive); }

std::optional<Verdict> parseVerdict(const QString& word) {
    for (std::size_t i = 0; i < verdictCount; ++i) {
        const std::string_view called = name(static_cast<Verdict>(i));
        if (word == qText(called)) return static_cast<Verdict>(i);
    }
    return {};
}

bool ofConfiguration(const RowsSnapshot& snapshot, RowIndex row, const QString& wanted) {
    const auto place = snapshot.levelOf(row);
    return place && contains(snapshot.shown.figures->configurations[place->configuration].name, wanted);
}

bool ofLoad(const RowsSnapshot& snapshot, RowIndex row, const std::optional<double>& value, const QString& word) {
    const auto place = snapshot.levelOf(row);
    const Load load = place ? levelAt(*snapshot.shown.figures, *place).load : runOf(snapshot.data(), row).info.load;
    return value ? load.value == *value : contains(text(load), word);
}

bool ofText(const RowsSnapshot& snapshot, RowIndex row, const QString& wanted) {
    const Dataset& data = snapshot.data();
    return contains(data.strings[data.rows.id[at(row)]], wanted) ||
           contains(data.strings[data.rows.error[at(row)]], wanted) || contains(fileOf(data, row).path, wanted);
}

}  // namespace

RowFilter::RowFilter(const QString& text) {
    static const QRegularExpression words(QString::fromLatin1("(-?(?:\\w+=)?)(?:\"([^\"]*)\"?|(\\S+))"));
    for (auto match = words.globalMatch(text); match.hasNext();) {
        const auto found = match.next();
        const QString word = found.captured(1) + (found.captured(3).isEmpty() ? found.captured(2) : found.captured(3));
        if (word != QLatin1String("-") && !word.isEmpty()) m_terms.push_back(term(word.toLower()));
    }
}

RowFilter::Term RowFilter::term(const QString& word) {
    Term out;
    out.negated = word.startsWith(QLatin1Char('-'));
    const QString rest = out.negated ? word.mid(1) : word;
    const auto equals = rest.indexOf(QLatin1Char('='));
    const QString key = rest.left(std::max<qsizetype>(equals, 0));
    const auto with = [&](Kind kind, const QString& value) {
        out.kind = kind;
        out.text = value;
        return out;
    };
    if (key == QLatin1String("config") || key == QLatin1String("configuration"))
        return with(Kind::configuration, rest.mid(equals + 1));
    if (key == QLatin1String("rule")) return with(Kind::rule, rest.mid(equals + 1));
    if (key == QLatin1String("source")) return with(Kind::source, rest.mid(equals + 1));
    if (key == QLatin1String("load") || key == QLatin1String("level")) {
        bool ok = false;
        const double value = rest.mid(equals + 1).toDouble(&ok);
        if (ok) out.number = value;
        return with(Kind::load, rest.mid(equals + 1));
    }
    if (const auto verdict = parseVerdict(rest)) {
        out.verdict = *verdict;
        return with(Kind::verdict, rest);
    }
    if (rest == QLatin1String("flagged") || rest == QLatin1String("suspicious")) return with(Kind::flagged, rest);
    for (const auto& [called, place] : {std::pair{"excluded", Place::excluded},
                                        {"never-happened", Place::neverHappened},
                                        {"warm-up", Place::warmup},
                                        {"cool-down", Place::cooldown}})
        if (rest == QLatin1String(called)) {
            out.place = place;
            return with(Kind::place, rest);
        }
    for (const auto& [called, kind] : {std::pair{"kept", DecisionKind::keep}, std::pair{"noted", DecisionKind::note}})
        if (rest == QLatin1String(called)) {
            out.decision = kind;
            return with(Kind::decided, rest);
        }
    return with(Kind::text, rest);
}

bool RowFilter::holds(const Term& term, const RowsSnapshot& snapshot, RowIndex row) {
    const Figures& figures = *snapshot.shown.figures;
    switch (term.kind) {
        case Kind::verdict:
            return (*figures.verdicts)[at(row)] == term.verdict;
        case Kind::place:
            if (term.place == Place::excluded) return isExcluded((*figures.places)[at(row)]);
            return (*figures.places)[at(row)] == term.place;
        case Kind::decided: {
            const Decision* decision = snapshot.decisionOn(row);
            return decision && (decision->kind == term.decision ||
                                (term.decision == DecisionKind::note && !decision->note.empty()));
        }
        case Kind::flagged:
            return !snapshot.flagsOf(row).empty();
        case Kind::configuration:
            return ofConfiguration(snapshot, row, term.text);
        case Kind::load:
            return ofLoad(snapshot, row, term.number, term.text);
        case Kind::rule:
            return std::ranges::any_of(snapshot.flagsOf(row),
                                       [&](const Suspicious& flag) { return contains(flag.rule, term.text); });
        case Kind::source:
            return contains(fileOf(snapshot.data(), row).path, term.text);
        case Kind::text:
            return ofText(snapshot, row, term.text);
    }
    return false;
}

bool RowFilter::accepts(const RowsSnapshot& snapshot, RowIndex row) const {
    return std::ranges::all_of(m_terms, [&](const Term& term) { return holds(term, snapshot, row) != term.negated; });
}

}  // namespace plumbline
