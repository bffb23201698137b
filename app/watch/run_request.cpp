// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/run_request.h"

#include "engine/data/file_descriptor.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/error.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

namespace watch {
namespace {

using namespace std::chrono_literals;

constexpr auto betweenLooks = 250ms;
constexpr int looksBetweenSigns = 20; ///< of life: five seconds
constexpr auto patience = 10s;

constexpr std::uint64_t longestWord = 64;

constexpr std::array<std::string_view, 3> names = {"stop", "pause", "go-on"}; ///< in the order of Request

} // namespace

std::string_view nameOf(Request request)
{
    return names.at(static_cast<std::size_t>(request));
}

void ask(const RunFolder& folder, Request request)
{
    engine::writeFileBytes(folder.request(), std::string(nameOf(request)) + "\n");
}

engine::Sentence askAndWait(const RunFolder& folder, Request request, const engine::GoOn& goOn)
{
    ask(folder, request);
    std::error_code unknown;
    const auto end = std::chrono::steady_clock::now() + patience;
    while (std::filesystem::exists(folder.request(), unknown) && std::chrono::steady_clock::now() < end && goOn()) {
        std::this_thread::sleep_for(betweenLooks / 5);
    }
    if (!goOn() || !takeRequest(folder)) {
        return {};
    }
    const std::optional<RunWriter> writer = writerOf(folder);
    return engine::say(ENGINE_TEXT("Sentences", "nobody answered in %1 for %2 seconds, and the request was taken "
                                                "back: %3"),
                       folder.path().string(), patience.count(), writer ? whoWrites(*writer) : engine::Sentence());
}

std::optional<Request> takeRequest(const RunFolder& folder)
{
    // A network disk looks for new names where a folder is opened, not where a name is tried again that was not there.
    const engine::FileDescriptor place(::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const std::string name = folder.request().filename().string(), taken = name + ".taken";
    if (::renameat(place.number(), name.c_str(), place.number(), taken.c_str()) != 0) {
        return std::nullopt;
    }
    std::string word;
    try {
        word = engine::readTextAt(folder.path() / taken, 0, longestWord);
    } catch (const engine::Error&) {} // no file that can be read: nothing was asked
    ::unlinkat(place.number(), taken.c_str(), 0);
    const auto found =
        std::ranges::find_if(names, [&](std::string_view one) { return word == std::string(one) + "\n"; });
    return found == names.end() ? std::nullopt : std::optional(static_cast<Request>(found - names.begin()));
}

RequestListener::RequestListener(const RunFolder& folder, std::function<void(Request)> take)
{
    takeRequest(folder);
    m_thread = std::jthread([folder, take = std::move(take)](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        for (int looks = 0; !never.wait_for(lock, stop, betweenLooks, [&] { return stop.stop_requested(); }); ++looks) {
            if (const std::optional<Request> request = takeRequest(folder)) {
                take(*request);
            }
            if (looks % looksBetweenSigns == 0) {
                showLife(folder);
            }
        }
    });
}

} // namespace watch
