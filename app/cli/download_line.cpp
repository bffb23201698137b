// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/download_line.h"

#include "app/cli/interrupt.h"
#include "app/cli/live_line.h"
#include "app/cli/words.h"
#include "engine/graph/error.h"

namespace cli {

ExitCode fetchWithLine(Console& console, const std::string& name,
                       const std::function<std::filesystem::path(const engine::DownloadProgress&)>& fetch)
{
    const Interrupt interrupt;
    LiveLine line(console.err);
    const bool live = console.err.isTerminal();
    const auto progress = [&](std::int64_t there, std::int64_t all) {
        if (live && line.due()) {
            const double fraction = all > 0 ? static_cast<double>(there) / static_cast<double>(all) : 0;
            line.draw(progressLine(
                {.fraction = fraction, .done = name, .words = bytesInWords(there) + " of " + bytesInWords(all)},
                console.err.columns(), glyphsOfTerminal()));
        }
        return !interrupt.requested();
    };
    const auto clear = [&] {
        if (live) {
            line.clear();
        }
    };
    try {
        const std::filesystem::path there = fetch(progress);
        clear();
        console.out.outside(there.string() + "\n");
    } catch (const engine::CancelledError&) {
        clear();
        console.note("hamnet: the download was stopped; run the same command again to continue it");
        return ExitCode::Interrupted;
    } catch (const engine::Error&) {
        clear();
        throw;
    }
    return ExitCode::Done;
}

} // namespace cli
