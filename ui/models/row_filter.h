// The filter box: `buffered level=32 config=A rule=burst timeout`: every word must hold.
#pragma once

#include <QString>
#include <optional>
#include <stop_token>
#include <vector>

#include "ui/models/rows_snapshot.h"

namespace plumbline {

/// Words: a verdict; excluded, never-happened, kept, noted, flagged, warm-up, cool-down; config=, load= (or level=),
/// rule=, source=; any other text is looked for in id, error and source. Quotes hold a text with spaces together; a
/// minus before a word turns it round. Case never matters.
class RowFilter {
public:
    RowFilter() = default;
    explicit RowFilter(const QString& text);
    bool isEmpty() const { return m_terms.empty(); }
    bool accepts(const RowsSnapshot& snapshot, RowIndex row) const;

private:
    enum class Kind { verdict, place, decided, flagged, configuration, load, rule, source, text };
    struct Term {
        Kind kind = Kind::text;
        bool negated = false;
        QString text;
        Verdict verdict{};
        Place place{};
        DecisionKind decision{};
        std::optional<double> number;
    };
    static Term term(const QString& word);
    static bool holds(const Term& term, const RowsSnapshot& snapshot, RowIndex row);
    std::vector<Term> m_terms;
};

}  // namespace plumbline
