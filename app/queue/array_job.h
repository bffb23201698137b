// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/queued_run.h"
#include "app/queue/train_run.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

/// The runs of a sweep as a job array of Slurm: each job reads and writes files of its own, so that a shared disk of a
/// network serves, where SQLite's locks may not hold.
namespace queue {

/// Writes a file for each job and the script jobs.sbatch; returns the script. Throws Error with the system's words, and
/// where the folder holds a queue or another array.
std::filesystem::path writeArray(const std::filesystem::path& folder, std::span<const Job> jobs);

/// Whether the folder holds a job array.
bool isArray(const std::filesystem::path& folder);

/// Its runs, with what came back of them; one whose files cannot be read is Failed, and says so.
std::vector<QueuedRun> runsOfArray(const std::filesystem::path& folder);

/// Trains one of them, from 1, and writes its result. A run that has ended stays as it is. Throws Error as train()
/// does, and where there is no such run.
QueuedRun workOnArray(const std::filesystem::path& folder, std::int64_t run, Training training);

} // namespace queue
