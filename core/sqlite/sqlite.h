// RAII over sqlite3. A failure sticks to its connection: what follows does nothing, a transaction does not commit, and
// check() hands the error over once. So a unit of work is written straight down and checked at its end.
// Every database may come from a stranger: no view and no trigger of it runs, no value is longer than 64 MiB, and no
// statement goes on for longer than its file has room for rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace plumbline {

struct ConnectionHandle;

/// A prepared statement. Places of parameters count from 1, columns from 0, as in SQLite. Texts and blobs are not
/// copied: what is bound must live until the statement has run.
class Statement {
public:
    Statement(Statement&& other) noexcept;
    Statement& operator=(Statement&& other) noexcept;
    ~Statement();

    void put(int place, std::int64_t value);
    void put(int place, double value);
    void put(int place, std::string_view text);
    void put(int place, std::span<const std::byte> blob);
    void put(int place, std::nullptr_t);
    /// The value in a column of another statement, of whatever type it is.
    void put(int place, const Statement& from, int column);
    template <class T>
    void put(int place, const std::optional<T>& value) {
        if (value)
            put(place, *value);
        else
            put(place, nullptr);
    }

    /// Binds the values from place 1 on.
    template <class... Values>
    Statement& with(const Values&... values) {
        reset();
        int place = 0;
        (put(++place, values), ...);
        return *this;
    }
    /// The next row of the answer; false at the end and after a failure.
    bool next();
    /// Runs a statement that gives no rows, and makes it ready for the next run.
    void run();
    template <class... Values>
    void runWith(const Values&... values) {
        with(values...).run();
    }
    /// As run(), but a value that the table does not take (a wrong type, one that is there already) is no failure:
    /// then false.
    bool attempt();
    void reset();

    bool isNull(int column) const;
    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string_view text(int column) const;  ///< until the next step
    std::span<const std::byte> blob(int column) const;
    std::optional<std::int64_t> maybeInteger(int column) const;
    std::optional<std::string> maybeText(int column) const;

private:
    friend class Connection;
    Statement(ConnectionHandle* connection, sqlite3_stmt* statement);
    ConnectionHandle* m_connection;
    sqlite3_stmt* m_statement;  ///< null after a failure to prepare
    std::uint64_t m_rows = 0;   ///< given since the last reset
};

/// The bytes of a whole database, in memory of SQLite's own, which a connection takes over.
class DatabaseImage {
public:
    DatabaseImage() = default;
    DatabaseImage(DatabaseImage&& other) noexcept;
    DatabaseImage& operator=(DatabaseImage&& other) noexcept;
    ~DatabaseImage();
    /// Throws std::bad_alloc.
    void append(std::string_view bytes);
    std::size_t size() const { return m_size; }

private:
    friend class Connection;
    unsigned char* m_bytes = nullptr;
    std::size_t m_size = 0, m_capacity = 0;
};

/// One connection; used by one thread at a time.
class Connection {
public:
    /// immutable: read-only, and nobody else writes either, so that no lock and no file beside it is needed.
    enum class Mode { readOnly, immutable, readWrite, create };
    /// Errors: workspace, with the path in `where`. create makes the file when it is missing.
    static Result<Connection> open(const std::string& path, Mode mode);
    /// Somebody else's database, for reading. Errors, here and by check(): format.
    static Result<Connection> openForeign(const std::string& path);
    /// The same for one that lies in memory; `path` is where it came from, for errors.
    static Result<Connection> openForeignImage(const std::string& path, DatabaseImage image);
    Connection(Connection&&) noexcept;
    Connection& operator=(Connection&&) noexcept;
    ~Connection();

    /// One or more statements without parameters whose answers nobody needs.
    void run(const std::string& sql);
    Statement prepare(std::string_view sql);
    /// The first column of the first row as a number; 0 when there is none.
    std::int64_t number(std::string_view sql);
    std::int64_t lastId() const;
    /// Rows that the last statement changed.
    std::int64_t changes() const;
    bool failed() const;
    bool readOnly() const;
    /// The columns of a plain table, without generated ones. Nothing where there is no such
    /// table, or where what bears its name is a view or a virtual table.
    std::optional<std::vector<std::string>> plainColumns(std::string_view table);
    /// Sticks an error that says so: the workspace contradicts itself. `what` is the row or table at fault and its
    /// fault.
    void damaged(const std::string& what);
    /// The failure, once; the connection then works again.
    Result<void> check();
    /// May be called from any thread: what runs now ends with a failure.
    void interrupt() const;
    sqlite3* handle() const;

private:
    friend class StoppedBy;
    explicit Connection(std::unique_ptr<ConnectionHandle> handle);
    static Result<Connection> openAs(std::unique_ptr<ConnectionHandle> handle, const std::string& name, int flags,
                                     int patience);
    std::unique_ptr<ConnectionHandle> m_handle;
};

/// While it lives, what runs on a connection ends with an error of kind cancelled soon after a stop was asked for.
class StoppedBy {
public:
    StoppedBy(Connection& connection, std::stop_token stop);
    ~StoppedBy();
    StoppedBy(const StoppedBy&) = delete;
    StoppedBy& operator=(const StoppedBy&) = delete;

private:
    Connection& m_connection;
};

/// Rolls back unless committed. A writing transaction waits for another writer up to the connection's patience.
class Transaction {
public:
    enum class Kind { read, write };
    explicit Transaction(Connection& connection, Kind kind = Kind::write);
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction();
    /// Commits when nothing failed since the beginning; otherwise rolls back and gives the failure.
    Result<void> commit();

private:
    void rollBack();
    Connection& m_connection;
    bool m_open = true;
};

}  // namespace plumbline
