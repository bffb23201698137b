// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run_saver.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/best.h"
#include "engine/training/run.h"

#include <stdlib.h>

#include <array>
#include <exception>
#include <limits>
#include <system_error>

namespace engine {

namespace {

constexpr auto rescuedName = "rescued.hamnet"; ///< beside a checkpoint whose own name cannot be written any more

/// What is saved in the file of this run; nothing where it is of another, or does not read.
std::optional<Checkpoint> savedOf(const std::filesystem::path& file, const Checkpoint& run)
{
    std::error_code unknown;
    if (!std::filesystem::exists(file, unknown)) {
        return std::nullopt;
    }
    try {
        Checkpoint saved = loadStructure(file);
        return sameRun(saved, run) ? std::optional(std::move(saved)) : std::nullopt;
    } catch (const Error&) { // RunFiles has asked whether it may be replaced
        return std::nullopt;
    }
}

/// A folder that nobody else can write to. Throws Error with the system's words.
std::filesystem::path temporaryFolder()
{
    std::string name = (std::filesystem::temp_directory_path() / "hamnet-rescued-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        throw Error(name + " cannot be made: " + reasonOf(errno));
    }
    return name;
}

} // namespace

RunSaver::RunSaver(std::filesystem::path checkpoint, const Checkpoint& first, Begin begin)
    : m_checkpoint(std::move(checkpoint)), m_newest(m_checkpoint), m_best(std::numeric_limits<double>::quiet_NaN())
{
    const std::filesystem::path best = bestCheckpoint(m_checkpoint);
    trySaving(std::array{m_checkpoint, best}, first);
    if (begin == Begin::Anew) {
        return;
    }
    const std::optional<Checkpoint> saved = savedOf(m_checkpoint, first);
    if (saved && saved->iteration == first.iteration) {
        m_saved = first.iteration;
    }
    if (const std::optional<Checkpoint> one = savedOf(best, first)) {
        m_best = bestOf(*one);
    }
}

void RunSaver::save(const Checkpoint& state, const Told& told)
{
    saveCheckpoint(m_checkpoint, state);
    m_newest = m_checkpoint;
    m_saved = state.iteration;
    told(state.iteration, m_checkpoint, false);
}

void RunSaver::saveBest(const Checkpoint& state, const Told& told)
{
    const std::filesystem::path best = bestCheckpoint(m_checkpoint);
    saveCheckpoint(best, state);
    m_best = bestOf(state);
    told(state.iteration, best, true);
}

bool RunSaver::trySave(const std::filesystem::path& file, const Checkpoint& state, const Told& told)
{
    try {
        saveCheckpoint(file, state);
    } catch (const std::exception&) {
        return false;
    }
    m_newest = file;
    m_saved = state.iteration;
    try {
        told(state.iteration, file, false);
    } catch (...) { // NOLINT(bugprone-empty-catch): the first error is what is told
    }
    return true;
}

bool RunSaver::saveElsewhere(const Checkpoint& state, const Told& told)
{
    if (!m_elsewhere.checkpoint().empty() && trySave(m_elsewhere.checkpoint(), state, told)) {
        return true;
    }
    for (const bool beside : {true, false}) {
        try {
            m_elsewhere = RunFiles::unused((beside ? m_checkpoint.parent_path() : temporaryFolder()) / rescuedName);
        } catch (const std::exception&) {
            continue;
        }
        if (trySave(m_elsewhere.checkpoint(), state, told)) {
            return true;
        }
    }
    return false;
}

std::string RunSaver::rescue(const std::optional<Checkpoint>& state, const Told& told)
{
    const bool newer = state && state->iteration > m_saved;
    if (newer && !trySave(m_checkpoint, *state, told) && !saveElsewhere(*state, told)) {
        return m_saved < 0
                   ? "; the run could not be saved"
                   : sentence("; the run could not be saved, but for iteration ", m_saved, " in ", m_newest.string());
    }
    return m_saved < 0 ? "; nothing was saved yet"
                       : sentence("; the run is saved in ", m_newest.string(), " at iteration ", m_saved);
}

} // namespace engine
