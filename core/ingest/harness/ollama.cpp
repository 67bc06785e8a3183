// Ollama's final response objects, of /api/generate and /api/chat (FORMATS/ollama.md). The engine's own times: what
// lies between it and the client is not in them.
#include "core/ingest/form/record_form.h"
#include "core/ingest/reader/all_readers.h"

namespace plumbline {
namespace {

constexpr auto ns = TimeUnit::nanoseconds;
constexpr WordSlot model{0}, done{1};
constexpr NumberSlot generating{0};

/// A count is left out where it is 0; older servers left the prompt's out where it came from the cache.
constexpr std::array keys{form::after("total_duration", &Row::end, ns, Zero::isNone),
                          form::number("eval_duration", generating),
                          form::count("prompt_eval_count", &Row::promptTokens, Zero::isNone),
                          form::count("eval_count", &Row::outputTokens, Zero::isNone),
                          form::text("done_reason", &Row::finish),
                          form::word("model", model),
                          form::word("done", done)};
constexpr std::array<std::string_view, 1> marks{"done"};
constexpr std::array<std::string_view, 1> parts{"model"};
constexpr std::array facts{form::word("ollama", "engine"), form::word("Ollama", "note.harness")};

class Hooks final : public FormHooks {
    void complete(FormRecord& record, FormFile& file) override {
        Row& row = record.row;
        record.isPassed = record.words[done.at] == "false" || row.finish == "load";
        if (record.isPassed)
            return file.diagnostics.note("no-final-object", 0, [] {
                return std::string(
                    "Pieces of a stream, and answers that only loaded a model, are passed over: the last object of an "
                    "answer has its times.");
            });
        // What is not generating comes before the first token: loading, waiting for a slot, the prompt.
        const Nanoseconds time =
            record.numbers[generating.at] ? toTime(*record.numbers[generating.at], ns) : unknownTime;
        if (isKnown(row.end) && time > Nanoseconds(0) && time <= row.end) row.firstToken = row.end - time;
        if (isKnown(row.firstToken)) row.firstTokenKind = file.first;
    }
};

constexpr RecordForm ollamaForm{.keys = keys,
                                .all = marks,
                                .notOne = "It has no key done, so it is no response of Ollama.",
                                .facts = facts,
                                .partedBy = parts,
                                .start = "server",
                                .end = "end-marker",
                                .first = FirstTokenKind::engine,
                                .tokens = TokenSource::usage,
                                .noLoad = "Nothing tells how many requests ran at once, so the load is not stated.",
                                .excerpts = false,  // a response holds the answer's text
                                .hooks = makeHooks<Hooks>};

int probeOllama(const Sample& sample) {
    const bool named = sample.has("done") && sample.has("created_at") && sample.has("model");
    return sample.isJson() && named && (sample.holds("\"total_duration\"") || sample.holds("\"eval_duration\"")) ? 95
                                                                                                                 : 0;
}

}  // namespace

const Reader ollamaReader{"ollama",
                          "Ollama responses",
                          "objects with model, created_at and done, of which the last of an answer has total_duration",
                          {ReaderForm{.probe = probeOllama, .records = &ollamaForm}}};

}  // namespace plumbline
