// Goes through a report of GuideLLM of any size: what stands in it is handed to the deriving class.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "core/ingest/text/json_scanner.h"
#include "core/trace/row.h"

namespace plumbline {

class GuideLlmWalk {
public:
    explicit GuideLlmWalk(ByteSource source) : m_scanner(std::move(source)) {}
    virtual ~GuideLlmWalk() = default;

    /// False: it could not be followed to its end.
    bool report();
    /// Goes through the report; why something is left that could not be read, or nothing.
    std::string unreadRest();
    const JsonScanner& scanner() const { return m_scanner; }

protected:
    // Each is called with the cursor at a value and passes over it; false: it can't be passed over.
    virtual bool other(const std::string& key) = 0;  ///< of the report
    virtual bool field(const std::string& key) = 0;  ///< of the benchmark that began last
    virtual bool request(Status status) = 0;         ///< of that benchmark; the status is its list's

    virtual void beginBenchmark() = 0;
    /// The entry of the benchmarks at this byte is none.
    virtual void strange(std::uint64_t) {}

    JsonScanner m_scanner;

private:
    bool benchmarks();
    bool benchmark();
    bool requests();
    bool requestsOf(Status status);
};

}  // namespace plumbline
