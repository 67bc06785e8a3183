// Grouping source after source: what is known of the configurations is kept, so that the thousandth file is not
// compared with all the others.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/group/grouping.h"

namespace plumbline {

class SourceGrouper {
public:
    /// `known` describes the sources of `existing`; what it does not describe is compared with nobody. `paths` are
    /// those (pathOfRun) of the files to come: words of paths are told apart by all there are.
    SourceGrouper(const Grouping& existing, const std::vector<GroupingCandidate>& known,
                  std::vector<std::string> paths = {});
    SourceGrouper(SourceGrouper&&) noexcept;
    SourceGrouper& operator=(SourceGrouper&&) noexcept;
    ~SourceGrouper();

    struct Place {
        ConfigurationId configuration{};
        bool isNew = false;        ///< the configuration was made for it
        std::size_t position = 0;  ///< among the configuration's sources
        std::vector<OfferedJoin> offered;
    };
    /// Into the first configuration that it fits, else into one of its own. Nothing when it is placed already. Likely
    /// joins are offered with the first three configurations that they are likely with.
    std::optional<Place> place(const GroupingCandidate& candidate);
    /// Where somebody else has decided; nothing when it is placed already or there is no such configuration.
    std::optional<Place> placeIn(ConfigurationId configuration, const GroupingCandidate& candidate);
    /// Takes a source out; a configuration that it leaves empty goes too.
    void remove(SourceId source);
    std::optional<ConfigurationId> home(SourceId source) const;

    const Grouping& grouping() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace plumbline
