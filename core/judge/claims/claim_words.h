// Taking a claim's words apart. Private to the forms of claims.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/measure/metric.h"
#include "core/trace/ascii.h"

namespace plumbline {

std::string_view trimmed(std::string_view text);

/// Where a word stands on its own in a text, outside of quotes, whatever its case; npos: nowhere.
std::size_t findWord(std::string_view text, std::string_view word);
/// Takes the first word off, up to a blank.
std::string_view takeFirst(std::string_view& text);
/// A name without the quotes around it.
std::string unquoted(std::string_view text);

/// A metric's key, JSON key or common word; statistic taken from the words after it where it has one.
struct NamedQuantity {
    Quantity quantity;
    std::string_view rest;
};
/// Nothing: no such metric. A metric of requests without a statistic gives nothing and sets `missing`.
std::optional<NamedQuantity> takeQuantity(std::string_view text, bool& missing);

/// A number with its unit, in the stored unit of the quantity: "80 ms" is 0.08. Nothing: no number, or another's unit.
std::optional<double> parseAmount(std::string_view text, const Quantity& quantity);
/// The units that the quantity takes, for messages: "us, ms or s".
std::string unitsOf(const Quantity& quantity);

}  // namespace plumbline
