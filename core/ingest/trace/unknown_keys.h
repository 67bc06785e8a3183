// Keys of a trace's rows that are no fields of the format: each said once a file with its count, and what was probably
// meant.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/diagnostic.h"

namespace plumbline {

/// What a key that is no field of a row was probably meant to be: "start" is "start_ns, start_us, start_ms or start_s",
/// "outputTokens" and "output_token" are "output_tokens". Empty where nothing is near.
std::string likelyTraceField(std::string_view key);

class UnknownKeys {
public:
    /// A key of the record at hand, which counts once the record is known to be a row.
    void note(std::string_view key) { m_ofRecord.emplace_back(key); }
    void forgetRecord() { m_ofRecord.clear(); }
    /// The record is a row of this line.
    void keepRecord(std::uint64_t line);
    /// One diagnostic "unknown-key" a key, in the order of the keys; beyond 20 keys, one for the rest.
    void tell(std::vector<Diagnostic>& to) const;

private:
    struct Seen {
        std::uint64_t count = 0, line = 0;
    };
    std::vector<std::string> m_ofRecord;
    std::map<std::string, Seen, std::less<>> m_seen;
    std::uint64_t m_others = 0;  ///< rows with a key beyond those that are kept
};

/// The sentence of a key or a column ("key", "column") that is no field of a trace.
std::string unknownKeyText(std::string_view what, std::string_view key);

}  // namespace plumbline
