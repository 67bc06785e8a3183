// What a document says of a run, as tables: which path is which fact of the context, which figure, which count. Paths
// are keys joined by dots ("config.dataset.file").
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>

#include "core/ingest/text/number_text.h"
#include "core/trace/context.h"

namespace plumbline {

/// A fact of the context; of several paths to one fact the first that says something counts.
struct FactForm {
    enum class Is : std::uint8_t { asWritten, number, word, members };
    std::string_view path;  ///< of a word: the word itself
    std::string_view fact;
    Is is = Is::asWritten;
};

/// A figure that the harness reports, or what it declares of the run; of several paths to one the first counts.
struct FigureForm {
    enum class Is : std::uint8_t { statistics, above0, from0, perMinute, requests, completed, failed, duration, users };
    std::string_view path;
    std::string_view figure;  ///< ours ("ttft_s", "requests_per_s"); of statistics without the statistic
    double factor = 1;        ///< theirs times this is ours
    Is is = Is::statistics;
};

namespace form {

constexpr FactForm fact(std::string_view path, std::string_view fact) { return {path, fact}; }
/// A number, also where it is written as a text.
constexpr FactForm number(std::string_view path, std::string_view fact) { return {path, fact, FactForm::Is::number}; }
constexpr FactForm word(std::string_view word, std::string_view fact) { return {word, fact, FactForm::Is::word}; }
/// Each plain member of an object, but those that may carry keys or tokens, under `prefix` and its name.
constexpr FactForm members(std::string_view path, std::string_view prefix) {
    return {path, prefix, FactForm::Is::members};
}

/// An object of statistics ({"mean": 1, "p99": 2}); with '*' at its end, the keys that begin so ("results_ttft_s_*").
/// What is negative, and a latency of 0, is none.
constexpr FigureForm statistics(std::string_view path, std::string_view metric, double factor = 1) {
    return {path, metric, factor};
}
/// One number; 0 is none.
constexpr FigureForm above0(std::string_view path, std::string_view figure, double factor = 1) {
    return {path, figure, factor, FigureForm::Is::above0};
}
/// One number; 0 is a value.
constexpr FigureForm from0(std::string_view path, std::string_view figure, double factor = 1) {
    return {path, figure, factor, FigureForm::Is::from0};
}
/// A count a minute, which becomes one a second; 0 is none.
constexpr FigureForm perMinute(std::string_view path, std::string_view figure) {
    return {path, figure, 1, FigureForm::Is::perMinute};
}
constexpr FigureForm requests(std::string_view path) { return {path, {}, 1, FigureForm::Is::requests}; }
constexpr FigureForm completed(std::string_view path) { return {path, {}, 1, FigureForm::Is::completed}; }
/// Of the requests; what did not fail completed, where that is not told.
constexpr FigureForm failed(std::string_view path) { return {path, {}, 1, FigureForm::Is::failed}; }
/// `factor` makes seconds of it.
constexpr FigureForm duration(std::string_view path, double factor = 1) {
    return {path, {}, factor, FigureForm::Is::duration};
}
/// The concurrency that the run was told to keep up.
constexpr FigureForm users(std::string_view path) { return {path, {}, 1, FigureForm::Is::users}; }

}  // namespace form

/// The value at a path; null where one of its keys is missing. The reference lives as long as `from`.
const nlohmann::json& valueAtPath(const nlohmann::json& from, std::string_view path);
/// States what the table finds. A fact that is stated already stays.
void takeFacts(const nlohmann::json& document, std::span<const FactForm> facts, Context& context);
/// Reports what the table finds. A figure that is there already stays.
void takeFigures(const nlohmann::json& document, std::span<const FigureForm> figures, RunInfo& run);

}  // namespace plumbline
