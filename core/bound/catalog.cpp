#include "core/bound/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>

#include "core/trace/ascii.h"
#include "core/trace/size_limits.h"

namespace plumbline {
namespace {

bool sameLetter(char a, char b) { return lowerOf(a) == lowerOf(b); }

bool beginsWith(std::string_view text, std::string_view begin) {
    return text.size() >= begin.size() && std::equal(begin.begin(), begin.end(), text.begin(), sameLetter);
}

/// The part behind the owner: "Kimi-K3" of "moonshotai/Kimi-K3".
std::string_view bareName(std::string_view id) { return id.substr(id.find('/') + 1); }

bool isExactly(std::string_view id, std::string_view text) {
    return (id.size() == text.size() && beginsWith(id, text)) ||
           (bareName(id).size() == text.size() && beginsWith(bareName(id), text));
}

template <class Entry>
std::string idList(const std::vector<const Entry*>& entries) {
    std::string out;
    for (const Entry* entry : entries) out += (out.empty() ? "" : ", ") + entry->id;
    return out;
}

/// The one entry whose id is `text`, else the one whose id begins so.
template <class Entry>
Result<const Entry*> find(const std::vector<Entry>& entries, std::string_view text, std::string_view what) {
    std::vector<const Entry*> found, all;
    for (const Entry& entry : entries) {
        all.push_back(&entry);
        if (isExactly(entry.id, text)) return &entry;
        if (!text.empty() && (beginsWith(entry.id, text) || beginsWith(bareName(entry.id), text)))
            found.push_back(&entry);
    }
    if (found.size() == 1) return found.front();
    if (found.empty())
        return unexpected(ErrorKind::options, fmt::format("The catalog has no {} named '{}'.", what, text), {},
                          fmt::format("It has {}.", idList(all)));
    return unexpected(ErrorKind::options, fmt::format("'{}' may be more than one {}.", text, what), {},
                      fmt::format("Say which of {}.", idList(found)));
}

template <class Entry>
void merge(std::vector<Entry>& into, std::vector<Entry>&& added) {
    for (Entry& entry : added) {
        const auto same = [&entry](const Entry& each) { return each.id == entry.id; };
        const auto old = std::find_if(into.begin(), into.end(), same);
        old == into.end() ? void(into.push_back(std::move(entry))) : void(*old = std::move(entry));
    }
}

Catalog builtIn() {
    Result<Catalog> parsed = parseCatalog(builtInCatalogJson);
    assert(parsed && "the built-in catalog is tested");
    return parsed ? *std::move(parsed) : Catalog{};
}

Catalog& shared() {
    static Catalog all = builtIn();
    return all;
}

}  // namespace

std::optional<double> Accelerator::fastestFlopRate() const {
    std::optional<double> fastest;
    for (const auto& [format, rate] : flopRates) fastest = std::max(fastest.value_or(0), rate);
    return fastest;
}

std::vector<std::string> Model::groups() const {
    std::vector<std::string> names;
    if (routed) names.push_back("routed");
    for (const auto& [name, count] : params) names.push_back(name);
    return names;
}

Result<const WeightFormat*> Catalog::format(std::string_view id) const { return find(formats, id, "format"); }
Result<const Accelerator*> Catalog::accelerator(std::string_view id) const {
    return find(accelerators, id, "accelerator");
}
Result<const Model*> Catalog::model(std::string_view id) const { return find(models, id, "model"); }

Result<FormatBytes> formatBytes(const Catalog& from, std::string_view text) {
    double bytes = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    if (fault == std::errc() && end == text.data() + text.size() && std::isfinite(bytes)) {
        if (bytes > 0) return FormatBytes{{}, bytes};
        return unexpected(ErrorKind::options, fmt::format("'{}' is no number of bytes above 0.", text));
    }
    const auto found = from.format(text);
    if (!found) return Unexpected{found.error()};
    return FormatBytes{(*found)->id, (*found)->bytes};
}

const Catalog& catalog() { return shared(); }

Result<void> extendCatalog(const std::string& path) {
    const Result<std::string> text = readDocument(path);
    if (!text) return Unexpected{text.error()};
    Result<Catalog> added = parseCatalog(*text);
    if (!added) {
        Error error = added.error();
        error.where = error.where.empty() ? path : path + ": " + error.where;
        return Unexpected{std::move(error)};
    }
    merge(shared().formats, std::move(added->formats));
    merge(shared().accelerators, std::move(added->accelerators));
    merge(shared().models, std::move(added->models));
    return {};
}

}  // namespace plumbline
