// The bound's inputs in the catalog's words: a model on so many accelerators. Nothing that is missing is assumed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/bound/bound.h"
#include "core/bound/catalog.h"

namespace plumbline {

/// As the options of `plumbline bound` and the keys of a context's "bound" object (TRACE_FORMAT §2). Texts: empty, not
/// said. Counts and batch are of all copies; bytes and rates are of one.
struct CatalogBound {
    std::string model, accelerator;  ///< ids, or the beginning of one
    std::string weights;             ///< "routed=mxfp4,rest=bf16"
    std::string kvFormat;
    std::optional<double> count, replicas, draft, accept, rKv, rAttn, draftBytes, bandwidth, math;
    std::optional<double> kvBytesPerToken;  ///< in place of what the catalog tells of the cache
    std::optional<double> batch, context, measured, practical;
    bool operator==(const CatalogBound&) const = default;
};

/// How what is missing is named to the one who is asked for it: --kv-format, or "kv_format".
enum class NamedAs { options, keys };

/// The inputs as the bound takes them. Errors: all that is missing at once ("weight formats unknown: attention, head"),
/// with what to give; a name that is not in the catalog or is ambiguous; a combination that makes no sense.
/// The format of the cache is asked for where a context is known, that is by bound().
Result<BoundInputs> resolve(const CatalogBound& form, const Catalog& catalog, NamedAs namedAs);

/// A context's "bound" object, either form: with "groups" the typed one.
using BoundStatement = std::variant<BoundInputs, CatalogBound>;
Result<BoundStatement> parseBoundStatement(std::string_view json);
std::string boundJson(const CatalogBound& form);  ///< parse(json(x)) == x

}  // namespace plumbline
