#include "core/ingest/read_file.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/ingest/doc_facts.h"
#include "core/ingest/raw_text.h"

namespace plumbline {
namespace {

constexpr const char* blotted = "\u2026";

bool mayHoldKey(std::string_view text) {
    constexpr std::array<std::string_view, 3> marks{"sk-", "earer ", "hf_"};
    return std::any_of(marks.begin(), marks.end(),
                       [text](std::string_view mark) { return text.find(mark) != text.npos; });
}

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
        if (!mayHoldKey(row.error)) return m_to.row(source, run, row);
        Row copy = row;
        copy.error = doc::withoutKeys(row.error);
        m_to.row(source, run, copy);
    }
    void reject(const Rejection& rejection) override {
        Rejection copy = rejection;
        copy.excerpt = shapeOf(rejection.excerpt);
        m_to.reject(copy);
    }

private:
    RowSink& m_to;
};

bool isKeyFlag(std::string_view flag) {
    const std::string_view name = flag.substr(0, flag.find('='));
    constexpr std::array<std::string_view, 6> words{"api-key", "api_key", "apikey", "token=", "password", "secret"};
    return name.starts_with("-") &&
           (name.ends_with("-token") ||
            std::any_of(words.begin(), words.end(), [&](auto word) { return name.find(word) != name.npos; }));
}

/// "--api-key=..." and the word after "--api-key" are blotted out.
std::string withoutFlagValues(const std::string& jsonText) {
    auto list = nlohmann::json::parse(jsonText, nullptr, false);
    if (!list.is_array()) return jsonText;
    bool isValue = false;
    for (auto& each : list) {
        if (!each.is_string()) continue;
        const std::string word = each.get<std::string>();
        if (isValue) each = blotted;
        isValue = !isValue && isKeyFlag(word) && word.find('=') == word.npos;
        if (isKeyFlag(word) && word.find('=') != word.npos) each = word.substr(0, word.find('=') + 1) + blotted;
    }
    return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool isWords(const std::string& jsonText) { return !jsonText.empty() && jsonText.find_first_of("\"[{") == 0; }

void blotFact(std::optional<std::string>& text) {
    if (!text) return;
    if (text->find("\"-") != text->npos) text = withoutFlagValues(*text);
    if (mayHoldKey(*text)) text = doc::withoutKeys(*text);
}

/// Request options that a harness was given for all requests are configuration, whatever their name sounds like.
bool isPrivateFact(std::string_view key) { return key != "extra_inputs" && isPrivateField(key); }

/// How many facts were left out.
std::size_t blotFacts(Context& context) {
    const std::size_t before = context.size();
    std::erase_if(context, [](const auto& each) {
        const std::string_view last = std::string_view(each.first).substr(each.first.rfind('.') + 1);
        const auto& [stated, edited] = each.second;
        return isPrivateFact(last) && ((stated && isWords(*stated)) || (edited && isWords(*edited)));
    });
    for (auto& [key, fact] : context) {
        blotFact(fact.stated);
        blotFact(fact.edited);
    }
    return before - context.size();
}

void blot(ReadOutcome& outcome) {
    std::size_t left = 0;
    for (SourceInfo& source : outcome.sources) left += blotFacts(source.context);
    for (Diagnostic& each : outcome.diagnostics)
        if (mayHoldKey(each.text)) each.text = doc::withoutKeys(each.text);
    if (left > 0)
        outcome.diagnostics.push_back(
            {"private", "Fields of the file's head that may hold prompts or keys are not stored.", left});
}

}  // namespace

Result<ReadOutcome> readFile(const Reader& reader, ReadInput input, RowSink& sink) {
    std::optional<Error> damage;
    input.damaged = [&](const Error& error) { damage = error; };
    DiscreetSink discreet(sink);
    auto outcome = reader.read(input, discreet);
    if (outcome) blot(*outcome);
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
