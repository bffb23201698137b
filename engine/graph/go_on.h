// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/error.h"

#include <functional>
#include <stop_token>
#include <utility>

namespace engine {

/// Polled many times a second by operations that may take long; false: end early. An empty one is never called.
using GoOn = std::function<bool()>;

/// An operation was cancelled before it was done.
class CancelledError : public Error {
public:
    using Error::Error;
};

inline bool goesOn(const GoOn& goOn)
{
    return !goOn || goOn();
}

/// True until a stop is requested.
inline GoOn until(std::stop_token stop)
{
    return [stop = std::move(stop)] { return !stop.stop_requested(); };
}

} // namespace engine
