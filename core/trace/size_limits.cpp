#include "core/trace/size_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <charconv>
#include <filesystem>
#include <fstream>

#include "core/trace/number_words.h"

namespace plumbline {
namespace {

constexpr std::array limitTable{
    SizeLimitEntry{SizeLimit::pairs, "pairs", 2'000, "",
                   "Pairs of configurations beyond {0} are not compared: {1}. Those that differ in one thing come "
                   "first."},
    SizeLimitEntry{SizeLimit::configurations, "configurations", 5'000, "",
                   "Configurations beyond {0}, in the order of files, have no figures: {1}."},
    SizeLimitEntry{SizeLimit::levels, "levels", 20'000, "",
                   "Levels beyond {0}, in the order of files, have no figures: {1}."},
    SizeLimitEntry{SizeLimit::unpacked, "unpacked", std::uint64_t{1} << 30, "BYTES",
                   "Packed files that unpack to more than {0} bytes, or to 200 times their size, are not read: {1}.",
                   ", or 200 times the file's size"},
    SizeLimitEntry{SizeLimit::document, "document", std::uint64_t{16} << 20, "BYTES",
                   "Contexts, mappings, reviews and the like of more than {0} bytes are not applied: {1}."},
};

constexpr std::string_view largerThan = "It is larger than ";

/// 0: nobody has set it.
std::array<std::atomic<std::uint64_t>, limitTable.size()> givenLimits{};

std::uint64_t given(SizeLimit limit) {
    return givenLimits[static_cast<std::size_t>(limit)].load(std::memory_order_relaxed);
}

std::string limitNames() {
    std::string out;
    for (const SizeLimitEntry& each : limitTable)
        out += fmt::format("{}{}={}", out.empty() ? "" : ",", each.name, each.unit.empty() ? "N" : each.unit);
    return out;
}

}  // namespace

std::span<const SizeLimitEntry> sizeLimits() { return limitTable; }

const SizeLimitEntry& entry(SizeLimit limit) {
    const SizeLimitEntry& found = limitTable[static_cast<std::size_t>(limit)];
    assert(found.limit == limit);
    return found;
}

std::string text(const LimitMet& met) {
    const SizeLimitEntry& of = entry(met.limit);
    return fmt::format("{} --limit {}={} lifts it.",
                       fmt::format(fmt::runtime(of.words), withCommas(met.at), withCommas(met.leftOut)), of.name,
                       of.unit.empty() ? "N" : of.unit);
}

std::uint64_t limitOf(SizeLimit limit) {
    const std::uint64_t own = given(limit);
    return own > 0 ? own : entry(limit).standard;
}

std::uint64_t unpackedLimit(std::uint64_t packedBytes) {
    constexpr std::uint64_t times = 200;
    if (given(SizeLimit::unpacked) > 0) return limitOf(SizeLimit::unpacked);
    return std::max(limitOf(SizeLimit::unpacked), times * packedBytes);
}

Result<GivenLimits> parseSizeLimits(std::string_view text) {
    GivenLimits out;
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(','));
        text.remove_prefix(std::min(one.size() + 1, text.size()));
        const std::size_t equals = one.find('=');
        const auto found = std::find_if(limitTable.begin(), limitTable.end(),
                                        [&](const SizeLimitEntry& each) { return each.name == one.substr(0, equals); });
        std::uint64_t value = 0;
        const std::string_view number = equals == one.npos ? "" : one.substr(equals + 1);
        const auto [end, fault] = std::from_chars(number.data(), number.data() + number.size(), value);
        const bool isWhole = fault == std::errc{} && end == number.data() + number.size() && value > 0;
        if (found == limitTable.end() || !isWhole)
            return unexpected(ErrorKind::options,
                              fmt::format("'{}' is no limit with a whole number above 0, such as pairs=5000.", one), {},
                              fmt::format("There are {}.", limitNames()));
        out.emplace_back(found->limit, value);
    }
    if (out.empty())
        return unexpected(ErrorKind::options, "No limit is given.", {}, fmt::format("There are {}.", limitNames()));
    return out;
}

void setSizeLimits(const GivenLimits& all) {
    for (auto& each : givenLimits) each = 0;
    for (const auto& [limit, value] : all) givenLimits[static_cast<std::size_t>(limit)] = value;
}

Unexpected tooLargeDocument(const std::string& path) {
    return unexpected(ErrorKind::refused,
                      fmt::format("{}{} bytes, as no document of its kind is, so it is not applied.", largerThan,
                                  withCommas(limitOf(SizeLimit::document))),
                      path, "--limit document=BYTES lifts the limit.");
}

bool isTooLargeDocument(const Error& error) {
    return error.kind == ErrorKind::refused && error.message.starts_with(largerThan);
}

Result<std::string> readDocument(const std::string& path) {
    std::error_code fault;
    if (std::filesystem::exists(path, fault) && !std::filesystem::is_regular_file(path, fault))
        return unexpected(ErrorKind::io, "This is a folder, a pipe or a device, not a file.", path);
    std::ifstream in(path, std::ios::binary);
    std::string out;
    std::array<char, 1U << 16> piece{};
    while (in && out.size() <= limitOf(SizeLimit::document)) {
        in.read(piece.data(), piece.size());
        out.append(piece.data(), static_cast<std::size_t>(in.gcount()));
    }
    if (!in.eof() && !in.good())
        return unexpected(ErrorKind::io, "The file cannot be read.", path, "Check its name and permissions.");
    if (out.size() > limitOf(SizeLimit::document)) return tooLargeDocument(path);
    return out;
}

}  // namespace plumbline
