#include "core/ingest/read_file.h"

#include <optional>

namespace plumbline {

Result<ReadOutcome> readFile(const Reader& reader, ReadInput input, RowSink& sink) {
    std::optional<Error> damage;
    input.damaged = [&](const Error& error) { damage = error; };
    auto outcome = reader.read(input, sink);
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
