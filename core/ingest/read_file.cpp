#include "core/ingest/read_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <vector>

#include "core/ingest/reader/held_sink.h"
#include "core/ingest/redact/discreet_text.h"
#include "core/ingest/redact/raw_text.h"

namespace plumbline {
namespace {

constexpr const char* blotted = "\u2026";

/// What is kept of a rejected record's text: its shape, without what was asked, answered, or lets somebody in.
std::string shapeOf(const std::string& excerpt) {
    std::string out;
    for (const RawPiece& piece : piecesOfJson(excerpt)) out += piece.hidden ? std::string(blotted) : piece.text;
    return out;
}

/// Prompts, replies and keys are not stored: the last place that every reader's words pass.
class DiscreetSink final : public RowSink {
public:
    explicit DiscreetSink(RowSink& to) : m_to(to) {}
    void row(std::size_t source, std::size_t run, const Row& row) override {
        std::optional<Row> copy;
        for (std::string Row::*const text : {&Row::error, &Row::finish, &Row::session, &Row::id}) {
            if ((row.*text).size() < shortestPrivate) continue;
            std::string kept = withoutPrivate(row.*text);
            if (kept == row.*text) continue;
            if (!copy) copy = row;
            (*copy).*text = std::move(kept);
        }
        m_to.row(source, run, copy ? *copy : row);
    }
    void reject(const Rejection& rejection) override {
        Rejection copy = rejection;
        copy.reason = withoutPrivate(rejection.reason);
        copy.excerpt = shapeOf(rejection.excerpt);
        m_to.reject(copy);
    }

private:
    RowSink& m_to;
};

/// Flags whose value is a key or a prompt.
bool isKeyFlag(std::string_view flag) {
    const std::string_view name = flag.substr(0, flag.find('='));
    constexpr std::array<std::string_view, 6> words{"api-key", "api_key", "apikey", "token=", "password", "secret"};
    return name.starts_with("-") &&
           (name.ends_with("-token") || name.ends_with("prompt") ||
            std::any_of(words.begin(), words.end(), [&](auto word) { return name.find(word) != name.npos; }));
}

using Json = nlohmann::json;

std::string dumped(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// "--api-key=..." and the word after "--api-key" are blotted out. True: there were some.
bool blotFlagValues(std::vector<std::string>& words) {
    bool isValue = false, any = false;
    for (std::string& word : words) {
        const bool isKey = isKeyFlag(word), hasValue = word.find('=') != word.npos;
        isValue = isValue && !word.starts_with("--");
        if (isValue || (isKey && hasValue)) {
            word = isValue ? std::string(blotted) : word.substr(0, word.find('=') + 1) + blotted;
            any = true;
        }
        isValue = !isValue && isKey && !hasValue;
    }
    return any;
}

/// A command line in one text.
void blotCommand(Json& value) {
    std::vector<std::string> words;
    std::istringstream line(value.get<std::string>());
    for (std::string word; line >> word;) words.push_back(word);
    if (blotFlagValues(words)) value = fmt::format("{}", fmt::join(words, " "));
}

/// A text, or a list that holds some; what objects hold is looked at by its own names.
bool isSpoken(const Json& value) {
    return value.is_string() || (value.is_array() && std::any_of(value.begin(), value.end(),
                                                                 [](const Json& each) { return each.is_string(); }));
}

/// Inside of a value, whatever it is called: members that let somebody in or were spoken, and values of such flags.
/// True: some.
bool blotInside(Json& value) {
    if (value.is_string()) {
        const Json before = value;
        if (value.get_ref<const std::string&>().starts_with('-')) blotCommand(value);
        value = withoutPrivate(value.get_ref<const std::string&>());
        return value != before;
    }
    bool any = false;
    if (value.is_object())
        for (auto each = value.begin(); each != value.end();) {
            const bool words = each->is_string() || each->is_structured();
            const bool goes =
                (words && isCredentialField(each.key())) || (isSpoken(*each) && isPrivateField(each.key()));
            any = goes || blotInside(*each) || any;
            each = goes ? value.erase(each) : std::next(each);
        }
    if (!value.is_array()) return any;
    std::vector<std::string> words;
    for (const Json& each : value) words.push_back(each.is_string() ? each.get<std::string>() : std::string());
    if (blotFlagValues(words))
        for (std::size_t i = 0; i < words.size(); ++i)
            if (value[i].is_string() && value[i] != words[i]) value[i] = words[i], any = true;
    for (Json& each : value) any = blotInside(each) || any;
    return any;
}

bool isWords(const std::string& jsonText) { return !jsonText.empty() && jsonText.find_first_of("\"[{") == 0; }

void blotFact(std::optional<std::string>& text) {
    if (!text) return;
    if (isWords(*text)) {
        Json value = Json::parse(*text, nullptr, false);
        if (!value.is_discarded() && blotInside(value)) text = dumped(value);
    }
}

/// How many facts were left out.
std::size_t blotFacts(Context& context) {
    const std::size_t before = context.size();
    std::erase_if(context, [](const auto& each) {
        const std::string_view last = std::string_view(each.first).substr(each.first.rfind('.') + 1);
        const auto& [stated, edited] = each.second;
        return isPrivateField(last) && ((stated && isWords(*stated)) || (edited && isWords(*edited)));
    });
    for (auto& [key, fact] : context) {
        blotFact(fact.stated);
        blotFact(fact.edited);
    }
    return before - context.size();
}

}  // namespace

void blotPrivate(ReadOutcome& outcome) {
    std::size_t left = 0;
    for (SourceInfo& source : outcome.sources) left += blotFacts(source.context);
    for (Diagnostic& each : outcome.diagnostics) each.text = withoutPrivate(each.text);
    if (left == 0) return;
    const auto said = std::find_if(outcome.diagnostics.begin(), outcome.diagnostics.end(),
                                   [](const Diagnostic& each) { return each.id == "private"; });
    if (said != outcome.diagnostics.end())
        said->count += left;
    else
        outcome.diagnostics.push_back(
            {"private", "Fields of the file's head or its context that may hold prompts or keys are not stored.",
             left});
}

Result<ReadOutcome> readFile(const Reader& reader, ReadInput input, const Sample& sample, RowSink& sink) {
    std::optional<Error> damage;
    input.damaged = [&](const Error& error) { damage = error; };
    DiscreetSink discreet(sink);
    HeldSink held(discreet);
    auto outcome = reader.read(input, sample, held);
    if (outcome) held.finish(*outcome);
    if (outcome) blotPrivate(*outcome);
    if (!damage) return outcome;
    if (!outcome)
        return outcome.error().kind == ErrorKind::cancelled ? std::move(outcome)
                                                            : Result<ReadOutcome>(Unexpected{*damage});
    sink.reject({outcome->records++, 0, 0, damage->message, {}});
    ++outcome->rejected;
    outcome->diagnostics.push_back({"damaged", damage->message + " " + damage->hint});
    return outcome;
}

}  // namespace plumbline
