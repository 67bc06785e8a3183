#include "core/sqlite/sqlite.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <new>
#include <utility>

namespace plumbline {

struct ConnectionHandle {
    sqlite3* database = nullptr;
    std::string path;
    std::optional<Error> failure;
    bool foreign = false;  ///< no workspace of ours: failures are the file's
    std::stop_token stop;
    std::uint64_t imageBytes = 0;  ///< of a database in memory
    std::uint64_t operations = 0;  ///< of SQLite's machine, in the step at hand
    std::uint64_t mostOperations = 0, mostRows = 0;
    bool endless = false;  ///< the step at hand was ended for going on too long

    ConnectionHandle() = default;
    ConnectionHandle(const ConnectionHandle&) = delete;
    ConnectionHandle& operator=(const ConnectionHandle&) = delete;
    ~ConnectionHandle() { sqlite3_close_v2(database); }
};

namespace {

// A writer waits this long for another one: an import holds the workspace for the time of one file.
constexpr int patienceMilliseconds = 120'000;
constexpr int foreignPatienceMilliseconds = 2'000;
// A request with eight million gaps is longer than any harness keeps.
constexpr int longestValue = 64 << 20;
constexpr int operationsBetweenLooks = 10'000;
// What a step may take that looks at all of a file, with plenty of room; a row takes four bytes at least.
constexpr std::uint64_t operationsAtLeast = 10'000'000, operationsPerByte = 50;
constexpr std::uint64_t rowsAtLeast = 10'000, bytesPerRow = 4;

std::string hintFor(int code) {
    switch (code & 0xff) {
        case SQLITE_FULL:
            return "The disk is full: make room and try again.";
        case SQLITE_READONLY:
            return "The file or its folder can't be written: copy it to where you may write.";
        case SQLITE_BUSY:
            return "Another program is writing to it: try again when it has finished.";
        case SQLITE_CANTOPEN:
            return "Check that the folder exists and that you may read and write there.";
        case SQLITE_NOTADB:
            return "This file is no Plumbline workspace: choose a .plumb file.";
        case SQLITE_IOERR:  // the system's own word does not outlive the roll back
            return "Check the room on the disk and how large a file may be there, and try again.";
        case SQLITE_CORRUPT:
            return "The file is damaged: take a copy from a backup, or import the results again.";
        default:
            return {};
    }
}

Error endless(const ConnectionHandle& connection) {
    return {connection.foreign ? ErrorKind::format : ErrorKind::workspace,
            "The database is damaged: reading it finds no end.", connection.path,
            "Take a copy from a backup, or make it again."};
}

Error failureOf(const ConnectionHandle& connection, int code) {
    if (connection.endless) return endless(connection);
    const char* said = connection.database ? sqlite3_errmsg(connection.database) : sqlite3_errstr(code);
    if (connection.foreign)
        return {code == SQLITE_INTERRUPT ? ErrorKind::cancelled : ErrorKind::format,
                "The database can't be read: " + std::string(said) + ".", connection.path,
                code == SQLITE_BUSY ? "Another program is writing to it: try again when it has finished."
                                    : "Open it once with the program that wrote it, or take a fresh copy."};
    return {code == SQLITE_INTERRUPT ? ErrorKind::cancelled : ErrorKind::workspace,
            "the workspace can't be used: " + std::string(said) + ".", connection.path, hintFor(code)};
}

void stick(ConnectionHandle& connection, int code) {
    if (!connection.failure) connection.failure = failureOf(connection, code);
    connection.endless = false;
}

void measure(ConnectionHandle& connection) {
    std::uint64_t bytes = connection.imageBytes;
    for (const char* ending : {"", "-wal"}) {
        std::error_code missing;
        const auto size = std::filesystem::file_size(connection.path + ending, missing);
        if (!missing) bytes += size;
    }
    connection.mostOperations = operationsAtLeast + operationsPerByte * bytes;
    connection.mostRows = rowsAtLeast + bytes / bytesPerRow;
}

/// SQLite asks it now and then whether to end what runs.
int isToEnd(void* of) {
    ConnectionHandle& connection = *static_cast<ConnectionHandle*>(of);
    if (connection.stop.stop_requested()) return 1;
    connection.operations += operationsBetweenLooks;
    if (connection.operations > connection.mostOperations) measure(connection);  // it may have grown
    connection.endless = connection.operations > connection.mostOperations;
    return connection.endless ? 1 : 0;
}

void distrust(ConnectionHandle& connection) {
    constexpr std::array<std::pair<int, int>, 4> options{{{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                                          {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                                          {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                                          {SQLITE_DBCONFIG_ENABLE_VIEW, 0}}};
    for (const auto& [option, value] : options)
        sqlite3_db_config(connection.database, option, value, static_cast<int*>(nullptr));
    sqlite3_limit(connection.database, SQLITE_LIMIT_LENGTH, longestValue);
    measure(connection);
    sqlite3_progress_handler(connection.database, operationsBetweenLooks, isToEnd, &connection);
}

int openFlags(Connection::Mode mode) {
    switch (mode) {
        case Connection::Mode::readOnly:
            return SQLITE_OPEN_READONLY;
        case Connection::Mode::immutable:
            return SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
        case Connection::Mode::readWrite:
            return SQLITE_OPEN_READWRITE;
        case Connection::Mode::create:
            break;
    }
    return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
}

/// "file:/a%20b.plumb?immutable=1", https://www.sqlite.org/uri.html
std::string immutableUri(const std::string& path) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string out = "file:";
    for (const char each : path) {
        const auto byte = static_cast<unsigned char>(each);
        const bool plain = std::isalnum(byte) != 0 || each == '/' || each == '-' || each == '_' || each == '.';
        if (plain)
            out += each;
        else
            out.append({'%', digits[byte >> 4], digits[byte & 15]});
    }
    return out + "?immutable=1";
}

}  // namespace

Statement::Statement(ConnectionHandle* connection, sqlite3_stmt* statement)
    : m_connection(connection), m_statement(statement) {}

Statement::Statement(Statement&& other) noexcept
    : m_connection(other.m_connection), m_statement(std::exchange(other.m_statement, nullptr)), m_rows(other.m_rows) {}

Statement& Statement::operator=(Statement&& other) noexcept {
    std::swap(m_connection, other.m_connection);
    std::swap(m_statement, other.m_statement);
    std::swap(m_rows, other.m_rows);
    return *this;
}

Statement::~Statement() { sqlite3_finalize(m_statement); }

// sqlite3_bind_* of a statement that failed to prepare gives SQLITE_MISUSE; the failure is stuck already.
void Statement::put(int place, std::int64_t value) { sqlite3_bind_int64(m_statement, place, value); }
void Statement::put(int place, double value) { sqlite3_bind_double(m_statement, place, value); }
void Statement::put(int place, std::nullptr_t) { sqlite3_bind_null(m_statement, place); }

void Statement::put(int place, std::string_view text) {
    const char* data = text.data() ? text.data() : "";  // a null pointer would bind NULL
    sqlite3_bind_text64(m_statement, place, data, text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::put(int place, std::span<const std::byte> blob) {
    if (blob.empty())
        sqlite3_bind_zeroblob(m_statement, place, 0);
    else
        sqlite3_bind_blob64(m_statement, place, blob.data(), blob.size(), SQLITE_STATIC);
}

void Statement::put(int place, const Statement& from, int column) {
    sqlite3_bind_value(m_statement, place, sqlite3_column_value(from.m_statement, column));
}

bool Statement::next() {
    if (m_connection->failure || !m_statement) return false;
    if (++m_rows > m_connection->mostRows) measure(*m_connection);
    if (m_rows > m_connection->mostRows) {
        m_connection->failure = endless(*m_connection);
        return false;
    }
    m_connection->operations = 0;
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) stick(*m_connection, code);
    return false;
}

void Statement::run() {
    while (next()) {
    }
    reset();
}

bool Statement::attempt() {
    if (m_connection->failure || !m_statement) return false;
    m_connection->operations = 0;
    const int code = sqlite3_step(m_statement);
    const int kind = code & 0xff;
    if (code != SQLITE_DONE && kind != SQLITE_CONSTRAINT && kind != SQLITE_MISMATCH && kind != SQLITE_TOOBIG)
        stick(*m_connection, code);
    reset();
    return code == SQLITE_DONE;
}

void Statement::reset() {
    sqlite3_reset(m_statement);
    m_rows = 0;
}

bool Statement::isNull(int column) const { return sqlite3_column_type(m_statement, column) == SQLITE_NULL; }
std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(m_statement, column); }
double Statement::real(int column) const { return sqlite3_column_double(m_statement, column); }

std::string_view Statement::text(int column) const {
    const unsigned char* data = sqlite3_column_text(m_statement, column);
    if (!data) return {};
    return {reinterpret_cast<const char*>(data), static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

std::span<const std::byte> Statement::blob(int column) const {
    const void* data = sqlite3_column_blob(m_statement, column);
    if (!data) return {};
    return {static_cast<const std::byte*>(data), static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

std::optional<std::int64_t> Statement::maybeInteger(int column) const {
    if (isNull(column)) return std::nullopt;
    return integer(column);
}

std::optional<std::string> Statement::maybeText(int column) const {
    if (isNull(column)) return std::nullopt;
    return std::string(text(column));
}

Connection::Connection(std::unique_ptr<ConnectionHandle> handle) : m_handle(std::move(handle)) {}
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;
Connection::~Connection() = default;

DatabaseImage::DatabaseImage(DatabaseImage&& other) noexcept { *this = std::move(other); }
DatabaseImage& DatabaseImage::operator=(DatabaseImage&& other) noexcept {
    std::swap(m_bytes, other.m_bytes);
    std::swap(m_size, other.m_size);
    std::swap(m_capacity, other.m_capacity);
    return *this;
}
DatabaseImage::~DatabaseImage() { sqlite3_free(m_bytes); }

void DatabaseImage::append(std::string_view bytes) {
    if (m_size + bytes.size() > m_capacity) {
        const std::size_t wanted = std::max(2 * m_capacity, m_size + bytes.size());
        void* const larger = sqlite3_realloc64(m_bytes, wanted);
        if (larger == nullptr) throw std::bad_alloc();
        m_bytes = static_cast<unsigned char*>(larger);
        m_capacity = wanted;
    }
    std::copy(bytes.begin(), bytes.end(), m_bytes + m_size);
    m_size += bytes.size();
}

Result<Connection> Connection::openAs(std::unique_ptr<ConnectionHandle> handle, const std::string& name, int flags,
                                      int patience) {
    // Statistics of SQLite's memory take a lock at each allocation, and nobody reads them here.
    static const int once = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    (void)once;
    const int code =
        sqlite3_open_v2(name.c_str(), &handle->database, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    if (code != SQLITE_OK) return Unexpected{failureOf(*handle, code)};
    sqlite3_busy_timeout(handle->database, patience);
    distrust(*handle);
    return Connection(std::move(handle));
}

Result<Connection> Connection::open(const std::string& path, Mode mode) {
    auto handle = std::make_unique<ConnectionHandle>();
    handle->path = path;
    const std::string name = mode == Mode::immutable ? immutableUri(path) : path;
    return openAs(std::move(handle), name, openFlags(mode), patienceMilliseconds);
}

Result<Connection> Connection::openForeign(const std::string& path) {
    auto handle = std::make_unique<ConnectionHandle>();
    handle->path = path;
    handle->foreign = true;
    return openAs(std::move(handle), path, openFlags(Mode::readOnly), foreignPatienceMilliseconds);
}

// A database that was written through a log says so in its bytes 18 and 19, and asks for that log beside it: what lies
// in memory has none, and is read as one that needs none (https://www.sqlite.org/fileformat.html, 1.3.3).
Result<Connection> Connection::openForeignImage(const std::string& path, DatabaseImage image) {
    constexpr std::size_t versions = 18;
    auto handle = std::make_unique<ConnectionHandle>();
    handle->path = path;
    handle->foreign = true;
    auto opened = openAs(std::move(handle), ":memory:", SQLITE_OPEN_READWRITE, foreignPatienceMilliseconds);
    if (!opened) return opened;
    opened->m_handle->imageBytes = image.m_size;
    measure(*opened->m_handle);
    if (image.m_size > versions + 1) image.m_bytes[versions] = image.m_bytes[versions + 1] = 1;
    const int code = sqlite3_deserialize(
        opened->handle(), "main", std::exchange(image.m_bytes, nullptr), static_cast<sqlite3_int64>(image.m_size),
        static_cast<sqlite3_int64>(image.m_capacity), SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY);
    if (code != SQLITE_OK) return Unexpected{failureOf(*opened->m_handle, code)};
    return opened;
}

void Connection::run(const std::string& sql) {
    if (m_handle->failure) return;
    m_handle->operations = 0;
    const int code = sqlite3_exec(m_handle->database, sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) stick(*m_handle, code);
}

Statement Connection::prepare(std::string_view sql) {
    sqlite3_stmt* statement = nullptr;
    if (!m_handle->failure) {
        const int code =
            sqlite3_prepare_v2(m_handle->database, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
        if (code != SQLITE_OK) stick(*m_handle, code);
    }
    return {m_handle.get(), statement};
}

std::int64_t Connection::number(std::string_view sql) {
    Statement statement = prepare(sql);
    return statement.next() ? statement.integer(0) : 0;
}

std::int64_t Connection::lastId() const { return sqlite3_last_insert_rowid(m_handle->database); }
std::int64_t Connection::changes() const { return sqlite3_changes64(m_handle->database); }
bool Connection::failed() const { return m_handle->failure.has_value(); }
bool Connection::readOnly() const { return sqlite3_db_readonly(m_handle->database, "main") == 1; }

// By the schema's own words: SQLite writes them so whatever a person typed, and asking it of a view would make it read
// the view. https://www.sqlite.org/schematab.html
std::optional<std::vector<std::string>> Connection::plainColumns(std::string_view table) {
    Statement kind = prepare(
        "SELECT 1 FROM sqlite_schema WHERE name = ? COLLATE NOCASE AND type = 'table' AND sql LIKE "
        "'CREATE TABLE %'");
    if (!kind.with(table).next()) return std::nullopt;
    kind.reset();
    std::vector<std::string> out;
    Statement column = prepare("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0");
    for (column.with(table); column.next();) out.emplace_back(column.text(0));
    return out;
}

void Connection::damaged(const std::string& what) {
    if (m_handle->failure) return;
    m_handle->failure =
        Error{ErrorKind::workspace, "the workspace is damaged: " + what + ".", m_handle->path, hintFor(SQLITE_CORRUPT)};
}

Result<void> Connection::check() {
    if (!m_handle->failure) return {};
    Unexpected failure{std::move(*m_handle->failure)};
    m_handle->failure.reset();
    return failure;
}

void Connection::interrupt() const { sqlite3_interrupt(m_handle->database); }
sqlite3* Connection::handle() const { return m_handle->database; }

StoppedBy::StoppedBy(Connection& connection, std::stop_token stop) : m_connection(connection) {
    m_connection.m_handle->stop = std::move(stop);
}

StoppedBy::~StoppedBy() { m_connection.m_handle->stop = {}; }

Transaction::Transaction(Connection& connection, Kind kind) : m_connection(connection) {
    m_connection.run(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
    if (m_open) rollBack();
}

Result<void> Transaction::commit() {
    m_connection.run("COMMIT");
    if (m_connection.failed()) rollBack();
    m_open = false;
    return m_connection.check();
}

// Past the stuck failure, on purpose. Some failures have rolled back already: then there is nothing to do. An
// interrupt() may hit the first attempt.
void Transaction::rollBack() {
    m_open = false;
    for (int attempt = 0; attempt < 2 && sqlite3_get_autocommit(m_connection.handle()) == 0; ++attempt)
        sqlite3_exec(m_connection.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

}  // namespace plumbline
