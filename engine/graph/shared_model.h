// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/shape.h"
#include "engine/graph/stream_share.h"

#include <cstdint>

namespace engine {

/// N, the streams of a text or the sequences in a batch of training; 0 where the model reads neither.
std::int64_t streamsOf(const Model& model);

/// The model with another N in training. Throws Error where its INPUT layers set that of its sequences.
Model withStreams(const Model& model, std::int64_t streams);

/// What device `rank` of `devices` computes of so many streams: shares differ by one stream at most.
StreamShare shareOf(int rank, int devices, std::int64_t streams);

/// The model for a share of its N streams. Its losses count for their part of the batch, so that
/// their sums over all devices, and those of the gradients, are what the whole batch gives.
Model withShare(const Model& model, const StreamShare& share);

/// The share with the rows that its streams have in a tensor that has this shape, and `whole` for all streams; all of
/// the batch where the shapes are the same.
StreamShare inTensor(const StreamShare& share, const Shape& shape, const Shape& whole);

} // namespace engine
