// What a decode step reads of one sequence's cache, by kind of attention (BOUND §3). In elements: a format gives
// bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace plumbline {

/// heads: keys and values of kvHeads heads (multi-head where kvHeads == heads, else grouped); latent: one vector for
/// all heads; recurrent: a state of fixed size, read and written whatever the context.
enum class CacheKind : std::uint8_t { heads, latent, recurrent };

/// Layers that are alike.
struct CacheLayers {
    CacheKind kind = CacheKind::heads;
    double layers = 0;
    double heads = 0, kvHeads = 0, headDim = 0;
    double latentDim = 0, ropeDim = 0;
    double state = 0;              ///< elements of one layer's state
    std::optional<double> window;  ///< sliding: the newest tokens, no more than this
    std::optional<double> chunk;   ///< local: the tokens since the last multiple of this
    std::optional<double> top;     ///< sparse: an indexer picks this many tokens, and reads a key of every one
    double indexDim = 0;           ///< elements of an index key
    bool operator==(const CacheLayers&) const = default;
};

/// Tokens whose entries are read, of `context` that are cached.
double tokensRead(const CacheLayers& layers, double context);
/// Elements read (of a state: read and written) for one sequence in one step, over all of these layers.
double elementsRead(const CacheLayers& layers, double context);
/// FLOP of one token's attention over the cache, over all of these layers; of a state 0, it is not counted.
double attentionFlop(const CacheLayers& layers, double context);
/// The product that elementsRead is, in words: "36 layers x 2 x 8 x 64 elements x 8,192 tokens".
std::string cacheText(const CacheLayers& layers, double context);

}  // namespace plumbline
