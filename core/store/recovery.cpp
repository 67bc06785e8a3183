#include "core/store/recovery.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/store/catalog.h"
#include "core/store/import_memory.h"
#include "core/store/row_columns.h"
#include "core/store/schema.h"
#include "core/store/settings_store.h"
#include "core/store/soundness.h"
#include "core/store/stored_rules.h"
#include "core/store/workspace_files.h"
#include "core/trace/ascii.h"
#include "core/trace/number_words.h"

namespace plumbline {
namespace {

/// Copies one table. Where pages between two rows cannot be read, it goes on behind them, and from there back as far as
/// it can.
class TableCopy {
public:
    TableCopy(Connection& from, Connection& to, const StoredTable& table, std::vector<std::string>& missing)
        : m_from(from), m_to(to), m_table(table), m_missing(missing) {}

    void run() {
        if (!findColumns()) return;
        Statement insert =
            m_to.prepare(fmt::format("INSERT INTO {} ({}) VALUES ({})", m_table.name, m_list, placesFor(m_columns)));
        if (m_table.byRowid)
            copyByRowid(insert);
        else
            copyBothWays(insert);
        if (m_refused > 0)
            m_missing.push_back(
                faultText(m_table.name, m_refused, m_firstRefused, "it holds what our table does not take; left out"));
    }

private:
    static std::string placesFor(std::size_t columns) {
        std::string out = "?";
        for (std::size_t i = 1; i < columns; ++i) out += ", ?";
        return out;
    }

    bool findColumns() {
        const auto there = m_from.plainColumns(m_table.name);
        (void)m_from.check();
        const auto wanted = m_to.plainColumns(m_table.name);
        if (!wanted) return false;
        if (!there) {
            m_missing.push_back(fmt::format("the table {} is not there as a plain table", m_table.name));
            return false;
        }
        for (const std::string& column : *wanted) {
            const bool has = std::any_of(there->begin(), there->end(),
                                         [&](const std::string& each) { return lowered(each) == column; });
            if (has) m_list += (m_columns++ > 0 ? ", " : "") + column;
        }
        if (m_columns == 0) m_missing.push_back(fmt::format("the table {} has none of our columns", m_table.name));
        return m_columns > 0;
    }

    Statement select(const std::string& ending) {
        return m_from.prepare(fmt::format("SELECT {}, {} FROM {} {}", m_list, m_table.byRowid ? "rowid" : m_table.label,
                                          m_table.name, ending));
    }

    void take(Statement& row, Statement& insert) {
        for (std::size_t i = 0; i < m_columns; ++i) insert.put(static_cast<int>(i) + 1, row, static_cast<int>(i));
        if (isReadable(row) && insert.attempt()) return;
        insert.reset();
        if (m_refused++ == 0) m_firstRefused = row.text(static_cast<int>(m_columns));
    }
    /// Times of gaps lie in a blob, where no rule of SQL looks.
    bool isReadable(const Statement& row) {
        return std::string_view(m_table.name) != "gaps" || takeGaps(row.blob(static_cast<int>(m_columns) - 1), m_gaps);
    }
    std::int64_t rowidOf(const Statement& row) const { return row.integer(static_cast<int>(m_columns)); }

    void copyByRowid(Statement& insert) {
        constexpr std::int64_t furthest = std::numeric_limits<std::int64_t>::max();
        std::int64_t after = std::numeric_limits<std::int64_t>::min(), leap = 0;
        std::optional<std::string> broken;  // why nothing could be read behind `after`
        for (;;) {
            std::int64_t last = after > furthest - leap ? furthest : after + leap;
            Statement row = select("WHERE rowid > ?1 ORDER BY rowid");
            bool isInOrder = true;
            for (row.with(last); row.next() && isInOrder;) {
                isInOrder = rowidOf(row) > last;
                if (!isInOrder) break;
                last = rowidOf(row);
                if (broken) backTo(last, after, *broken, insert);
                broken.reset();
                take(row, insert);
            }
            row.reset();
            const auto read = m_from.check();
            if (!read && read.error().kind == ErrorKind::cancelled) return;
            if ((read && isInOrder) || last > furthest / 4) break;
            if (broken) {
                leap *= 2;
                continue;
            }
            broken = read ? "its rows are out of order" : read.error().message;
            after = std::max<std::int64_t>(last, 0);
            leap = 1;
        }
        if (broken) sayBroken(after, {}, *broken);
    }

    /// The rows before one that was found behind a broken place, the last first.
    void backTo(std::int64_t found, std::int64_t after, const std::string& why, Statement& insert) {
        Statement row = select("WHERE rowid < ?1 AND rowid > ?2 ORDER BY rowid DESC");
        std::int64_t first = found;
        for (row.with(found, after); row.next() && rowidOf(row) < first;) {
            first = rowidOf(row);
            take(row, insert);
        }
        (void)m_from.check();  // it ends at the broken place
        sayBroken(after, first, why);
    }

    void sayBroken(std::int64_t after, std::optional<std::int64_t> before, const std::string& why) {
        m_missing.push_back(fmt::format("rows {} to {} of the table {} cannot be read ({})", after + 1,
                                        before ? std::to_string(*before - 1) : "the last", m_table.name,
                                        withoutStop(why)));
    }
    static std::string withoutStop(std::string text) {
        while (text.ends_with('.')) text.pop_back();
        return text;
    }

    /// In order of its key, then against it: what cannot be read lies in between.
    void copyBothWays(Statement& insert) {
        for (const char* order : {"", "DESC"}) {
            Statement row = select(keyOrder(order));
            while (row.next()) take(row, insert);
            row.reset();
            const auto read = m_from.check();
            if (read) return;
            if (*order == '\0')
                m_missing.push_back(fmt::format("the table {} can be read in part only ({})", m_table.name,
                                                withoutStop(read.error().message)));
            m_refused = 0;  // the way back comes to rows that are in already
        }
    }
    std::string keyOrder(const char* order) const {
        std::string out;
        Statement key = m_to.prepare("SELECT name FROM pragma_table_xinfo(?) WHERE pk > 0 ORDER BY pk");
        for (key.with(std::string_view(m_table.name)); key.next();)
            out += (out.empty() ? "ORDER BY " : ", ") + std::string(key.text(0)) + " " + order;
        return out;
    }

    Connection& m_from;
    Connection& m_to;
    const StoredTable& m_table;
    std::vector<std::string>& m_missing;
    std::string m_list, m_firstRefused;
    std::vector<Nanoseconds> m_gaps;
    std::size_t m_columns = 0;
    std::int64_t m_refused = 0;
};

/// Leaves out rows at fault, or makes the field unknown, rule by rule.
void mendRows(Connection& to, std::vector<std::string>& missing) {
    for (const StoredRule& rule : storedRules()) {
        const auto table = std::find_if(storedTables().begin(), storedTables().end(), [&](const StoredTable& each) {
            return std::string_view(each.name) == rule.table;
        });
        Statement rows =
            to.prepare(fmt::format("SELECT count(*), min({}) FROM {} WHERE {}", table->label, rule.table, rule.fault));
        if (!rows.next() || rows.integer(0) == 0) continue;
        missing.push_back(faultText(rule.table, rows.integer(0), rows.text(1), rule.words) +
                          (rule.remedy.empty() ? "; left out" : "; not known any more"));
        rows.reset();
        to.run(rule.remedy.empty() ? fmt::format("DELETE FROM {} WHERE {}", rule.table, rule.fault)
                                   : fmt::format("UPDATE {} SET {} WHERE {}", rule.table, rule.remedy, rule.fault));
    }
}

/// Settings that can't be understood are those of a new workspace.
void mendSettings(Connection& to, std::vector<std::string>& missing) {
    if (to.failed() || readSettings(to)) return;
    (void)to.check();
    missing.emplace_back("the table settings cannot be understood; the settings are those of a new workspace");
    to.run("DELETE FROM settings");
}

void groupHomeless(Connection& to, std::vector<std::string>& missing) {
    ImportMemory memory(to);
    std::size_t placed = 0;
    for (const GroupingCandidate& candidate : readCandidates(to, Medians::with)) {
        const auto place = memory.grouper().place(candidate);
        if (!place) continue;
        memory.write(*place, candidate.id);
        ++placed;
    }
    if (placed > 0) missing.push_back(fmt::format("the configuration of {}; grouped anew", counted(placed, "source")));
    to.run("DELETE FROM configurations WHERE id NOT IN (SELECT configuration FROM members)");
}

/// Fills the empty workspace at `to`, and gives what is missing in it.
Result<std::vector<std::string>> copyWhatIsGood(const std::string& from, const std::string& to,
                                                const std::stop_token& stop) {
    auto source = openUnchecked(from);
    if (!source) return Unexpected{source.error()};
    auto target = Connection::open(to, Connection::Mode::readWrite);
    if (!target) return Unexpected{target.error()};
    configure(*target);
    target->run("PRAGMA foreign_keys = OFF");  // parents may come late, or never
    const StoppedBy reading(*source, stop), writing(*target, stop);
    std::vector<std::string> missing;
    for (const std::string& part : strangeParts(*source)) missing.push_back("it held " + part);
    const auto version = source->number("PRAGMA user_version");
    if (const auto readable = source->check(); !readable) return Unexpected{readable.error()};
    if (version < 1 || version > workspaceVersion)
        return unexpected(ErrorKind::workspace, "this version of a workspace is not known here.", from);
    Transaction transaction(*target);
    for (const StoredTable& table : storedTables()) TableCopy(*source, *target, table, missing).run();
    mendRows(*target, missing);
    mendSettings(*target, missing);
    groupHomeless(*target, missing);
    if (stop.stop_requested()) return unexpected(ErrorKind::cancelled, "the recovery was stopped.", from);
    if (auto done = transaction.commit(); !done) return Unexpected{done.error()};
    // What is made anew: indexes, and the figures of gaps.
    if (missing.empty())
        for (const std::string& fault : faultsOf(*source, stop)) missing.push_back(fault + "; made anew");
    return missing;
}

std::string firstOf(const std::vector<std::string>& sentences) {
    constexpr std::size_t most = 20;
    std::string out;
    for (std::size_t i = 0; i < sentences.size() && i < most; ++i) out += (i > 0 ? "; " : "") + sentences[i];
    if (sentences.size() > most) out += fmt::format("; and {} more", sentences.size() - most);
    return out;
}

}  // namespace

Result<Recovered> recoverWorkspace(const std::string& from, const std::string& to, const std::stop_token& stop) {
    auto workspace = to.empty() ? Workspace::temporary() : Workspace::create(to);
    if (!workspace) return Unexpected{workspace.error()};
    auto missing = copyWhatIsGood(from, workspace->path(), stop);
    if (missing && !missing->empty()) return Recovered{std::move(*workspace), std::move(*missing)};
    workspace->discard();
    if (!missing) return Unexpected{missing.error()};
    return unexpected(ErrorKind::workspace, "nothing is wrong with this workspace.", from);
}

std::string recoveredText(const std::string& path, const std::vector<std::string>& missing) {
    return fmt::format("{}: the workspace is damaged. What can be read of it was copied. Missing or changed: {}.", path,
                       firstOf(missing));
}

std::string faultsText(const std::string& path, const std::vector<std::string>& faults) {
    return fmt::format(
        "{}: the workspace is damaged, and figures from it may be wrong: {}. Take a copy from a backup, or import the "
        "results again.",
        path, firstOf(faults));
}

}  // namespace plumbline
