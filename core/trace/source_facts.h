// What the facts of a source say beyond their own words: whether its task makes text, why its reader left a figure out,
// and where its duration comes from. Readers state them as facts, so that a workspace and an exported trace keep them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/trace/context.h"

namespace plumbline {

/// false: the task's answers are no text (embedding, rerank, pooling), as the fact "makes_text" says, else the words of
/// task, endpoint and back end (METRICS §2). True where nothing says so.
bool makesText(const Context& context);
inline constexpr std::string_view makesTextFact = "makes_text";

/// Why a figure that the file holds is none of the reported ones: `key` is a key path of the JSON, or its series
/// ("tpot_s"). One sentence without a full stop.
void leaveOut(Context& context, std::string_view key, std::string_view reason);
/// The reason for a key path, its own or its series'; nothing where the reader left nothing out.
std::optional<std::string> leftOutWhy(const Context& context, std::string_view keyPath);

/// The harness gives no duration: it was worked back from a rate of its own, which a rate would only give back.
void takeDurationFromRate(Context& context);
bool hasDurationFromRate(const Context& context);

}  // namespace plumbline
