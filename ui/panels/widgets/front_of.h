// The Pareto front of what is shown, worked out by a job; the curve and the panel of the front ask for it alike.
#pragma once

#include "core/judge/compare/pareto.h"
#include "ui/session/analyst.h"
#include "ui/session/lazy_result.h"

namespace plumbline {

struct FrontOf {
    Shown shown;
    std::shared_ptr<const Judgement> judgement;
    Quantity x, y;
    bool operator==(const FrontOf& other) const {
        return shown.figures == other.shown.figures && shown.settings.hidden == other.shown.settings.hidden &&
               judgement == other.judgement && x == other.x && y == other.y;
    }
};

using LazyFront = LazyResult<FrontOf, Front>;

inline void askFor(LazyFront& front, FrontOf of) {
    front.ask(std::move(of), [](const FrontOf& key, const std::stop_token&) {
        return paretoFront(key.shown.settings, *key.shown.figures, *key.judgement, key.x, key.y);
    });
}

}  // namespace plumbline
