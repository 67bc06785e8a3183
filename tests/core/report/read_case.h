// Files as an import takes them, measured and judged: what a person would see of them.
#pragma once

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/report/report.h"
#include "core/store/workspace.h"

namespace plumbline::test {

class ReadCase {
public:
    void write(const std::string& name, const std::string& text) const {
        const std::filesystem::path path = std::filesystem::path(m_folder.path().toStdString()) / "in" / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text;
    }
    /// Imports what was written. False: no workspace could be made of it.
    bool read() {
        auto workspace = Workspace::create(m_folder.filePath("w.plumb").toStdString());
        if (!workspace) return false;
        imports = workspace->import({m_folder.filePath("in").toStdString()}, {});
        auto loaded = workspace->load();
        auto kept = workspace->settings();
        if (!loaded || !kept) return false;
        data = *loaded;
        settings = *kept;
        measured = figures(*data, settings);
        judgement = judge(*data, settings, measured);
        json = analysisJson({*data, settings, measured, judgement, imports, {}, {}});
        m_workspace.emplace(std::move(*workspace));
        return true;
    }
    const LevelFigures& level(std::size_t level = 0, std::size_t configuration = 0) const {
        return measured.configurations.at(configuration).levels.at(level);
    }
    std::string why(const std::string& key, std::size_t at = 0) const {
        const auto found = level(at).withheld.find(key);
        return found == level(at).withheld.end() ? std::string() : found->second;
    }
    std::vector<Finding> findings(std::string_view id) const {
        std::vector<Finding> out;
        for (const Finding& each : judgement.findings)
            if (each.id == id) out.push_back(each);
        return out;
    }

    ImportReport imports;
    std::shared_ptr<const Dataset> data;
    Settings settings;
    Figures measured;
    Judgement judgement;
    std::string json;

private:
    QTemporaryDir m_folder;
    std::optional<Workspace> m_workspace;
};

inline double evidenceOf(const Finding& finding, std::string_view key) {
    for (const auto& [name, value] : finding.evidence)
        if (name == key) return std::get<double>(value);
    return -1;
}

}  // namespace plumbline::test
