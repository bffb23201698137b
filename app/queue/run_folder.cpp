// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/run_folder.h"

#include "app/queue/halving.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <system_error>

namespace queue {
namespace {

bool has(const std::vector<std::string>& arguments, const std::string& option)
{
    return std::ranges::any_of(arguments, [&](const std::string& one) { return one.starts_with(option + "="); });
}

void set(std::vector<std::string>& arguments, const std::string& option, const std::string& value)
{
    std::erase_if(arguments, [&](const std::string& one) { return one.starts_with(option + "="); });
    arguments.push_back(option + "=" + value);
}

/// A limit of seconds holds for a whole run here: what is left of it.
void leaveRestOfTime(std::vector<std::string>& arguments, double secondsBefore)
{
    constexpr std::string_view option = "--seconds=";
    constexpr double least = 0.001; // the option takes no zero
    for (std::string& one : arguments) {
        if (one.starts_with(option)) {
            const double limit = std::stod(one.substr(option.size()));
            one = std::string(option) + engine::toText(std::max(limit - secondsBefore, least));
        }
    }
}

/// What a new run is started from.
std::vector<std::string> startOf(const Job& job, const RunFolder& folder)
{
    std::vector<std::string> words = {folder.model().string(), "--solver=" + folder.solver().string(),
                                      "--seed=" + std::to_string(job.seed)};
    words.insert(words.end(), job.atStart.begin(), job.atStart.end());
    return words;
}

} // namespace

void requireOwnFolder(const RunFolder& folder)
{
    engine::requireOwnFolder(folder.path().parent_path());
    engine::requireOwnFolder(folder.path());
}

void writeNet(const Job& job, const RunFolder& folder)
{
    engine::writeFileBytes(folder.model(), job.model);
    engine::writeFileBytes(folder.solver(), job.solver);
}

std::vector<std::string> trainArguments(const QueuedRun& run, const RunFolder& folder, const std::string& device)
{
    const Job& job = run.job;
    std::vector<std::string> rest = job.always;
    if (!device.empty()) {
        set(rest, "--device", device);
    }
    if (job.rungs > 0) {
        set(rest, "--iterations", std::to_string(iterationsAt(run.rung, job.rungs, job.iterations)));
    }
    if (!has(rest, "--every")) {
        set(rest, "--every", "100"); // train --json reports each iteration otherwise
    }
    std::vector<std::string> words = {"train", "--json", "--run-folder=" + folder.path().string()};
    std::error_code unknown;
    if (std::filesystem::exists(folder.checkpoint(), unknown)) {
        leaveRestOfTime(rest, engine::readSummary(folder.checkpoint()).seconds);
        words.push_back("--resume=" + folder.checkpoint().string());
    } else { // a best one alone may be there, of a part that was killed before its first save
        const std::vector<std::string> start = startOf(job, folder);
        words.push_back("--overwrite");
        words.insert(words.end(), start.begin(), start.end());
    }
    words.insert(words.end(), rest.begin(), rest.end());
    return words;
}

std::vector<std::string> seedsArguments(const Job& job, const RunFolder& folder, int seeds)
{
    std::vector<std::string> words = startOf(job, folder);
    words.insert(words.begin(),
                 {"train", "--run-folder=" + folder.path().string(), "--seeds=" + std::to_string(seeds)});
    words.insert(words.end(), job.always.begin(), job.always.end());
    return words;
}

} // namespace queue
