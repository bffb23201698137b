// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/watch/run_folder.h"
#include "engine/graph/go_on.h"

#include <functional>
#include <optional>
#include <string_view>
#include <thread>

namespace watch {

/// What others may ask of a run through its folder: a file with one word, which the run takes away.
enum class Request { Stop, Pause, GoOn };
std::string_view nameOf(Request request); ///< "stop", "pause", "go-on"

/// Leaves it in the folder, in place of one that the run has not taken. Throws Error with the system's words.
void ask(const RunFolder& folder, Request request);

/// Asks, and waits until the run has taken it away or `goOn` says no. What nobody takes in ten seconds is taken back,
/// so that no later run finds it, and a sentence says so; else that is empty. Throws Error as ask() does.
engine::Sentence askAndWait(const RunFolder& folder, Request request, const engine::GoOn& goOn);

/// Takes it away, so that nobody else gets it; nothing where there is none, or one that only a newer Hamnet knows.
std::optional<Request> takeRequest(const RunFolder& folder);

/// Looks for requests a few times a second, on a thread of its own, since a disk far away may be slow, and shows from
/// there that this process lives. First removes what was asked of a run before.
class RequestListener {
public:
    /// `take` is called on that thread.
    RequestListener(const RunFolder& folder, std::function<void(Request)> take);

private:
    std::jthread m_thread;
};

} // namespace watch
