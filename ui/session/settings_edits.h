// What a person's acts make of Settings: each takes the old value and gives the new one, nothing is changed in place.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/judge/judge.h"
#include "core/measure/settings.h"
#include "core/trace/dataset.h"

namespace plumbline {

/// All sources of `ids` in the first of them, which keeps its name. Fewer than two: unchanged.
Settings merged(const Settings& settings, const std::vector<ConfigurationId>& ids);
/// Every source of the configuration a configuration of its own, the first keeping id, name and edits.
Settings splitBySource(const Settings& settings, ConfigurationId id);
/// Joins the configurations that hold the two sources.
Settings joined(const Settings& settings, SourceId a, SourceId b);
/// An empty name goes back to the one made from what differs.
Settings renamed(const Settings& settings, ConfigurationId id, const std::string& name);
/// Types a load for these runs.
Settings withTypedLoad(const Settings& settings, const Dataset& data, std::span<const RunIndex> runs, const Load& load);
/// Sets or (nothing) takes back an edit of a configuration's context. `json` is a JSON text.
Settings withEdit(const Settings& settings, ConfigurationId id, const std::string& key,
                  const std::optional<std::string>& json);
/// The threshold of the registry's entry of a finding or suspicious rule; nothing where it has none.
std::optional<double> defaultThreshold(const std::string& id);
/// A person's own threshold of a finding or rule; nothing, or the registry's own: back to the default.
Settings withThreshold(const Settings& settings, const std::string& id, std::optional<double> threshold);
Settings withShown(const Settings& settings, ConfigurationId id, bool shown);

/// Who decides what, and why.
struct Verdicting {
    DecisionKind kind = DecisionKind::keep;
    std::string reason, note, reviewer, at;
    bool neverHappened = false;  ///< of exclude
};
/// One decision a row: the newest stands. A note alone leaves the kind that was there.
Settings withDecisions(const Settings& settings, const Dataset& data, std::span<const RowIndex> rows,
                       const Verdicting& verdicting);
Settings withoutDecisions(const Settings& settings, const Dataset& data, std::span<const RowIndex> rows);

/// `base` with exactly the sources of `stored`: those it does not place go where `stored` puts them, beside the same
/// neighbours, else into a configuration of their own; those that are gone are taken out, and empty configurations
/// with them.
Grouping adopted(const Grouping& base, const Grouping& stored);

/// Decisions whose file is not there any more, as those that the store has carried over to its new version: `stored`
/// holds the same decision, for a file that is there. All others, and a null list, stay as they are.
std::shared_ptr<const std::vector<Decision>> carriedOver(const std::shared_ptr<const std::vector<Decision>>& decisions,
                                                         const std::shared_ptr<const std::vector<Decision>>& stored,
                                                         const Dataset& data);

}  // namespace plumbline
