// LiteLLM's logs, one call an object: the callback payload, or the database's spend log (FORMATS/litellm.md).
// Production traffic through a proxy, so its load is not stated; overhead and retries of the proxy are in the times.
#include "core/ingest/form/doc_facts.h"
#include "core/ingest/form/record_form.h"
#include "core/ingest/reader/all_readers.h"

namespace plumbline {
namespace {

constexpr auto s = TimeUnit::seconds;
constexpr WordSlot model{0}, callType{1}, stream{2}, cacheHit{3}, status{4}, error{5};

constexpr std::array keys{form::atOrDate("startTime", &Row::start, s),
                          form::atOrDate("endTime", &Row::end, s),
                          form::atOrDate("completionStartTime", &Row::firstToken, s),
                          form::count("prompt_tokens", &Row::promptTokens, Zero::isNoneInErrors),
                          form::count("completion_tokens", &Row::outputTokens, Zero::isNoneInErrors),
                          form::text("id", &Row::id),
                          form::text("request_id", &Row::id),
                          form::text("trace_id", &Row::session),
                          form::text("session_id", &Row::session),
                          form::word("model", model),
                          form::word("call_type", callType),
                          form::word("stream", stream),
                          form::word("cache_hit", cacheHit),
                          form::word("status", status),
                          form::error("error_str", ErrorPart::text)};
constexpr std::array<std::string_view, 2> marks{"startTime", "endTime"};
/// Calls of one log to different models are different configurations.
constexpr std::array<std::string_view, 2> parts{"model", "call_type"};
constexpr std::array facts{form::word("LiteLLM", "note.harness")};

class Hooks final : public FormHooks {
    void complete(FormRecord& record, FormFile& file) override {
        Row& row = record.row;
        if (record.words[status.at] == "failure") row.status = Status::error;
        kindOfCall(record.words[callType.at]);
        firstToken(row, record.words[stream.at], file.diagnostics);
        if (record.words[cacheHit.at] == "true" || record.words[cacheHit.at] == "True")
            file.diagnostics.note("cache-hits", 0, [] {
                return std::string(
                    "Some calls were answered from LiteLLM's own cache, without the model: their times "
                    "are not the server's.");
            });
    }

    /// "acompletion" is "completion", called asynchronously.
    static void kindOfCall(std::string& type) {
        for (const char* name : {"acompletion", "atext_completion", "aresponses", "aembedding"})
            if (type == name) return void(type.erase(0, 1));
    }

    /// The first chunk of any kind; where nothing stamped it, the end of the call stands in its place.
    static void firstToken(Row& row, std::string_view streamed, Diagnostics& diagnostics) {
        const bool isEnd = isKnown(row.firstToken) && row.firstToken == row.end;
        if (isEnd && streamed == "true")
            diagnostics.note("ttft-is-end", 0, [] {
                return std::string(
                    "completionStartTime equals endTime: nothing stamped the first chunk, so it is unknown.");
            });
        if (isEnd || streamed == "false") row.firstToken = unknownTime;
    }
};

constexpr RecordForm litellmForm{.keys = keys,
                                 .all = marks,
                                 .notOne = "It has no startTime and endTime, so it is no call that LiteLLM logged.",
                                 .facts = facts,
                                 .partedBy = parts,
                                 .start = "server",
                                 .end = "closed",
                                 .clock = "epoch",
                                 .first = FirstTokenKind::anyEvent,
                                 .tokens = TokenSource::usage,
                                 .excerpts = false,  // what is logged holds prompts and keys
                                 .hooks = makeHooks<Hooks>};

int probeLitellm(const Sample& sample) {
    const bool stamps = sample.has("startTime") && sample.has("endTime") && sample.has("completionStartTime");
    return sample.isJson() && stamps && sample.has("call_type") ? 95 : 0;
}

}  // namespace

const Reader litellmReader{"litellm",
                           "LiteLLM logs",
                           "objects with call_type, startTime, completionStartTime and endTime",
                           {ReaderForm{.probe = probeLitellm, .records = &litellmForm}}};

}  // namespace plumbline
