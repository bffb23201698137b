// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/run_files.h"

#include "engine/graph/sentence.h"
#include "engine/training/run/run.h"

#include <bit>
#include <optional>
#include <system_error>

namespace engine {

namespace {

/// Whether something is there, as far as we may know; a link that leads nowhere is, too.
bool isThere(const std::filesystem::path& file)
{
    std::error_code unknown;
    return std::filesystem::exists(std::filesystem::symlink_status(file, unknown));
}

/// "net.best.hamnet" -> "net.hamnet"; nothing for a name that is no best checkpoint's.
std::optional<std::filesystem::path> besideBest(const std::filesystem::path& best)
{
    std::filesystem::path file = best;
    file.replace_filename(best.stem().stem().string() + best.extension().string());
    return bestCheckpoint(file) == best ? std::optional(file) : std::nullopt;
}

bool isOneFile(const std::filesystem::path& a, const std::filesystem::path& b)
{
    std::error_code unknown; // where one is not there
    return std::filesystem::equivalent(a, b, unknown);
}

bool sameBits(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// What is no file at all is refused where it is tried to write there.
void requireNotThere(const std::filesystem::path& file)
{
    std::error_code unknown;
    const std::filesystem::file_status status = std::filesystem::status(file, unknown);
    if (isThere(file) && (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status))) {
        throw RunFiles::Exists(say(ENGINE_TEXT("Sentences", "%1 already exists"), file.string()));
    }
}

} // namespace

bool sameRun(const Checkpoint& a, const Checkpoint& b)
{
    if (a.seed != b.seed || a.corpus.digest != b.corpus.digest) {
        return false;
    }
    if (a.curve.empty() || b.curve.empty()) {
        return a.model == b.model && a.solver == b.solver;
    }
    return a.curve.iteration(0) == b.curve.iteration(0) && sameBits(a.curve.seconds(0), b.curve.seconds(0)) &&
           sameBits(a.curve.loss(0), b.curve.loss(0));
}

RunFiles::RunFiles(const std::filesystem::path& checkpoint) : m_checkpoint(checkpoint)
{
    m_locks.emplace_back(checkpoint);
    m_locks.emplace_back(bestCheckpoint(checkpoint));
}

RunFiles RunFiles::unused(const std::filesystem::path& checkpoint)
{
    std::filesystem::path name = checkpoint;
    for (int number = 2;; ++number) {
        try {
            RunFiles files(name);
            if (!isThere(name) && !isThere(bestCheckpoint(name))) {
                return files;
            }
        } catch (const WriteLock::Taken&) { // NOLINT(bugprone-empty-catch): the next name, then
        }
        name.replace_filename(checkpoint.stem().string() + "-" + std::to_string(number) +
                              checkpoint.extension().string());
    }
}

RunFiles RunFiles::after(const std::filesystem::path& file)
{
    const std::optional<std::filesystem::path> checkpoint = besideBest(file);
    return checkpoint ? unused(*checkpoint) : RunFiles(file);
}

void RunFiles::requireUnused() const
{
    if (!m_checkpoint.empty()) {
        requireNotThere(m_checkpoint);
        requireNotThere(bestCheckpoint(m_checkpoint));
    }
}

void RunFiles::requireUnusedBut(const std::filesystem::path& file, const Checkpoint& loaded) const
{
    if (m_checkpoint.empty() || !isOneFile(file, m_checkpoint) || besideBest(m_checkpoint)) {
        requireUnused();
        return;
    }
    const std::filesystem::path best = bestCheckpoint(m_checkpoint);
    if (!isThere(best)) {
        return;
    }
    try {
        if (sameRun(loadStructure(best), loaded)) {
            return;
        }
    } catch (const Error& error) {
        throw Exists(say(ENGINE_TEXT("Sentences", "the run's best checkpoint cannot be read: %1"), error.sentence()));
    }
    throw Exists(say(ENGINE_TEXT("Sentences", "%1 already exists and belongs to another run than %2"), best.string(),
                     file.string()));
}

} // namespace engine
