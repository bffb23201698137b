// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/solver_run.h"

#include "engine/data/places.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <random>
#include <system_error>

namespace engine {
namespace {

namespace fs = std::filesystem;

/// The text of a setting that is given; empty where it is not.
std::string given(const SolverSettings& solver, std::string_view key)
{
    const auto found = solver.params.find(key);
    return found == solver.params.end() ? std::string() : textParam(solver.params, key);
}

bool isGiven(const SolverSettings& solver, std::string_view key)
{
    return solver.params.contains(key);
}

/// Whether both are one file that is there.
bool isSameFile(const fs::path& a, const fs::path& b)
{
    std::error_code unknown;
    return fs::equivalent(a, b, unknown) && !unknown;
}

struct Unused {
    std::string_view key, why;
};

constexpr std::array<Unused, 7> unused = {{
    {"solver_mode", "the device is chosen when the run starts"},
    {"device_id", "the device is chosen when the run starts"},
    {"snapshot_format", "checkpoints are .hamnet files, and other programs' files are converted from them"},
    {"snapshot_diff", "checkpoints hold no gradients"},
    {"debug_info", "nothing is printed of what happens inside the net"},
    {"test_compute_loss", "each validation tells the loss"},
    {"layer_wise_reduce", "one device trains"},
}};

/// Whether it was written for BVLC Caffe: it says what only Caffe needs.
bool isCaffes(const SolverSettings& solver)
{
    const auto says = [&](std::string_view key) { return isGiven(solver, key); };
    return solver.dialect == Dialect::Bvlc &&
           (says("test_iter") || says("test_net") ||
            std::ranges::any_of(unused, [&](const Unused& setting) { return says(setting.key); }));
}

} // namespace

std::uint64_t seedOf(const SolverSettings& solver)
{
    const std::int64_t seed = intParam(completeParams(solver), "random_seed");
    constexpr unsigned most = 0x7FFF'FFFF; // what Caffe's fields and a spin box hold
    return seed >= 0 ? static_cast<std::uint64_t>(seed) : std::random_device()() & most;
}

std::vector<std::uint64_t> seedsFrom(std::uint64_t first, std::int64_t count)
{
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    const auto others = static_cast<std::uint64_t>(count - 1);
    if (first > most - others) {
        throw Error(say(
            ENGINE_TEXT("Sentences", "seed is %1, but must be at most %2, so that all %3 seeds are numbers up to %4"),
            first, most - others, count, most));
    }
    std::vector<std::uint64_t> seeds(static_cast<std::size_t>(count));
    std::iota(seeds.begin(), seeds.end(), first);
    return seeds;
}

std::string_view whyUnused(std::string_view key)
{
    const auto* const found = std::ranges::find(unused, key, &Unused::key);
    return found == unused.end() ? std::string_view() : found->why;
}

std::vector<Sentence> notesOnUnused(const SolverSettings& solver)
{
    std::vector<Sentence> notes;
    for (const Unused& setting : unused) {
        if (isGiven(solver, setting.key)) {
            notes.push_back(
                say(ENGINE_TEXT("Sentences", "the solver: %1 has no effect here: %2"), setting.key, setting.why));
        }
    }
    if (!flagParam(completeParams(solver), "snapshot_after_train")) {
        notes.emplace_back(
            ENGINE_TEXT("Sentences", "the solver: snapshot_after_train is false, so the net is not saved at the end of "
                                     "the iterations; what was saved before, and the best, stay"));
    }
    return notes;
}

std::vector<Sentence> notesOnCaffesDefaults(const SolverSettings& solver, const std::vector<std::string_view>& settled)
{
    std::vector<Sentence> notes;
    if (!isCaffes(solver)) {
        return notes;
    }
    const std::int64_t interval = intParam(completeParams(solver), "test_interval");
    const auto note = [&](std::string_view key, const Sentence& instead) {
        if (!isGiven(solver, key) && std::ranges::find(settled, key) == settled.end()) {
            notes.push_back(say(ENGINE_TEXT("Sentences", "the solver: %1 is not given, so %2"), key, instead));
        }
    };
    note("test_interval",
         say(ENGINE_TEXT("Sentences", "the run validates each %1 iterations, where Caffe never does (0)"), interval));
    if (isGiven(solver, "test_interval") && interval > 0) {
        note("test_initialization",
             ENGINE_TEXT("Sentences", "the run does not validate before its first iteration, where Caffe does (true)"));
    }
    note("random_seed", ENGINE_TEXT("Sentences", "the seed is 1, where Caffe draws another one for each run (-1)"));
    note("average_loss",
         ENGINE_TEXT("Sentences",
                     "the loss that is reported is the mean since the last report, where Caffe's is that of "
                     "the last iteration (1)"));
    return notes;
}

fs::path weightsNamedBy(const SolverSettings& solver, const fs::path& folder, std::vector<Sentence>& notes)
{
    const std::string name = given(solver, "weights");
    if (name.empty()) {
        return {};
    }
    const fs::path file = folder / name;
    std::error_code unknown;
    if (name.find(',') != std::string::npos && !fs::exists(file, unknown)) {
        notes.push_back(say(
            ENGINE_TEXT("Sentences",
                        "the solver: weights names several files, %1, but a run starts from one: none of them is read"),
            shown(name)));
        return {};
    }
    if (fs::path(name).is_absolute() || !liesBelow(folder.empty() ? "." : folder, file)) {
        notes.push_back(say(ENGINE_TEXT("Sentences", "the solver: weights %1 is outside the solver's own folder, so it "
                                                     "is not read; to use it, name it yourself"),
                            shown(name)));
        return {};
    }
    return file;
}

fs::path checkpointNamedBy(const SolverSettings& solver, const fs::path& folder, const std::string& name,
                           std::vector<Sentence>& notes)
{
    const std::string prefix = given(solver, "snapshot_prefix");
    if (prefix.empty()) {
        return {};
    }
    std::error_code unknown;
    const fs::path here = folder.empty() ? fs::path(".") : folder;
    const bool isFolder = fs::is_directory(folder / prefix, unknown);
    const fs::path file = isFolder ? folder / prefix / (name + ".hamnet") : folder / (prefix + ".hamnet");
    const fs::path parent = file.has_parent_path() ? file.parent_path() : here;
    const bool mayBeWritten = !fs::path(prefix).is_absolute() && liesBelow(here, file);
    if (!mayBeWritten || !fs::is_directory(parent, unknown)) {
        notes.push_back(
            mayBeWritten ? say(ENGINE_TEXT("Sentences",
                                           "the solver: snapshot_prefix %1 is in a folder that does not exist, so "
                                           "nothing is saved under that name; to use it, name the checkpoint yourself"),
                               shown(prefix))
                         : say(ENGINE_TEXT("Sentences",
                                           "the solver: snapshot_prefix %1 is outside the working folder, so "
                                           "nothing is saved under that name; to use it, name the checkpoint yourself"),
                               shown(prefix)));
        return {};
    }
    return file;
}

fs::path modelNamedBy(const SolverSettings& solver, const NetFolders& folders)
{
    const std::string train = given(solver, "train_net"), name = train.empty() ? given(solver, "net") : train;
    if (name.empty()) {
        throw Error(ENGINE_TEXT("Sentences", "the solver names no net (net or train_net), so give the model with it"));
    }
    std::vector<std::string> missing;
    for (const fs::path& folder : {folders.solvers, folders.working}) {
        const fs::path file = folder / name;
        if (fs::path(name).is_absolute() || !liesBelow(folder.empty() ? "." : folder, file)) {
            continue;
        }
        std::error_code unknown;
        if (fs::exists(file, unknown)) {
            return file;
        }
        missing.push_back(shown(fs::absolute(file, unknown).lexically_normal().string()));
    }
    if (missing.empty()) {
        throw Error(say(ENGINE_TEXT("Sentences", "the solver names the net %1, which is outside the solver's own "
                                                 "folder and the working folder; to use it, name it yourself"),
                        shown(name)));
    }
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    throw Error(missing.size() == 1
                    ? say(ENGINE_TEXT("Sentences", "the solver names the net %1, but %2 does not exist"), shown(name),
                          missing[0])
                    : say(ENGINE_TEXT("Sentences", "the solver names the net %1, but neither %2, beside the solver, "
                                                   "nor %3, in the working folder, exists"),
                          shown(name), missing[0], missing[1]));
}

FromSolver takenFrom(const SolverSettings& solver, const SolverContext& context)
{
    FromSolver taken{.firstWeights = context.firstWeights};
    const auto append = [&](const std::vector<Sentence>& more) {
        taken.notes.insert(taken.notes.end(), more.begin(), more.end());
    };
    append(notesOnUnused(solver));
    append(notesOnCaffesDefaults(solver, context.settled));
    if (!context.model.empty()) {
        append(notesOnNets(solver, context.folders, context.model));
    }
    if (taken.firstWeights.empty()) {
        taken.firstWeights = weightsNamedBy(solver, context.folders.solvers, taken.notes);
    }
    return taken;
}

std::vector<Sentence> notesOnNets(const SolverSettings& solver, const NetFolders& folders, const fs::path& model)
{
    std::vector<Sentence> notes;
    for (const std::string_view key : {"net", "train_net", "test_net"}) {
        const std::string name = given(solver, key);
        if (!name.empty() && !isSameFile(folders.solvers / name, model) && !isSameFile(folders.working / name, model)) {
            notes.push_back(say(ENGINE_TEXT("Sentences", "the solver: %1 %2 is not read: %3"), key, shown(name),
                                key == "test_net" ? ENGINE_TEXT("Sentences", "the model's own layers for TEST validate")
                                                  : ENGINE_TEXT("Sentences", "another model is trained")));
        }
    }
    return notes;
}

} // namespace engine
