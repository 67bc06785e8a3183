// Facts and figures from the small documents that lie beside rows: summaries, arguments, metadata.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/trace/context.h"

namespace plumbline {

/// The value at a path of keys; null where one of them is missing. The reference lives as long as `from`.
const nlohmann::json& valueAt(const nlohmann::json& from, std::initializer_list<const char*> keys);
/// A finite number, or one that is written as a text; nothing for other values.
std::optional<double> numberOf(const nlohmann::json& value);
/// The same where it is above 0: harnesses write 0 and -1 for "not set".
std::optional<double> positiveOf(const nlohmann::json& value);
/// A whole number from 0 to 10^15.
std::optional<std::int64_t> wholeOf(const nlohmann::json& value);
/// A string's contents; empty for other values.
std::string stringOf(const nlohmann::json& value);
// The same of what stands at a path of keys:
std::optional<double> numberAt(const nlohmann::json& from, std::initializer_list<const char*> keys);
std::optional<double> positiveAt(const nlohmann::json& from, std::initializer_list<const char*> keys);
std::optional<std::int64_t> countAt(const nlohmann::json& from, std::initializer_list<const char*> keys);
std::string textAt(const nlohmann::json& from, std::initializer_list<const char*> keys);

/// States a fact. Null, "", "None", "N/A", [] and {} say nothing.
void stateFact(Context& context, std::string_view key, const nlohmann::json& value);
/// The same, as a number where it is one that is written as a text.
void stateNumber(Context& context, std::string_view key, const nlohmann::json& value);

/// An error's own words without what looks like an API key, at most 400 bytes.
std::string withoutKeys(std::string_view text);

/// A value with the unit that its harness named; ms where `factor` is 1e-3. Zero is "none" for a time.
void reportTime(Reported& reported, const std::string& key, std::optional<double> value, double factor = 1);
void report(Reported& reported, const std::string& key, std::optional<double> value);

/// "2026-11-29T17:20:08Z", "2026-11-29 17:20:08.25+00:00": time since the epoch; unknown without a date and a time.
/// A time without a zone is taken for UTC.
Nanoseconds parseIsoTime(std::string_view text);

/// The document beside another, if there is one and it can be read: false where there is none. `problem` says why one
/// that is there could not be read.
bool readBeside(const std::string& path, nlohmann::json& document, std::string& problem);
/// The folder of a path, with a '/' at its end; empty for a bare name.
std::string folderOf(const std::string& path);

}  // namespace plumbline
