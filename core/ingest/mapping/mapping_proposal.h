// What a mapping may be for a file: its columns and first rows, the fields that they look like, and units that the
// values prove.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/ingest/mapping/mapping.h"

namespace plumbline {

/// The first records of a file as cells.
struct RowsSample {
    std::string rows = "$";                                      ///< as in Mapping
    std::vector<std::string> columns;                            ///< as in Mapping; empty: the file has no records
    std::vector<std::vector<std::optional<std::string>>> cells;  ///< by record, then by column
};
/// At most `most` records. Without `rows`, those of the document's first key with a list of objects, where it is an
/// object with one; else "$". Errors: io, cancelled; refused for what is neither table nor JSON.
Result<RowsSample> sampleRows(const std::string& path, const std::optional<std::string>& rows = {},
                              std::size_t most = 1000, std::stop_token stop = {});

/// Why a field is proposed as it is.
enum class ProposalBasis : std::uint8_t {
    name,    ///< the column's name says it, its unit too where it has one
    proved,  ///< its unit follows from other columns
    open     ///< its unit is not provable and has been left out: a person has to choose it
};
struct FieldProposal {
    std::string field;
    ProposalBasis basis = ProposalBasis::name;
    std::string reason;  ///< one sentence for people
};
struct MappingProposal {
    Mapping mapping;  ///< whenColumns are the columns that it uses; without a name
    std::vector<FieldProposal> fields;
};
/// A mapping by the names of the columns. Units that no name tells are proved together: the requests in flight are near
/// the declared concurrency, the first token comes before the end in all rows, and both are as long as such times are,
/// in one unit and no other. What is not provable is left without a unit. Empty where nothing looks like a field.
MappingProposal proposeMapping(const RowsSample& sample);

}  // namespace plumbline
