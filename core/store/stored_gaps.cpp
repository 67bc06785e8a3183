#include "core/store/stored_gaps.h"

#include <fmt/format.h>

#include <cassert>

#include "core/sqlite/sqlite.h"
#include "core/store/row_columns.h"
#include "core/store/schema.h"

namespace plumbline {
namespace {

constexpr std::size_t rowsBetweenStops = 256;

}  // namespace

Result<void> StoredGaps::visit(std::span<const RowIndex> rows,
                               const std::function<void(std::size_t, std::span<const Nanoseconds>)>& visit,
                               std::stop_token stop) const {
    const auto data = m_data.lock();
    assert(data);
    auto connection = Connection::open(m_location->path(), Connection::Mode::readWrite);
    if (!connection) return Unexpected{connection.error()};
    configure(*connection);
    Transaction reading(*connection, Transaction::Kind::read);
    auto lookUp = connection->prepare("SELECT ns FROM gaps WHERE request = ?");
    std::vector<Nanoseconds> gaps;
    for (std::size_t place = 0; place < rows.size(); ++place) {
        if (place % rowsBetweenStops == 0 && stop.stop_requested())
            return unexpected(ErrorKind::cancelled, "reading the gaps was stopped.", m_location->path());
        if (data->rows.gapCount[at(rows[place])] <= 0) continue;  // none, or not known
        if (!lookUp.with(data->rows.storeId[at(rows[place])]).next()) continue;
        const auto expected = static_cast<std::size_t>(data->rows.gapCount[at(rows[place])]);
        if (!takeGaps(lookUp.blob(0), gaps) || gaps.size() != expected)
            connection->damaged(fmt::format("the gaps of the request {} are not those that its figures are of",
                                            data->rows.storeId[at(rows[place])]));
        else
            visit(place, gaps);
    }
    lookUp.reset();
    return connection->check();
}

}  // namespace plumbline
