// The bound's inputs from what a configuration says of itself.
#pragma once

#include "core/bound/catalog_bound.h"
#include "core/trace/context.h"

namespace plumbline {

/// The "bound" object in force, either form; model, accelerator and count default to the configuration's
/// (TRACE_FORMAT §2). Errors: no such object, or what it leaves unknown ("weight formats unknown: attention, head").
Result<BoundInputs> boundOf(const Context& context);
/// What the form leaves open and the configuration states: model, accelerator, count.
void fillFromConfiguration(const Context& context, CatalogBound& form);

}  // namespace plumbline
