#include "core/store/schema.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "core/store/schema_version_1.h"
#include "core/store/schema_version_2.h"
#include "core/store/schema_version_3.h"

namespace plumbline {
namespace {

// 16 KiB: gaps of a request are 1 to 8 KB, and lie on one page or in a short chain (measured against 4 and 32 KiB).
constexpr int pageBytes = 16'384;
constexpr int cacheKibibytes = 65'536;

const std::array<Migration, workspaceVersion> allMigrations = {
    [](Connection& connection) { connection.run(schemaVersion1); },
    [](Connection& connection) { connection.run(schemaVersion2); },
    [](Connection& connection) { connection.run(schemaVersion3); },
};

Error newerVersion(const std::string& path, std::int64_t version, std::size_t known) {
    return {
        ErrorKind::workspace,
        fmt::format("a newer Plumbline wrote this workspace (version {}; this one reads up to {}).", version, known),
        path, "Open it with that Plumbline, or update this one."};
}

Error olderVersion(const std::string& path, std::int64_t version) {
    return {ErrorKind::workspace,
            fmt::format("this workspace is of an older version ({}) and can't be brought up to date here, where it may "
                        "not be written.",
                        version),
            path, "Copy it to a folder of your own and open the copy."};
}

Error noWorkspace(const std::string& path) {
    return {ErrorKind::workspace, "this file is no Plumbline workspace.", path,
            "Choose a .plumb file; a result file is imported into one."};
}

}  // namespace

std::span<const Migration> migrations() { return allMigrations; }

void configure(Connection& connection) {
    connection.run("PRAGMA foreign_keys = ON");
    connection.run("PRAGMA synchronous = NORMAL");
    connection.run(fmt::format("PRAGMA cache_size = -{}", cacheKibibytes));
    connection.run("PRAGMA temp_store = MEMORY");
}

bool isBlank(Connection& connection) {
    return connection.number("SELECT count(*) FROM sqlite_schema") == 0 &&
           connection.number("PRAGMA application_id") == 0 && connection.number("PRAGMA user_version") == 0 &&
           !connection.failed();
}

// The schema is written before WAL mode begins, so that the file itself carries the mark from the first moment on.
Result<void> createSchema(Connection& connection) {
    connection.run(fmt::format("PRAGMA page_size = {}", pageBytes));
    Transaction transaction(connection);
    if (!isBlank(connection)) return connection.check();  // another process was first
    connection.run(fmt::format("PRAGMA application_id = {}", applicationId));
    for (const Migration& step : migrations()) step(connection);
    connection.run(fmt::format("PRAGMA user_version = {}", migrations().size()));
    return transaction.commit();
}

// All steps are one transaction: the workspace is of the old version or of the new one. The version is asked again
// inside of it, for two windows may open the same old workspace at once.
Result<void> migrate(Connection& connection, const std::string& path, std::span<const Migration> steps) {
    const auto mark = connection.number("PRAGMA application_id");
    auto version = connection.number("PRAGMA user_version");
    const bool reads = connection.readOnly() || connection.number("PRAGMA query_only") != 0;
    if (auto readable = connection.check(); !readable) return readable;
    if (mark != applicationId || version < 1) return Unexpected{noWorkspace(path)};
    const auto last = static_cast<std::int64_t>(steps.size());
    if (version > last) return Unexpected{newerVersion(path, version, steps.size())};
    if (version < last && reads) return Unexpected{olderVersion(path, version)};
    if (version < last) {
        Transaction transaction(connection);
        version = connection.number("PRAGMA user_version");
        for (; version < last; ++version) steps[static_cast<std::size_t>(version)](connection);
        connection.run(fmt::format("PRAGMA user_version = {}", last));
        if (auto done = transaction.commit(); !done) return done;
    }
    if (!reads) connection.run("PRAGMA journal_mode = WAL");
    return connection.check();
}

bool hasApplicationId(const std::string& path) {
    // A pipe would be waited for, and what is read from it is gone.
    std::error_code failure;
    if (!std::filesystem::is_regular_file(path, failure)) return false;
    // The database header: its first 16 bytes, and the application_id at byte 68, big-endian.
    // https://www.sqlite.org/fileformat.html
    std::array<char, 72> header{};
    std::ifstream file(path, std::ios::binary);
    if (!file.read(header.data(), static_cast<std::streamsize>(header.size()))) return false;
    if (std::string_view(header.data(), 16) != std::string_view("SQLite format 3\0", 16)) return false;
    std::uint32_t mark = 0;
    for (std::size_t byte = 68; byte < 72; ++byte) mark = mark << 8 | static_cast<unsigned char>(header[byte]);
    return mark == applicationId;
}

}  // namespace plumbline
