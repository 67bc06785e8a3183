#include "tests/support/writers.h"

namespace plumbline::support {

namespace {

constexpr JsonStyle style = JsonStyle::spaced;

std::string_view name(Outcome outcome) {
    switch (outcome) {
        case Outcome::ok:
            return "ok";
        case Outcome::error:
            return "error";
        case Outcome::cancelled:
            return "cancelled";
        case Outcome::incomplete:
            return "incomplete";
    }
    return "";
}

void numberIfStated(JsonMembers& members, std::string_view key, int value) {
    if (value > 0) members.number(key, value);
}

void writeFlags(TextSink& sink, JsonMembers& members, const std::vector<std::string>& flags) {
    if (flags.empty()) return;
    members.key("flags").put("[");
    for (std::size_t index = 0; index < flags.size(); ++index) {
        if (index > 0) sink.put(", ");
        sink.quoted(flags[index]);
    }
    sink.put("]");
}

void writeConfiguration(TextSink& sink, const RunDescription& run) {
    JsonMembers members(sink, style);
    members.text("name", run.configuration);
    members.text("engine", run.engine);
    members.text("engine_version", run.engineVersion);
    members.text("model", run.model);
    members.text("model_revision", run.modelRevision);
    members.text("quantization", run.quantization);
    members.text("accelerator", run.accelerator);
    numberIfStated(members, "accelerator_count", run.acceleratorCount);
    numberIfStated(members, "tensor_parallel", run.tensorParallel);
    writeFlags(sink, members, run.flags);
    members.text("cache_state", run.cacheState);
    members.flag("output_checked", run.outputChecked);
    members.raw("bound", run.bound);
    members.end();
}

void writeBoundary(TextSink& sink, const RunDescription& run) {
    JsonMembers members(sink, style);
    members.text("start", "sent");
    members.text("first", run.firstTokenKind);
    members.text("end", run.end);
    members.text("tokens", "usage");
    members.text("clock", run.clock);
    members.end();
}

void writeWorkload(TextSink& sink, const RunDescription& run) {
    JsonMembers members(sink, style);
    members.text("name", run.workload);
    members.text("dataset", run.dataset);
    members.end();
}

void writeGaps(TextSink& sink, JsonMembers& members, const std::vector<Nanoseconds>& times) {
    if (times.size() < 2) return;
    members.key("gaps_ns").put("[");
    for (std::size_t index = 1; index < times.size(); ++index) {
        if (index > 1) sink.put(",");
        sink.integer((times[index] - times[index - 1]).count());
    }
    sink.put("]");
    members.text("gap_basis", "chunk");
}

void writeTimes(JsonMembers& members, const SimulatedRequest& request) {
    members.time("scheduled_ns", request.scheduled);
    members.number("start_ns", request.start.count());
    members.time("headers_ns", request.headers);
    members.time("first_byte_ns", request.firstByte);
    members.time("first_reasoning_ns", request.firstReasoning);
    members.time("first_content_ns", request.firstContent);
    members.time("first_token_ns", request.firstToken);
    members.text("first_token_kind", request.firstTokenKind);
    members.time("last_content_ns", request.lastContent);
    members.time("end_ns", request.end);
    members.number("chunks", request.chunks);
}

void writeCounts(JsonMembers& members, const SimulatedRequest& request) {
    members.number("prompt_tokens", request.promptTokens);
    members.number("cached_tokens", request.cachedTokens);
    members.number("output_tokens", request.outputTokens);
    members.number("reasoning_tokens", request.reasoningTokens);
    if (request.outputTokens) members.text("token_source", "usage");
    members.number("other_output_tokens", request.otherOutputTokens);
    members.number("first_chunk_tokens", request.firstChunkTokens);
    members.number("max_tokens", request.maxTokens);
    members.text("finish", request.finish);
    members.time("queue_ns", request.queue);
}

}  // namespace

std::string headerJson(const RunDescription& run, HeaderUse use) {
    TextSink sink;
    JsonMembers members(sink, style);
    members.text("plumbline", "trace/1");
    if (use == HeaderUse::trace) {
        members.text("clock", run.clock);
        members.key("timing_boundary");
        writeBoundary(sink, run);
    }
    members.key("configuration");
    writeConfiguration(sink, run);
    if (!run.workload.empty() || !run.dataset.empty()) {
        members.key("workload");
        writeWorkload(sink, run);
    }
    if (run.requests > 0) members.key("run").print("{{\"requests\": {}}}", run.requests);
    members.end();
    return sink.text();
}

void writeTraceRow(TextSink& sink, const SimulatedRequest& request) {
    JsonMembers members(sink, style);
    members.text("id", request.id);
    if (request.concurrency > 0) members.key("load").print("{{\"concurrency\": {}}}", request.concurrency);
    writeTimes(members, request);
    writeGaps(sink, members, request.chunkTimes);
    writeCounts(members, request);
    members.text("status", name(request.outcome));
    members.flag("deliberate", request.deliberate);
    members.text("error", request.error);
    members.text("prompt_key", request.promptKey);
    members.text("prefix_key", request.prefixKey);
    members.text("session", request.session);
    members.number("turn", request.turn);
    members.text("phase", request.warmup ? "warmup" : "measured");
    members.number("repeat", request.repeat);
    members.end();
    sink.put("\n");
}

void writeTrace(TextSink& sink, const RunDescription& run, const std::vector<SimulatedRequest>& requests) {
    sink.put(headerJson(run, HeaderUse::trace));
    sink.put("\n");
    for (const auto& request : requests) {
        writeTraceRow(sink, request);
        sink.spill();
    }
}

}  // namespace plumbline::support
