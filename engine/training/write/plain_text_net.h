// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/recurrent.h"
#include "engine/net/net.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

/// What a net for text comes down to while it writes one stream step by step, where it is made as most are: EMBED, then
/// recurrent layers of one cell above each other, then INNERPRODUCT. Weights and state lie where the store and the net
/// have them.
struct PlainTextNet {
    struct Recurrent {
        std::int64_t units;            ///< H
        const float *Wx, *Wh, *b, *bh; ///< [G·H, I], [G·H, H], [G·H], [G·H]; I: the embedding's width or the H below
        float *h, *c;                  ///< [H]; bh and c are null in a cell that has none
    };

    std::int64_t vocabulary;                ///< V
    std::int64_t width;                     ///< E
    const float *embedding, *embeddingBias; ///< [V, E], [E]; the bias may be null
    const Cell* cell;                       ///< of all layers
    std::vector<Recurrent> layers;          ///< the lowest first
    const float *W, *b;                     ///< [V, H] of the highest, [V]; b may be null
    const std::uint64_t* version;           ///< of the weights
};

/// Nothing where the net is made of more or of other things. `net` has one step and one stream, and is of the phase
/// RUN: DROPOUT, RESHAPE and SPLIT do nothing then.
std::optional<PlainTextNet> plainTextNet(const Net& net, const WeightStore& store, const std::string& scores);

} // namespace engine
