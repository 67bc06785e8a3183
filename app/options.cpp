#include "app/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <deque>
#include <filesystem>

#include "core/trace/number_words.h"

namespace plumbline {
namespace {

bool isOf(const Option& option, Verb verb) { return (option.verbs & static_cast<unsigned>(verb)) != 0; }

Unexpected refuse(std::string message, Verb verb) {
    const std::string_view name = entry(verb).name;
    return unexpected(ErrorKind::options, std::move(message), {},
                      fmt::format("plumbline {}{}--help lists what there is.", name, name.empty() ? "" : " "));
}

std::string commandName(Verb verb) {
    return verb == Verb::window ? std::string("without a verb") : fmt::format("with {}", entry(verb).name);
}

const Option* findOption(Verb verb, std::string_view name) {
    for (const Option& option : options())
        if (isOf(option, verb) && (option.name == name || (!option.shortName.empty() && option.shortName == name)))
            return &option;
    return nullptr;
}

/// An option of another verb is told from one that there is not.
Unexpected unknownOption(Verb verb, std::string_view name) {
    for (const Option& option : options())
        if (option.name == name) return refuse(fmt::format("{} cannot be given {}.", name, commandName(verb)), verb);
    return refuse(fmt::format("There is no option {}.", name), verb);
}

/// Qt's own, which the QApplication of the window takes off: -platform xcb and the like.
bool isOfQt(Verb verb, std::string_view word) {
    if (verb != Verb::window && verb != Verb::picture) return false;
    for (const std::string_view own :
         {"-platform", "-style", "-stylesheet", "-display", "-geometry", "-qwindowgeometry"})
        if (word == own) return true;
    return false;
}

class Parser {
public:
    explicit Parser(const std::vector<std::string>& arguments) : m_rest(arguments.begin(), arguments.end()) {}

    Result<Request> parse() {
        if (!m_rest.empty())
            if (const auto verb = parseVerb(m_rest.front())) {
                m_request.verb = *verb;
                m_rest.pop_front();
            }
        while (!m_rest.empty())
            if (Result<void> done = next(take()); !done) return Unexpected{done.error()};
        return std::move(m_request);
    }

private:
    std::string take() {
        std::string word = std::move(m_rest.front());
        m_rest.pop_front();
        return word;
    }

    Result<void> next(std::string word) {
        if (m_onlyPaths || word.size() < 2 || word.front() != '-') {
            m_request.paths.push_back(std::move(word));
            return {};
        }
        if (word == "--") {
            m_onlyPaths = true;
            return {};
        }
        if (isOfQt(m_request.verb, word)) {
            if (!m_rest.empty()) take();
            return {};
        }
        return option(word);
    }

    Result<void> option(const std::string& word) {
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        const std::string name = word.substr(0, equals);
        const Option* found = findOption(m_request.verb, name);
        if (found == nullptr) return unknownOption(m_request.verb, name);
        const bool inWord = equals != std::string::npos;
        if (found->value.empty() && inWord) return refuse(fmt::format("{} takes no value.", name), m_request.verb);
        if (!found->value.empty() && !inWord && m_rest.empty())
            return refuse(fmt::format("{} needs a value: {} {}.", name, name, found->value), m_request.verb);
        std::string value;
        if (!found->value.empty()) value = inWord ? word.substr(equals + 1) : take();
        return apply(*found, name, std::move(value));
    }

    Result<void> apply(const Option& option, const std::string& name, std::string value) {
        Result<void> taken = option.apply(m_request, value);
        if (!taken) {
            Error error = taken.error();
            error.where = error.where.empty() ? name : name + " " + error.where;
            error.kind = ErrorKind::options;
            return Unexpected{std::move(error)};
        }
        if (option.setting) {
            m_request.settingOptions.push_back(static_cast<std::size_t>(&option - options().data()));
            m_request.settingValues.push_back(std::move(value));
        }
        return {};
    }

    std::deque<std::string> m_rest;
    Request m_request;
    bool m_onlyPaths = false;
};

std::string usage(const VerbEntry& verb) {
    return fmt::format(
        "plumbline{}{} {}", verb.name.empty() ? "" : " ", verb.name,
        verb.verb == Verb::window ? std::string(verb.operands) : fmt::format("[options] {}", verb.operands));
}

std::string optionLines(Verb verb) {
    std::string out;
    for (const Option& option : options()) {
        if (!isOf(option, verb)) continue;
        const std::string names =
            option.shortName.empty() ? std::string(option.name) : fmt::format("{}, {}", option.shortName, option.name);
        out += fmt::format("  {:<28}{}\n", option.value.empty() ? names : fmt::format("{} {}", names, option.value),
                           option.help);
    }
    return out;
}

std::string dialectLines() {
    std::string out = "\nDialects, each by its harness's own population, window, percentile rule and formulas:\n\n";
    for (const DialectEntry& each : dialects()) out += fmt::format("  {:<28}{}\n", each.name, each.title);
    return out;
}

std::string limitLines() {
    std::string out = "\nLimits, and what happens above them (--limit):\n\n";
    for (const SizeLimitEntry& each : sizeLimits())
        out += fmt::format("  {:<28}{} without this{}\n",
                           fmt::format("{}={}", each.name, each.unit.empty() ? "N" : each.unit),
                           withCommas(each.standard), each.beside);
    return out;
}

std::string verbLines() {
    std::string out;
    for (const VerbEntry& verb : verbs())
        if (!verb.name.empty()) out += fmt::format("  {:<28}{}\n", verb.name, verb.does);
    return out;
}

}  // namespace

const VerbEntry& entry(Verb verb) {
    for (const VerbEntry& each : verbs())
        if (each.verb == verb) return each;
    assert(false && "a verb that is in no table");
    return verbs().front();
}

std::optional<Verb> parseVerb(std::string_view word) {
    for (const VerbEntry& each : verbs())
        if (!each.name.empty() && each.name == word) return each.verb;
    return std::nullopt;
}

Result<Request> parseArguments(const std::vector<std::string>& arguments) { return Parser(arguments).parse(); }

Settings overlaid(Settings base, const Request& request) {
    Request over;
    over.settings = std::move(base);
    bool slosAreOld = true;
    for (std::size_t i = 0; i < request.settingOptions.size(); ++i) {
        const Option& option = options()[request.settingOptions[i]];
        if (option.name == "--slo" && slosAreOld) {
            over.settings.slos.clear();
            slosAreOld = false;
        }
        [[maybe_unused]] const Result<void> taken = option.apply(over, request.settingValues[i]);
        assert(taken && "taken once, when it was parsed");
    }
    return std::move(over.settings);
}

std::string helpText(Verb verb) {
    const VerbEntry& one = entry(verb);
    std::string out = fmt::format("Usage: {}\n", usage(one));
    if (verb == Verb::window) {
        out += "       plumbline VERB [options] ...\n\nOpens the window, or answers without one:\n\n" + verbLines();
        out += "\nplumbline VERB --help tells the options of each.\n\n" + optionLines(verb);
    } else {
        std::string does(one.does);
        does.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(does.front())));
        out += fmt::format("\n{}.\n\n{}", does, optionLines(verb));
        if (verb == Verb::analyze) out += dialectLines();
    }
    out += limitLines();
    const bool takesPaths = one.operands.find("PATH") != std::string_view::npos || verb == Verb::window;
    if (takesPaths)
        out += verb == Verb::import ? "\nA PATH is a result file or a folder."
                                    : "\nA PATH is a result file, a folder or a .plumb workspace.";
    out +=
        "\nExit: 0 done; 1 done, but records were rejected, something was not read or a workspace is damaged;\n"
        "2 nothing usable, or bad options.\n";
    return out;
}

}  // namespace plumbline
