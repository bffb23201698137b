// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/run_folder.h"

#include "app/queue/halving.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/file_bytes.h"

#include <algorithm>
#include <system_error>

namespace queue {

void requireOwnFolder(const RunFolder& folder)
{
    engine::requireOwnFolder(folder.path().parent_path());
    engine::requireOwnFolder(folder.path());
}

engine::RunDescription startOf(const QueuedRun& run, const RunFolder& folder, const std::string& device)
{
    constexpr double min = 0.001; // the setting takes no zero
    engine::RunDescription start = run.job.run;
    engine::Params& settings = start.settings;
    if (!device.empty()) {
        settings.insert_or_assign("device", device);
    }
    if (run.job.rungs > 0) {
        settings.insert_or_assign("iterations", iterationsAt(run.rung, run.job.rungs, run.job.iterations));
    }
    settings.emplace("every", std::int64_t{100}); // train --json reports each iteration otherwise
    std::error_code unknown;
    if (!std::filesystem::exists(folder.checkpoint(), unknown)) {
        return start;
    }
    start.resume = folder.checkpoint();
    start.first = {};
    if (const auto limit = settings.find("seconds"); limit != settings.end()) {
        const double left = std::get<double>(limit->second) - engine::readSummary(folder.checkpoint()).seconds;
        limit->second = std::max(left, min);
    }
    return start;
}

std::vector<std::string> trainArguments(const engine::RunDescription& start, const RunFolder& folder)
{
    const bool isNew = start.resume.empty();
    const std::filesystem::path file = isNew ? folder.description() : folder.rest();
    engine::writeFileBytes(file, engine::toJson(start));
    std::vector<std::string> words = {"train", file.string(), "--json", "--run-folder=" + folder.path().string()};
    if (isNew) { // a best one alone may be there, of a part that was killed before its first save
        words.emplace_back("--overwrite");
    }
    return words;
}

std::vector<std::string> seedsArguments(const engine::RunDescription& run, const RunFolder& folder, int seeds)
{
    engine::writeFileBytes(folder.description(), engine::toJson(run));
    return {"train", folder.description().string(), "--run-folder=" + folder.path().string(),
            "--seeds=" + std::to_string(seeds)};
}

} // namespace queue
