// From figures to what can be said against them: the second of the two doors.
#pragma once

#include <functional>
#include <span>
#include <stop_token>

#include "core/judge/judgement.h"

namespace plumbline {

/// Called from within judge(), on its thread.
struct JudgeSinks {
    std::function<void(double)> progress;  ///< share of the work done
    /// Everything but the sensitivity and what is found in it: seconds before the whole, at a million rows.
    std::function<void(const Judgement&)> first;
};

/// The whole, the same to the bit whoever listens.
Judgement judge(const Dataset& data, const Settings& settings, const Figures& figures, std::stop_token stop = {},
                const JudgeSinks& sinks = {});

// Registries, one entry a rule or a finding, in the order of the documentation.
std::span<const CheckEntry> findingRegistry();
std::span<const CheckEntry> ruleRegistry();

}  // namespace plumbline
