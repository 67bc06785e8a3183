#include "tests/faults/writers.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>

#include "core/ingest/bytes/new_file.h"
#include "core/store/schema.h"
#include "core/store/workspace.h"
#include "core/store/workspace_files.h"

namespace plumbline::faults {
namespace fs = std::filesystem;
namespace {

constexpr const char* workspaceName = "/w.plumb";

std::string trace(const std::string& name, int rows) {
    std::string text = R"({"plumbline": "trace/1", "configuration": {"name": ")" + name + "\", \"model\": \"m\"}}\n";
    for (int row = 0; row < rows; ++row)
        text += R"({"id": "r-)" + std::to_string(row) + R"(", "start_ns": )" + std::to_string(1'000'000'000LL * row) +
                R"(, "load": {"concurrency": 2}, "first_content_s": 0.1, "end_s": 1.1, "chunks": 50, )"
                R"("output_tokens": 50})"
                "\n";
    return text;
}

void put(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

template <class T>
T need(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().text());
    return *std::move(result);
}

bool importInto(const std::string& workspace, const std::string& file) {
    auto opened = Workspace::openOrCreate(workspace);
    if (!opened) return false;
    const auto report = opened->import({file}, {});
    const bool done = report.imported() == 1 && !report.files[0].error;
    if (!done && opened->isNew()) opened->discardIfEmpty();
    return done;
}

std::size_t rowsOf(const Workspace& workspace) { return need(workspace.load())->rows.size(); }

bool isWhole(const std::string& path, std::string& why) {
    auto connection = openWorkspaceFile(path);
    if (!connection) {
        why = connection.error().text();
        return false;
    }
    Statement check = connection->prepare("PRAGMA integrity_check");
    if (!check.next() || check.text(0) != "ok") {
        why = "integrity_check";
        return false;
    }
    if (connection->prepare("PRAGMA foreign_key_check").next()) {
        why = "foreign_key_check";
        return false;
    }
    return true;
}

/// What is right of a workspace: it opens, is whole, and its rows are those before or after; then the next import
/// works.
Found lookAt(const std::string& path, const std::string& next, std::size_t before, std::size_t after,
             std::string& why) {
    if (!isWhole(path, why)) return Found::broken;
    std::size_t rows = 0;
    {
        auto workspace = Workspace::open(path);
        if (!workspace || workspace->whyReadOnly()) {
            why = workspace ? workspace->whyReadOnly()->text() : workspace.error().text();
            return Found::broken;
        }
        rows = rowsOf(*workspace);
        why = std::to_string(rows) + " rows";
    }
    put(next, trace("next", 7));
    if (!importInto(path, next) || rowsOf(need(Workspace::open(path))) != rows + 7) {
        why = "the next import fails";
        return Found::broken;
    }
    return rows == after ? Found::after : rows == before ? Found::before : Found::lost;
}

/// Once what was begun has been rolled back.
bool isNothing(const std::string& path) {
    auto connection = Connection::open(path, Connection::Mode::readWrite);
    return connection && isBlank(*connection);
}

bool hasLeftovers(const std::string& folder) {
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().filename().string().ends_with(".partial")) return true;
    return false;
}

Writer importing(const std::string& name, std::function<void(const std::string&)> prepare, int before, int after) {
    Writer writer;
    writer.name = name;
    writer.prepare = std::move(prepare);
    writer.act = [](const std::string& folder) { return importInto(folder + workspaceName, folder + "/b.jsonl"); };
    writer.arguments = [](const std::string& folder) {
        return std::vector<std::string>{"import", "-o", folder + workspaceName, folder + "/b.jsonl"};
    };
    writer.look = [before, after](const std::string& folder, std::string& why) {
        const std::string path = folder + workspaceName;
        // Nothing was there before a first import, and that is what an early end may leave; the name is not barred.
        if (before == 0) {
            const bool nothing = !fs::exists(path) || isNothing(path);
            if (nothing) {
                if (importInto(path, folder + "/b.jsonl") && isWhole(path, why)) return Found::before;
                why = "the name is barred";
                return Found::broken;
            }
        }
        return lookAt(path, folder + "/next.jsonl", static_cast<std::size_t>(before), static_cast<std::size_t>(after),
                      why);
    };
    return writer;
}

Writer saving() {
    Writer writer;
    writer.name = "Save As";
    writer.prepare = [](const std::string& folder) {
        put(folder + "/a.jsonl", trace("A", 10));
        put(folder + "/b.jsonl", trace("B", 20));
        importInto(folder + "/from.plumb", folder + "/a.jsonl");
        importInto(folder + workspaceName, folder + "/b.jsonl");
    };
    writer.act = [](const std::string& folder) {
        auto from = Workspace::open(folder + "/from.plumb");
        return from && from->saveAs(folder + workspaceName);
    };
    writer.look = [](const std::string& folder, std::string& why) {
        std::string source;
        if (lookAt(folder + "/from.plumb", folder + "/next.jsonl", 10, 10, source) != Found::after) {
            why = "what was saved: " + source;
            return Found::broken;
        }
        const Found found = lookAt(folder + workspaceName, folder + "/next.jsonl", 20, 10, why);
        // What a killed one leaves is removed by the next.
        if (!need(Workspace::open(folder + "/from.plumb")).saveAs(folder + "/other.plumb") || hasLeftovers(folder)) {
            why = "leftovers pile up";
            return Found::broken;
        }
        return found;
    };
    return writer;
}

/// A change of the settings: what is written is what is read again, or what was there.
Writer changing(const std::string& name, std::function<Settings(Workspace&)> change) {
    Writer writer;
    writer.name = name;
    writer.prepare = [](const std::string& folder) {
        put(folder + "/b.jsonl", trace("B", 20));
        importInto(folder + workspaceName, folder + "/b.jsonl");
    };
    writer.act = [change](const std::string& folder) {
        auto workspace = Workspace::open(folder + workspaceName);
        if (!workspace) return false;
        const auto before = workspace->settings();
        return before && workspace->save(change(*workspace), *before, "me");
    };
    writer.look = [change](const std::string& folder, std::string& why) {
        const std::string path = folder + workspaceName;
        if (!isWhole(path, why)) return Found::broken;
        const auto fresh = folder + "/fresh.plumb";
        importInto(fresh, folder + "/b.jsonl");
        auto workspace = need(Workspace::open(path)), untouched = need(Workspace::open(fresh));
        const Settings stored = need(workspace.settings());
        const bool after = stored == change(untouched), before = stored == need(untouched.settings());
        const std::size_t logged = workspace.log().size() - untouched.log().size();
        const Found rows = lookAt(path, folder + "/next.jsonl", 20, 20, why);
        if (rows != Found::after) return rows;
        if (logged != (after ? 1U : 0U)) {
            why = "the log tells another story";
            return Found::broken;
        }
        return after ? Found::after : before ? Found::before : Found::lost;
    };
    return writer;
}

Settings withCutoff(Workspace& workspace) {
    Settings now = need(workspace.settings());
    now.measure.minChunks = 9;
    return now;
}

Settings withDecision(Workspace& workspace) {
    Settings now = need(workspace.settings());
    Decision decision;
    decision.fileSha256 = workspace.imports().at(0).sha256;
    decision.record = 3;
    decision.kind = DecisionKind::exclude;
    decision.reason = "burst";
    decision.reviewer = "me";
    decision.at = "2026-11-30T00:00:00Z";
    now.decisions = std::make_shared<const std::vector<Decision>>(std::vector<Decision>{decision});
    return now;
}

Writer migrating() {
    Writer writer;
    writer.name = "migration";
    writer.prepare = [](const std::string& folder) {
        put(folder + "/b.jsonl", trace("B", 20));
        auto connection = need(Connection::open(folder + workspaceName, Connection::Mode::create));
        connection.run("PRAGMA application_id = " + std::to_string(applicationId));
        migrations()[0](connection);
        connection.run("PRAGMA user_version = 1; INSERT INTO review_log (at, who, text) VALUES ('t', 'me', 'old')");
    };
    writer.act = [](const std::string& folder) { return Workspace::open(folder + workspaceName).has_value(); };
    writer.look = [](const std::string& folder, std::string& why) {
        const std::string path = folder + workspaceName;
        std::int64_t version = 0;
        {
            auto connection = need(Connection::open(path, Connection::Mode::readWrite));
            version = connection.number("PRAGMA user_version");
            if (connection.number("SELECT count(*) FROM review_log WHERE text = 'old'") != 1) return Found::lost;
        }
        const Found rows = lookAt(path, folder + "/next.jsonl", 0, 0, why);
        if (rows != Found::after) return rows;
        return version == workspaceVersion ? Found::after : version == 1 ? Found::before : Found::broken;
    };
    return writer;
}

/// A file that is replaced: its bytes are the old ones or the new ones.
Writer replacing(const std::string& name, const std::string& file, std::vector<std::string> verb) {
    constexpr const char* old = "what was there";
    Writer writer;
    writer.name = name;
    writer.prepare = [file](const std::string& folder) {
        put(folder + "/b.jsonl", trace("B", 20));
        put(folder + "/" + file, old);
    };
    writer.act = [file](const std::string& folder) {
        auto made = NewFile::at(folder + "/" + file);
        if (!made) return false;
        for (int part = 0; part < 4; ++part) made->stream() << std::string(50'000, 'n');
        return made->commit().has_value();
    };
    writer.arguments = [file, verb](const std::string& folder) {
        std::vector<std::string> words = verb;
        words.insert(words.end(), {"-o", folder + "/" + file, folder + "/b.jsonl"});
        return words;
    };
    writer.look = [file](const std::string& folder, std::string& why) {
        const std::string bytes = read(folder + "/" + file);
        const auto ends = [&](const char* with) { return bytes.ends_with(with); };
        why = std::to_string(bytes.size()) + " bytes";
        const bool isWholeFile = bytes == std::string(200'000, 'n') || ends("IEND\xae\x42\x60\x82") ||
                                 ends("</svg>\n") || (ends("}\n") && bytes.starts_with("{\"plumbline\""));
        const Found found = bytes == old ? Found::before : isWholeFile ? Found::after : Found::lost;
        if (!writeFile(folder + "/" + file, "next") || read(folder + "/" + file) != "next" || hasLeftovers(folder)) {
            why = "the next one fails, or leftovers pile up";
            return Found::broken;
        }
        return found;
    };
    return writer;
}

}  // namespace

std::vector<Writer> allWriters() {
    const auto only = [](const std::string& folder) { put(folder + "/b.jsonl", trace("B", 20)); };
    const auto held = [only](const std::string& folder) {
        put(folder + "/a.jsonl", trace("A", 10));
        importInto(folder + workspaceName, folder + "/a.jsonl");
        only(folder);
    };
    const auto changed = [only](const std::string& folder) {
        put(folder + "/b.jsonl", trace("B", 10));
        importInto(folder + workspaceName, folder + "/b.jsonl");
        only(folder);
    };
    return {importing("import", only, 0, 20),
            importing("add", held, 10, 30),
            importing("replace", changed, 10, 20),
            saving(),
            changing("review", withDecision),
            changing("settings", withCutoff),
            migrating(),
            replacing("picture", "p.png", {"picture", "--view", "curve"}),
            replacing("export", "o.trace.jsonl", {"export"})};
}

}  // namespace plumbline::faults
