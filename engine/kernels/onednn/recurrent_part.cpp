// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/onednn/recurrent_part.h"

#include "engine/devices/cpu/parallel.h"

#include <algorithm>
#include <utility>

namespace engine::onednn {
namespace {

/// to = from, times cont [N] for each of the N rows.
void multiplyRows(const float* cont, const float* from, float* to, std::int64_t streams, std::int64_t units)
{
    parallelFor(streams, std::max<std::int64_t>(1, grain / units), [=](IndexRange range) {
        for (std::int64_t stream = range.first; stream < range.last; ++stream) {
            const float factor = cont[stream];
            for (std::int64_t at = stream * units; at < (stream + 1) * units; ++at) {
                to[at] = factor == 0 ? 0 : from[at] * factor;
            }
        }
    });
}

} // namespace

void copyState(Device& device, RecurrentState from, RecurrentState to, std::int64_t floats)
{
    for (const auto& [source, target] : {std::pair{from.h, to.h}, std::pair{from.c, to.c}}) {
        if (target && source) {
            device.copy(source, target, floats);
        } else if (target) {
            device.zero(target, floats);
        }
    }
}

void restartState(Device& device, const float* cont, RecurrentState from, RecurrentState to, std::int64_t streams,
                  std::int64_t units)
{
    if (!cont || !from.h) { // no state counts as zero
        copyState(device, from, to, streams * units);
        return;
    }
    multiplyRows(cont, from.h, to.h, streams, units);
    if (to.c) {
        multiplyRows(cont, from.c, to.c, streams, units);
    }
}

const float* RecurrentPart::Batch::contBefore(Direction direction, std::size_t turn, std::int64_t streams) const
{
    if (direction == Direction::Forward) {
        return cont + pieceAt(direction, turn).first * streams;
    }
    return turn == 0 ? nullptr : cont + pieceAt(direction, turn - 1).first * streams;
}

} // namespace engine::onednn
