// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/run_saver.h"

#include "engine/data/mapped_file.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/formats/checkpoint/container.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/system_reason.h"
#include "engine/training/run/best.h"
#include "engine/training/run/run.h"

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <exception>
#include <limits>
#include <map>
#include <span>
#include <system_error>
#include <utility>

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

/// What a checkpoint is called once a newer one has taken its name: "net.at-500.hamnet", "net.best-at-500.hamnet".
std::filesystem::path earlierName(const std::filesystem::path& file, std::int64_t iteration)
{
    const std::filesystem::path stem = file.stem();
    const std::string between = stem.extension() == ".best" ? "-at-" : ".at-";
    return file.parent_path() / (stem.string() + between + std::to_string(iteration) + file.extension().string());
}

/// The same, or with -2, -3, ... where another run's file has the name.
std::filesystem::path unusedEarlierName(const std::filesystem::path& file, std::int64_t iteration)
{
    const std::filesystem::path first = earlierName(file, iteration);
    std::filesystem::path name = first;
    std::error_code unknown;
    for (int number = 2; std::filesystem::exists(name, unknown); ++number) {
        name =
            first.parent_path() / (first.stem().string() + "-" + std::to_string(number) + first.extension().string());
    }
    return name;
}

/// Those of the run that are there, oldest first.
std::vector<std::filesystem::path> earlierOf(const std::filesystem::path& file, const Checkpoint& run)
{
    const std::string example = earlierName(file, 0).filename().string();
    const std::string start = example.substr(0, example.rfind('0')), end = file.extension().string();
    std::map<std::int64_t, std::filesystem::path> found;
    std::error_code unknown;
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    for (const auto& entry : std::filesystem::directory_iterator(folder, unknown)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(start) || !name.ends_with(end)) {
            continue;
        }
        if (const std::optional<Checkpoint> one = savedOf(entry.path(), run)) {
            found[one->iteration] = file.parent_path() / name;
        }
    }
    std::vector<std::filesystem::path> files;
    for (const auto& [iteration, path] : found) {
        files.push_back(path);
    }
    return files;
}

/// Whether both files say the same.
bool isCopy(const std::filesystem::path& one, const std::filesystem::path& other)
{
    try {
        return Container(one).digest() == Container(other).digest();
    } catch (const Error&) { // one is not there, or no longer whole
        return false;
    }
}

/// Gives the file a second name, which no file has. Throws Error with the system's words.
void linkOrCopy(const std::filesystem::path& file, const std::filesystem::path& name)
{
    std::error_code failure;
    std::filesystem::create_hard_link(file, name, failure);
    if (failure) { // a file system without links
        const MappedFile bytes(file, say("%1", file.string()));
        AtomicFile copy(name);
        copy.write(std::as_bytes(std::span(bytes.bytes())));
        copy.sync();
        copy.replaceTarget();
    }
}

/// A folder that no other user can write to. Throws Error with the system's words.
std::filesystem::path temporaryFolder()
{
    std::string name = (std::filesystem::temp_directory_path() / "hamnet-rescued-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 cannot be made: %2"), name, reasonOf(errno)));
    }
    return name;
}

} // namespace

RunSaver::RunSaver(std::filesystem::path checkpoint, const Checkpoint& first)
    : m_last{.file = std::move(checkpoint)},
      m_best{.file = bestCheckpoint(m_last.file)},
      m_newest(m_last.file),
      m_bestValue(std::numeric_limits<double>::quiet_NaN())
{
    trySaving(std::array{m_last.file, m_best.file}, first);
    if (first.iteration == 0) {
        return;
    }
    const std::optional<Checkpoint> saved = savedOf(m_last.file, first);
    if (saved && saved->iteration == first.iteration) {
        m_saved = first.iteration;
    }
    m_last.find(first, saved ? saved->iteration : -1);
    if (const std::optional<Checkpoint> best = savedOf(m_best.file, first)) {
        m_bestValue = bestOf(*best);
        m_best.find(first, best->iteration);
    }
}

void RunSaver::keep(std::optional<std::int64_t> last, std::optional<std::int64_t> best)
{
    m_last.keep(last);
    m_best.keep(best);
}

/// What a run that goes on has kept; `iteration`: of the file.
void RunSaver::Kept::find(const Checkpoint& run, std::int64_t iteration)
{
    saved = iteration;
    earlier = earlierOf(file, run);
    // A program that was killed between two steps of a save had given the file its second name already.
    const auto isSecond = [&](const std::filesystem::path& one) { return isCopy(one, file); };
    const auto found = std::ranges::find_if(earlier, isSecond);
    if (found != earlier.end()) {
        second = *found;
        earlier.erase(found);
    }
}

void RunSaver::Kept::keep(std::optional<std::int64_t> wanted)
{
    count = wanted.value_or(1 + std::ssize(earlier));
    removeOldest(); // a program that was killed as it had saved may have left one more
}

void RunSaver::Kept::save(const Checkpoint& state)
{
    const bool replaces = saved != state.iteration;
    if (replaces && count > 1 && saved >= 0 && second.empty()) {
        linkEarlier();
    }
    saveCheckpoint(file, state);
    if (replaces && !second.empty()) {
        earlier.push_back(std::exchange(second, {}));
    }
    saved = state.iteration;
    removeOldest();
}

/// Before the file is replaced. It is linked and not moved, so that there is always one of its own name; what is no
/// longer kept goes once the new one is there, in removeOldest().
void RunSaver::Kept::linkEarlier()
{
    const std::filesystem::path name = unusedEarlierName(file, saved);
    try {
        linkOrCopy(file, name);
    } catch (const Error& error) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1; it keeps the checkpoint of iteration %2"), error.sentence(), saved));
    }
    second = name;
}

void RunSaver::Kept::removeOldest()
{
    while (std::ssize(earlier) > std::max<std::int64_t>(count - 1, 0)) {
        std::error_code unknown; // one that is gone already is as good
        std::filesystem::remove(earlier.front(), unknown);
        earlier.erase(earlier.begin());
    }
}

void RunSaver::save(const Checkpoint& state, const Told& told)
{
    m_last.save(state);
    m_newest = m_last.file;
    m_saved = state.iteration;
    told(state.iteration, m_last.file, false);
}

void RunSaver::saveBest(const Checkpoint& state, const Told& told)
{
    m_best.save(state);
    m_bestValue = bestOf(state);
    told(state.iteration, m_best.file, true);
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
            m_elsewhere = RunFiles::unused((beside ? m_last.file.parent_path() : temporaryFolder()) / rescuedName);
        } catch (const std::exception&) {
            continue;
        }
        if (trySave(m_elsewhere.checkpoint(), state, told)) {
            return true;
        }
    }
    return false;
}

Sentence RunSaver::rescue(const std::optional<Checkpoint>& state, const Told& told)
{
    const bool newer = state && state->iteration > m_saved;
    if (newer && !trySave(m_last.file, *state, told) && !saveElsewhere(*state, told)) {
        return m_saved < 0 ? ENGINE_TEXT("Sentences", "; the run could not be saved")
                           : say(ENGINE_TEXT("Sentences", "; the run could not be saved, but for iteration %1 in %2"),
                                 m_saved, m_newest.string());
    }
    return m_saved < 0
               ? ENGINE_TEXT("Sentences", "; nothing was saved yet")
               : say(ENGINE_TEXT("Sentences", "; the run is saved in %1 at iteration %2"), m_newest.string(), m_saved);
}

} // namespace engine
