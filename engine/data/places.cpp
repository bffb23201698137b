// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/places.h"

#include "engine/graph/error.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
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
        throw Error(
            ENGINE_TEXT("Sentences",
                        "data folder: found no home folder for this user, wanted $HOME or $XDG_DATA_HOME to name one"));
    }
    return user->pw_dir;
}

/// The first file by name with that ending in the first of the folders that has one.
std::filesystem::path firstFile(const std::vector<std::filesystem::path>& folders, std::string_view ending)
{
    std::string searched;
    for (const std::filesystem::path& folder : folders) {
        std::filesystem::path found;
        std::error_code ignored; // a folder that cannot be read has nothing for us
        for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
            if (entry.path().extension() == ending && entry.is_regular_file(ignored) &&
                (found.empty() || entry.path() < found)) {
                found = entry.path();
            }
        }
        if (!found.empty()) {
            return found;
        }
        searched += (searched.empty() ? "" : ", ") + folder.string();
    }
    throw Error(say(ENGINE_TEXT("Sentences", "what comes with Hamnet: found no *%1 in %2, wanted one there or in "
                                             "$HAMNET_RESOURCES"),
                    ending, searched));
}

/// Where the program's own files may lie: `installed` of its folder for them, or `inTree` of a folder above it, in one
/// of which the source tree may begin.
std::vector<std::filesystem::path> foldersOf(const std::filesystem::path& program, const char* installed,
                                             const char* inTree)
{
    constexpr int deepest = 5; // build/dev/app/cli/hamnet is four folders below the root of the source tree
    std::filesystem::path folder = program.parent_path();
    std::vector<std::filesystem::path> folders = {folder.parent_path() / "share" / "hamnet" / installed};
    for (int level = 0; level < deepest && folder != folder.root_path(); ++level) {
        folder = folder.parent_path();
        folders.push_back(folder / inTree);
    }
    return folders;
}

std::filesystem::path runningProgram()
{
    return std::filesystem::read_symlink("/proc/self/exe");
}

} // namespace

std::filesystem::path dataFolder()
{
    const std::filesystem::path data = environment("XDG_DATA_HOME");
    return (data.is_absolute() ? data : homeFolder() / ".local" / "share") /
           "hamnet"; // relative ones are void by XDG's rule
}

std::filesystem::path besideProgram(const std::string& name)
{
    std::error_code unknown;
    const std::filesystem::path file = runningProgram().parent_path() / name;
    return std::filesystem::exists(file, unknown) ? file : std::filesystem::path(name);
}

std::filesystem::path bundledCorpus()
{
    const std::filesystem::path resources = environment("HAMNET_RESOURCES");
    return resources.empty() ? bundledCorpusOf(runningProgram()) : firstFile({resources / "corpus"}, ".txt");
}

std::filesystem::path bundledCorpusOf(const std::filesystem::path& program)
{
    return firstFile(foldersOf(program, "corpus", "resources/corpus"), ".txt");
}

std::filesystem::path bundledModels()
{
    const std::filesystem::path resources = environment("HAMNET_RESOURCES");
    const auto folders = resources.empty() ? foldersOf(runningProgram(), "models", "models")
                                           : std::vector{resources / "models", resources.parent_path() / "models"};
    return firstFile(folders, ".prototxt").parent_path();
}

bool liesBelow(const std::filesystem::path& folder, const std::filesystem::path& file)
{
    if (folder.empty() || file.empty() || file.native().find('\0') != std::string::npos) {
        return false;
    }
    std::filesystem::path home, place;
    try {
        home = std::filesystem::weakly_canonical(std::filesystem::absolute(folder));
        place = std::filesystem::weakly_canonical(std::filesystem::absolute(file));
    } catch (const std::filesystem::filesystem_error&) { // a loop of links, or a folder that may not be read
        return false;
    }
    const std::filesystem::path relative =
        place.lexically_relative(home); // with "." or ".." in it where it is not below
    return !relative.empty() && std::none_of(relative.begin(), relative.end(), [](const std::filesystem::path& part) {
        return part.native().starts_with('.');
    });
}

std::filesystem::path trustedCertificates(const std::filesystem::path& usual, const std::filesystem::path& root)
{
    // Debian and its kin; Fedora, old and new; openSUSE.
    const std::array places = {usual, std::filesystem::path("/etc/ssl/certs/ca-certificates.crt"),
                               std::filesystem::path("/etc/pki/tls/certs/ca-bundle.crt"),
                               std::filesystem::path("/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem"),
                               std::filesystem::path("/etc/ssl/ca-bundle.pem")};
    for (const std::filesystem::path& place : places) {
        std::error_code ignored; // what cannot be read is no place to look
        if (const std::filesystem::path file = root / place.relative_path();
            std::filesystem::is_regular_file(file, ignored)) {
            return file;
        }
    }
    return usual;
}

} // namespace engine
