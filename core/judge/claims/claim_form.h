// A claim as a person makes it, before anything is known of it: "64 meets 40 s", "B has a lower TTFT p95 than A by
// 10%".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/measure/settings.h"

namespace plumbline {

enum class ClaimSense : std::uint8_t { meets, lower, higher, better, worse };
std::string_view name(ClaimSense sense);  ///< "meets", "lower", ...

/// Who is spoken of: a configuration's name, the beginning of one, or its number as "[2]". Empty: the only one there
/// is, or the other of two. An id, which the window has, goes before the word.
struct ClaimWho {
    std::string word;
    std::optional<ConfigurationId> id;
    bool isGiven() const { return id || !word.empty(); }
    bool operator==(const ClaimWho&) const = default;
};

/// By how much at least: in stored units; a share ("by 10%"); or times ("by 1.2x"). none: at all.
struct ClaimMargin {
    enum class Kind : std::uint8_t { none, absolute, share, times };
    Kind kind = Kind::none;
    double amount = 0;
    bool operator==(const ClaimMargin&) const = default;
};

/// A load by its number; of requests per second where that was said, else of any kind that has the number. Or
/// unbounded, which has none.
struct ClaimLoad {
    double value = 0;
    bool isRate = false, isUnbounded = false;
    bool fits(const Load& load) const;
    bool operator==(const ClaimLoad&) const = default;
};

/// A limit in stored units, and how it was written.
struct ClaimLimit {
    Comparison op = Comparison::less;
    double limit = 0;
    std::string unit;
    bool operator==(const ClaimLimit&) const = default;
};

struct ClaimForm {
    ClaimWho subject, other;  ///< other: of a comparison
    ClaimSense sense = ClaimSense::meets;
    std::optional<Quantity> quantity;  ///< nothing, for meets alone: that of the limit in force with this number
    std::optional<ClaimLoad> load;     ///< nothing: at every load there is
    ClaimMargin margin;
    ClaimLimit limit;          ///< of meets
    std::optional<Slo> under;  ///< of a comparison: where each just meets this limit, not at one load
    bool operator==(const ClaimForm&) const = default;
};

/// 'SUBJECT [at LOAD] meets METRIC STAT OP LIMIT', 'LOAD meets LIMIT', and 'SUBJECT has a lower|higher|better|worse
/// METRIC STAT [than OTHER] [by AMOUNT] [at LOAD | under METRIC STAT OP LIMIT]'. METRIC is one of a request, or
/// output_rate, request_rate, error_rate, attained, ... without a STAT. Errors say what is wrong and show a right one.
Result<ClaimForm> parseClaim(std::string_view text);
/// The claim in full, in the words that parseClaim takes.
std::string text(const ClaimForm& form);

}  // namespace plumbline
