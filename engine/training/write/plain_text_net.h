// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/recurrent.h"
#include "engine/net/net.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

/// The weights and state of a net of the usual kind that writes one stream of text step by step: EMBED, then stacked
/// recurrent layers of one cell, then INNERPRODUCT. The pointers lead to the memory of the store and the net.
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

/// Empty if the net has other layers. `net` has one step and one stream, and is of the phase RUN: DROPOUT, RESHAPE and
/// SPLIT do nothing then.
std::optional<PlainTextNet> plainTextNet(const Net& net, const WeightStore& store, const std::string& scores);

} // namespace engine
