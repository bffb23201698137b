// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/error.h"

#include <functional>
#include <stop_token>
#include <utility>

namespace engine {

/// Asked again and again by whatever may take long, many times a second; false: it is to end early. An empty one is
/// never asked.
using GoOn = std::function<bool()>;

/// What was asked for was asked to end before it was done.
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
