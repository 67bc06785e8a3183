// The command line: one table of options, from which parsing and --help follow. Plain C++: analyze makes no
// QApplication.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bound/catalog_bound.h"
#include "core/judge/claims/claim_form.h"
#include "core/measure/dialect.h"
#include "core/measure/setting_table.h"
#include "core/trace/result.h"
#include "core/trace/size_limits.h"

namespace plumbline {

enum class Verb : unsigned {
    window = 1,
    analyze = 2,
    import = 4,
    exportFile = 8,
    picture = 16,
    bound = 32,
    readers = 64
};

struct VerbEntry {
    Verb verb;
    std::string_view name;      ///< empty for the window
    std::string_view operands;  ///< as the usage line says them
    std::string_view does;      ///< one line
};
std::span<const VerbEntry> verbs();
const VerbEntry& entry(Verb verb);
std::optional<Verb> parseVerb(std::string_view word);

/// All that options can say. What a verb doesn't use keeps its default.
struct Request {
    Verb verb = Verb::window;
    std::vector<std::string> paths;
    bool help = false, version = false, json = false, keepBoth = false;
    std::string output, contextFile, mapping, reviewFile, checkFolder;
    std::string view, theme = "light";
    int width = 1280, height = 720;
    double scale = 1;
    std::optional<Dialect> dialect;  ///< the harness by whose rules the rows are measured too
    std::vector<ClaimForm> claims;   ///< to be answered
    GivenLimits limits;
    std::vector<WeightGroup> groups;          ///< of the bound's typed form
    CatalogBound bound;                       ///< of its catalog form; its numbers serve both
    Settings settings;                        ///< defaults with the options applied
    std::vector<std::size_t> settingOptions;  ///< positions in options(), in the order given, with their values below
    std::vector<std::string> settingValues;
};

struct Option {
    std::string_view name, shortName;
    std::string_view value;  ///< what the value is called in --help; empty: a switch
    unsigned verbs;          ///< of which verbs, or-ed
    std::string_view help;
    /// Takes the value into the request; the error says what a right one looks like. Null for a cutoff.
    Result<void> (*take)(Request& request, const std::string& value);
    bool setting = false;                  ///< changes Request::settings
    const SettingEntry* cutoff = nullptr;  ///< the setting that it is the option of
    Result<void> apply(Request& request, const std::string& text) const;
};
std::span<const Option> options();

/// Arguments without the program's name. Errors are of kind options: unknown or misplaced option, missing or wrong
/// value.
Result<Request> parseArguments(const std::vector<std::string>& arguments);

/// The settings that were given as options, over a workspace's own. An --slo replaces all of its SLOs.
Settings overlaid(Settings base, const Request& request);

/// --help of a verb, or of the program.
std::string helpText(Verb verb);

}  // namespace plumbline
