#include "core/store/import_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace plumbline {
namespace fs = std::filesystem;
namespace {

Result<HeaderFacts> readContext(const std::string& path) {
    const auto text = readDocument(path);
    if (!text) return Unexpected{text.error()};
    auto facts = parseHeader(*text, true);
    if (facts || !facts.error().where.empty()) return facts;
    Error named = facts.error();
    named.where = path;
    return Unexpected{named};
}

/// What is wrong and what to do; the path stands beside it.
std::string saidOf(const Error& error) { return error.message + (error.hint.empty() ? "" : " " + error.hint); }

/// A context's absolute path, written as that of the result beside which it was found.
std::string asBeside(const std::string& contextPath, const std::string& result) {
    std::error_code failure;
    const fs::path folder = fs::absolute(result, failure).lexically_normal().parent_path();
    const fs::path way = fs::absolute(contextPath, failure).lexically_normal().lexically_relative(folder);
    return (fs::path(result).parent_path() / way).lexically_normal().string();
}

bool isSame(const std::string& a, const std::string& b) {
    std::error_code failure;
    return a == b || fs::equivalent(a, b, failure);
}

}  // namespace

Result<void> ImportContexts::readNamed() {
    if (!m_options.contextFile) return {};
    const Context& named = context(*m_options.contextFile);
    return named.facts ? Result<void>() : Result<void>(Unexpected{named.facts.error()});
}

ImportContexts::Context& ImportContexts::context(const std::string& path) {
    const auto known = m_contexts.find(path);
    if (known != m_contexts.end()) return known->second;
    return m_contexts.emplace(path, Context{readContext(path), 0, {}}).first->second;
}

void ImportContexts::addTo(const FoundFile& found, ReadOutcome& outcome) {
    if (const auto beside = findContextFile(found.path, found.root)) {
        lay(*beside, outcome);
        if (found.root != found.path) context(*beside).shown = asBeside(*beside, found.path);
    }
    if (m_options.contextFile) lay(*m_options.contextFile, outcome);
}

void ImportContexts::lay(const std::string& path, ReadOutcome& outcome) {
    Context& one = context(path);
    if (!one.facts) {
        outcome.diagnostics.push_back({"context-file", one.facts.error().text()});
        return;
    }
    ++one.files;
    for (const std::string& remark : one.facts->remarks)
        outcome.diagnostics.push_back({"context-word", fmt::format("{}: {}.", path, remark)});
    for (SourceInfo& source : outcome.sources) applyContext(source, *one.facts);
}

std::size_t ImportContexts::tooLarge() const {
    return static_cast<std::size_t>(std::count_if(m_contexts.begin(), m_contexts.end(), [](const auto& each) {
        return !each.second.facts && isTooLargeDocument(each.second.facts.error());
    }));
}

void ImportContexts::tell(ImportReport& report) const {
    for (const auto& [path, one] : m_contexts) {
        if (path == m_options.contextFile) continue;
        const auto entry = std::find_if(report.files.begin(), report.files.end(),
                                        [&p = path](const FileReport& file) { return isSame(file.path, p); });
        const bool isListed = entry != report.files.end();
        if (isListed ? entry->id.has_value() : one.shown.empty()) continue;
        FileReport told;
        told.path = isListed ? entry->path : one.shown;
        told.aside = one.facts.has_value();
        told.skipped = one.facts ? fmt::format("context, applied to {} file{}", one.files, one.files == 1 ? "" : "s")
                                 : "context, not applied: " + saidOf(one.facts.error());
        if (isListed)
            *entry = std::move(told);
        else
            report.files.push_back(std::move(told));
    }
}

}  // namespace plumbline
