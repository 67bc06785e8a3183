// A whole read of one file with one reader, what its packing lost included.
#pragma once

#include "core/ingest/reader/reader.h"

namespace plumbline {

/// As the reader's own read(), of which `sample` is the sample of that file, but where the packing of the file is
/// damaged (cut off, bad checksum, text that ends inside a character, YAML that breaks off), what is good before that
/// is kept: the damage becomes a last rejected record and a diagnostic "damaged". Where the reader finds nothing in
/// what is good, the error names the damage.
Result<ReadOutcome> readFile(const Reader& reader, ReadInput input, const Sample& sample, RowSink& sink);

/// Takes out of a read's facts and diagnostics what nobody keeps: texts under private names, keys and passwords
/// wherever they stand, values of flags that let somebody in. Says in a diagnostic "private" how many facts were left
/// out. readFile() has done so for what the file says; whoever lays a context file over it asks for it again.
void blotPrivate(ReadOutcome& outcome);

}  // namespace plumbline
