#include "ui/models/badge.h"

#include "ui/models/model_text.h"

namespace plumbline {

using models::tr;

Tone toneOf(Verdict verdict) {
    switch (verdict) {
        case Verdict::streamed:
            return Tone::good;
        case Verdict::shortOutput:
            return Tone::calm;
        case Verdict::buffered:
        case Verdict::unobservable:
            return Tone::caution;
        case Verdict::error:
        case Verdict::empty:
        case Verdict::incomplete:
            return Tone::bad;
        case Verdict::cancelled:
            return Tone::muted;
    }
    return Tone::none;
}

Tone toneOf(Severity severity) {
    switch (severity) {
        case Severity::wrong:
            return Tone::bad;
        case Severity::doubtful:
            return Tone::caution;
        case Severity::note:
            return Tone::calm;
    }
    return Tone::none;
}

Tone toneOf(DecisionKind kind) {
    switch (kind) {
        case DecisionKind::keep:
            return Tone::good;
        case DecisionKind::exclude:
            return Tone::bad;
        case DecisionKind::note:
            return Tone::calm;
    }
    return Tone::none;
}

QString words(DecisionKind kind) {
    switch (kind) {
        case DecisionKind::keep:
            return tr("keep");
        case DecisionKind::exclude:
            return tr("excluded");
        case DecisionKind::note:
            return tr("note");
    }
    return {};
}

QString words(const Decision& decision) { return decision.neverHappened ? tr("never happened") : words(decision.kind); }

QString words(Place place) {
    switch (place) {
        case Place::in:
            return {};
        case Place::excluded:
            return tr("excluded");
        case Place::neverHappened:
            return tr("never happened");
        case Place::warmup:
            return tr("warm-up");
        case Place::cooldown:
            return tr("cool-down");
    }
    return {};
}

}  // namespace plumbline
