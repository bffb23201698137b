// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/places.h"

#include "engine/graph/error.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <span>
#include <string>
#include <system_error>
#include <vector>

namespace engine {
namespace {

/// The variable's value; empty where it is not set.
std::string environment(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::filesystem::path homeFolder()
{
    const std::filesystem::path home = environment("HOME");
    if (home.is_absolute()) {
        return home;
    }
    const passwd* user = ::getpwuid(::getuid());
    if (!user || !user->pw_dir || !std::filesystem::path(user->pw_dir).is_absolute()) {
        throw Error("data folder: found no home folder for this user, wanted $HOME or $XDG_DATA_HOME to name one");
    }
    return user->pw_dir;
}

/// The first text by name in the first of the folders that has one.
std::filesystem::path firstText(std::span<const std::filesystem::path> folders)
{
    std::string searched;
    for (const std::filesystem::path& folder : folders) {
        std::filesystem::path found;
        std::error_code ignored; // a folder that cannot be read has no text for us
        for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
            if (entry.path().extension() == ".txt" && entry.is_regular_file(ignored) &&
                (found.empty() || entry.path() < found)) {
                found = entry.path();
            }
        }
        if (!found.empty()) {
            return found;
        }
        searched += (searched.empty() ? "" : ", ") + folder.string();
    }
    throw Error(
        fmt::format("bundled corpus: found no *.txt in {}, wanted one there or in $HAMNET_RESOURCES/corpus", searched));
}

} // namespace

std::filesystem::path dataFolder()
{
    const std::filesystem::path data = environment("XDG_DATA_HOME");
    return (data.is_absolute() ? data : homeFolder() / ".local" / "share") /
           "hamnet"; // relative ones are void by XDG's rule
}

std::filesystem::path bundledCorpus()
{
    const std::string resources = environment("HAMNET_RESOURCES");
    if (!resources.empty()) {
        return firstText(std::vector{std::filesystem::path(resources) / "corpus"});
    }
    return bundledCorpusOf(std::filesystem::read_symlink("/proc/self/exe"));
}

std::filesystem::path bundledCorpusOf(const std::filesystem::path& program)
{
    constexpr int deepest = 5; // build/dev/app/cli/hamnet is four folders below the root of the source tree
    std::filesystem::path folder = program.parent_path();
    std::vector<std::filesystem::path> folders = {folder.parent_path() / "share" / "hamnet" / "corpus"};
    for (int level = 0; level < deepest && folder != folder.root_path(); ++level) {
        folder = folder.parent_path();
        folders.push_back(folder / "resources" / "corpus");
    }
    return firstText(folders);
}

} // namespace engine
