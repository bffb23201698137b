// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"
#include "engine/training/write/sampling.h"

#include <cstdint>
#include <memory>

namespace engine {

struct PlainTextNet;

/// Where a net of one step and one stream takes its next character and leaves its scores.
struct TextPorts {
    Tensor data;   ///< [1, 1]: the id
    Tensor clip;   ///< [1, 1]: 0 where a text starts, else 1; without data where the net reads none
    Tensor scores; ///< [1, 1, V]
};

/// Draws characters on an asynchronous device, so that it never waits for the host between two of them: each becomes
/// the net's next input there, and the host reads them as they come.
class DeviceSampler {
public:
    struct Drawn {
        std::int32_t id;
        double bits; ///< surprise at temperature 1
    };

    virtual ~DeviceSampler() = default;

    /// Starts over, as a CharacterSampler made from the same. Waits for what was asked before.
    virtual void begin(const SamplingSettings& settings, std::uint64_t passed) = 0;

    /// Draws from the scores of the net's last forward pass and sets its data and clip. Returns at once; may be
    /// recorded.
    virtual void draw() = 0;

    /// So many characters may have been asked for that next() has not handed out yet.
    static constexpr std::int64_t maxUnread = 1024;

    /// The next character that was asked for; waits until it is there. Throws Error where the device fails.
    virtual Drawn next() = 0;

    /// So many draws, each with the net's pass that follows it, by something faster than the net's own kernels. Null if
    /// there is nothing like that for this net; `characters` is 2 or more.
    virtual std::unique_ptr<Recording> record(const PlainTextNet& net, std::int32_t characters)
    {
        static_cast<void>(net);
        static_cast<void>(characters);
        return nullptr;
    }
};

} // namespace engine
