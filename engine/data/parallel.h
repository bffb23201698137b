// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/go_on.h"

#include <cstddef>
#include <functional>

namespace engine {

/// Runs work(0) ... work(tasks - 1) on the machine's cores, the calling thread among them. Where tasks throw, the
/// exception of the first of them by number goes on, whatever order they ran in. Between two tasks of its own the
/// calling thread asks `goOn`; false ends it with a CancelledError: "<owner>: cancelled".
void inParallel(std::size_t tasks, const GoOn& goOn, const std::string& owner,
                const std::function<void(std::size_t task)>& work);

} // namespace engine
