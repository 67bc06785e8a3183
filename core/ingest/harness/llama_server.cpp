// Responses of llama.cpp's server with their block of timings (FORMATS/llama_cpp.md §1). The engine's own times, from
// the moment when a slot begins with the prompt.
#include "core/ingest/form/record_form.h"
#include "core/ingest/reader/all_readers.h"

namespace plumbline {
namespace {

constexpr auto ms = TimeUnit::milliseconds;
constexpr WordSlot model{0};
constexpr NumberSlot generating{0}, processed{1};

/// prompt_ms ends with the first token; predicted_ms runs from there to the last. Of the prompt's tokens prompt_n are
/// those that were processed, cache_n those that the cache had.
constexpr std::array keys{
    form::after("timings.prompt_ms", &Row::firstToken, ms, Zero::isNone),
    form::number("timings.predicted_ms", generating),
    form::count("timings.predicted_n", &Row::outputTokens),
    form::number("timings.prompt_n", processed),
    form::count("timings.cache_n", &Row::cachedTokens),
    form::count("usage.prompt_tokens", &Row::promptTokens, Zero::isNone),
    KeyForm{.path = "tokens_evaluated", .place = &Row::promptTokens, .zero = Zero::isNone, .alternate = true},
    form::text("id", &Row::id),
    form::text("stop_type", &Row::finish),
    form::word("model", model)};
constexpr std::array<std::string_view, 2> marks{"timings.prompt_ms", "timings.predicted_ms"};
constexpr std::array<std::string_view, 1> parts{"model"};
constexpr std::array facts{form::word("llama.cpp", "engine"), form::word("llama.cpp server", "note.harness")};

class Hooks final : public FormHooks {
    void complete(FormRecord& record, FormFile&) override {
        Row& row = record.row;
        const auto& time = record.numbers[generating.at];
        const auto& prompt = record.numbers[processed.at];
        if (time && *time >= 0 && isKnown(row.firstToken)) row.end = row.firstToken + toTime(*time, ms);
        if (row.outputTokens == 0) row.firstToken = unknownTime;  // it ended where the prompt did
        if (!isKnown(row.promptTokens) && isKnown(row.cachedTokens) && prompt && *prompt >= 0 && *prompt < 1e9)
            row.promptTokens = row.cachedTokens + static_cast<Count>(*prompt);
    }
};

constexpr RecordForm llamaServerForm{
    .keys = keys,
    .all = marks,
    .notOne = "It has no timings with prompt_ms and predicted_ms, so it is no response of llama.cpp's server.",
    .facts = facts,
    .partedBy = parts,
    .start = "server",
    .end = "last-text",
    .first = FirstTokenKind::engine,
    .tokens = TokenSource::usage,
    .noLoad = "Nothing tells how many requests ran at once, so the load is not stated.",
    .excerpts = false,  // a response holds the answer's text
    .hooks = makeHooks<Hooks>};

int probeLlamaServer(const Sample& sample) {
    return sample.isJson() && sample.has("timings") && sample.holds("\"predicted_ms\"") ? 95 : 0;
}

}  // namespace

const Reader llamaServerReader{"llama-server",
                               "llama.cpp server responses",
                               "objects with timings, which have prompt_ms and predicted_ms",
                               {ReaderForm{.probe = probeLlamaServer, .records = &llamaServerForm}}};

}  // namespace plumbline
