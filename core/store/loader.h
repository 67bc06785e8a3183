// The workspace's rows as a Dataset.
#pragma once

#include <memory>
#include <stop_token>

#include "core/sqlite/sqlite.h"
#include "core/store/location.h"
#include "core/trace/dataset.h"

namespace plumbline {

/// Errors: workspace; cancelled. An empty workspace gives a Dataset of nothing.
Result<std::shared_ptr<const Dataset>> loadDataset(Connection& connection, std::shared_ptr<const Location> location,
                                                   const std::stop_token& stop);

}  // namespace plumbline
