// Gaps read from the workspace when they are asked for.
#pragma once

#include <memory>

#include "core/store/location.h"
#include "core/trace/dataset.h"

namespace plumbline {

/// Opens a connection of its own for each visit, so that any thread may ask while others do.
class StoredGaps : public GapSource {
public:
    explicit StoredGaps(std::shared_ptr<const Location> location) : m_location(std::move(location)) {}
    /// The Dataset that owns this; its store ids tell which gaps are whose. Given once, before anybody asks.
    void belongTo(const std::shared_ptr<const Dataset>& data) { m_data = data; }

    Result<void> visit(std::span<const RowIndex> rows,
                       const std::function<void(std::size_t, std::span<const Nanoseconds>)>& visit,
                       std::stop_token stop = {}) const override;

private:
    std::shared_ptr<const Location> m_location;
    std::weak_ptr<const Dataset> m_data;  ///< weak: it owns this
};

}  // namespace plumbline
