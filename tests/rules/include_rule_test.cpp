// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace {

/// Every folder with sources; each includes itself and what stands above it. Folders in one line include each other.
const std::vector<std::vector<std::string>>& folders()
{
    static const std::vector<std::vector<std::string>> all = {
        {"engine/graph"},
        {"engine/cells"},
        {"engine/drawing"},
        {"engine/formats/prototxt"},
        {"editor/looks"},
        {"editor/widgets"},
        {"editor/work"},
        {"editor/document"},
        {"editor/words"},
        {"editor/equations"},
        {"editor/panels"},
        {"editor/canvas"},
        {"engine/devices"},
        {"engine/kernels"},
        {"engine/data"},
        {"engine/net"},
        {"engine/lens"},
        {"engine/solvers"},
        {"engine/formats/checkpoint"},
        {"engine/training/write"},
        {"engine/training/measure"},
        {"engine/training/run"},
        {"engine/cuda", "engine/mpi"},
        {"engine/layers"},
        {"engine/formats/code", "engine/formats/exchange", "engine/formats/onnx"},
        {"engine/backends"},
        {"app/contest"},
        {"app/watch"},
        {"python/engine"},
        {"app/queue"},
        {"app/cli"},
        {"app/studio"},
    };
    return all;
}

/// Headers of a library, and the only folders that include them.
struct Library {
    std::regex header;
    std::vector<std::string> folders;
};

const std::vector<Library>& libraries()
{
    static const std::vector<Library> all = {
        {std::regex(R"(^[<"](Q[A-Z]|Qt))"), {"editor", "app/studio"}},
        {std::regex(R"(^[<"]editor/)"), {"editor", "app/studio"}},
        {std::regex(R"(^[<"](cuda|cudnn|cublas|nv))"), {"engine/cuda"}},
        {std::regex(R"(^[<"]mpi\.h)"), {"engine/mpi"}},
        {std::regex(R"(^[<"](dnnl|oneapi/))"), {"engine/kernels", "engine/backends"}}, // whose version it tells
        {std::regex(R"(^[<"]sqlite)"), {"app/queue"}},
        {std::regex(R"(^[<"](cblas|omp\.h))"), {"engine/devices"}},
    };
    return all;
}

bool liesIn(const std::string& path, const std::string& folder)
{
    return path.starts_with(folder + "/");
}

/// The line of folders() that the path lies in; nothing for one that has none.
std::optional<std::size_t> heightOf(const std::string& path)
{
    for (std::size_t height = 0; height < folders().size(); ++height) {
        for (const std::string& folder : folders()[height]) {
            if (liesIn(path, folder)) {
                return height;
            }
        }
    }
    return std::nullopt;
}

/// Whether a file may include this, which is what stands behind #include, with its first quote or bracket.
bool mayInclude(const std::string& file, const std::string& included)
{
    const std::string path = included.substr(1);
    const bool isOurs =
        liesIn(path, "engine") || liesIn(path, "editor") || liesIn(path, "app") || liesIn(path, "python");
    if (isOurs && !(heightOf(path) && heightOf(file) && *heightOf(path) <= *heightOf(file))) {
        return false;
    }
    for (const Library& library : libraries()) {
        const bool mayUse = std::any_of(library.folders.begin(), library.folders.end(),
                                        [&](const std::string& folder) { return liesIn(file, folder); });
        if (!mayUse && std::regex_search(included, library.header)) {
            return false;
        }
    }
    return true;
}

/// Of all sources below `root`: what they must not include, and those in no folder of the list.
std::vector<std::string> offences(const std::filesystem::path& root)
{
    const std::regex include(R"(^\s*#\s*include\s*(["<][^">]+))");
    std::vector<std::string> found;
    for (const char* part : {"engine", "editor", "app", "python"}) {
        if (!std::filesystem::exists(root / part)) {
            continue;
        }
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / part)) {
            const std::string path = entry.path().lexically_relative(root).generic_string();
            const std::string extension = entry.path().extension();
            if (extension != ".h" && extension != ".cpp" && extension != ".cu" && extension != ".cuh") {
                continue;
            }
            if (!heightOf(path)) {
                found.push_back(path + " lies in no folder of the list");
            }
            std::ifstream file(entry.path());
            std::string line;
            for (int number = 1; std::getline(file, line); ++number) {
                std::smatch match;
                if (line.find("include") != std::string::npos && std::regex_search(line, match, include) &&
                    !mayInclude(path, match.str(1))) {
                    found.push_back(path + ":" + std::to_string(number) + ": " + line);
                }
            }
        }
    }
    return found;
}

/// The CMakeLists.txt files below a folder that compile what lies in another one.
std::vector<std::string> foreignSources(const std::filesystem::path& root)
{
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
        std::ifstream file(entry.path());
        std::string line;
        while (entry.path().filename() == "CMakeLists.txt" && std::getline(file, line)) {
            if (std::regex_search(line, std::regex(R"(\.\./.*\.(cpp|cu)\b)"))) {
                found.push_back(entry.path().string() + ": " + line);
            }
        }
    }
    return found;
}

} // namespace

TEST(IncludeRule, EachFolderSeesOnlyWhatLiesBelowIt)
{
    for (const std::string& offence : offences(sourceRoot())) {
        ADD_FAILURE() << offence;
    }
}

TEST(IncludeRule, ListsOnlyFoldersThatAreThere)
{
    for (const std::vector<std::string>& line : folders()) {
        for (const std::string& folder : line) {
            EXPECT_TRUE(std::filesystem::is_directory(sourceRoot() / folder)) << folder;
        }
    }
}

TEST(IncludeRule, EachLibraryIsMadeOfItsOwnFolder)
{
    for (const std::string& offence : foreignSources(sourceRoot() / "engine")) {
        ADD_FAILURE() << offence;
    }
}

TEST(IncludeRule, NoticesASourceOfAnotherFolder)
{
    const std::filesystem::path root = std::filesystem::path(testing::TempDir()) / "source_rule";
    std::filesystem::create_directories(root / "graph");
    std::ofstream(root / "graph/CMakeLists.txt") << "add_library(graph STATIC\n    own.cpp\n    ../layers/last.cpp)\n";
    EXPECT_EQ(foreignSources(root).size(), 1u);
    std::filesystem::remove_all(root);
}

TEST(IncludeRule, NoticesAnIncludeThatPointsUpwards)
{
    const std::filesystem::path root = std::filesystem::path(testing::TempDir()) / "include_rule";
    std::filesystem::create_directories(root / "engine/graph");
    std::filesystem::create_directories(root / "engine/odd");
    std::ofstream(root / "engine/graph/bad.h") << "#pragma once\n#include \"engine/net/net.h\"\n#include <QString>\n"
                                               << "#include \"engine/graph/shape.h\"\n#include <cuda_runtime.h>\n";
    std::ofstream(root / "engine/odd/odd.h") << "#pragma once\n";
    EXPECT_EQ(offences(root).size(), 4u);
    std::filesystem::remove_all(root);
}
