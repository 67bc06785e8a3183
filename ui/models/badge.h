// Small badges of word and colour, the word first: verdicts, severities, decisions.
#pragma once

#include <QString>

#include "core/judge/judge.h"
#include "core/measure/classify.h"

namespace plumbline {

enum class Tone { none, calm, good, caution, bad, muted };

Tone toneOf(Verdict verdict);
Tone toneOf(Severity severity);
Tone toneOf(DecisionKind kind);
QString words(DecisionKind kind);         ///< "keep", "excluded", "note"
QString words(const Decision& decision);  ///< the same, or "never happened"
QString words(Place place);               ///< "", "excluded", "never happened", "warm-up", "cool-down"

}  // namespace plumbline
