// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/paths.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace {

struct Rule {
    std::string folder;   ///< files under it ...
    std::regex forbidden; ///< ... include nothing that matches
};

const std::vector<Rule>& rules()
{
    const std::string libraries = R"(|cuda|cudnn|dnnl|oneapi/|omp\.h|cblas))";
    static const std::vector<Rule> all = {
        {"engine", std::regex(R"([<"](Q[A-Z]|Qt|editor/|app/))")},
        {"engine/graph",
         std::regex(R"([<"](engine/(backends|runs|cuda|data|devices|formats|kernels|layers|net|solvers|training)/)" +
                    libraries)},
        {"engine/layers",
         std::regex(R"([<"](engine/(backends|runs|cuda|data|devices|formats|kernels|net|solvers|training)/)" +
                    libraries)},
        {"engine/drawing",
         std::regex(R"([<"](engine/(backends|runs|cuda|data|devices|formats|kernels|layers|net|solvers|training)/)" +
                    libraries)},
        {"engine/devices",
         std::regex(R"([<"]engine/(backends|runs|cuda|data|formats|kernels|layers|net|solvers|training)/)")},
        {"engine/kernels", std::regex(R"([<"]engine/(backends|runs|cuda|data|formats|layers|net|solvers|training)/)")},
        {"engine/data", std::regex(R"([<"]engine/(backends|runs|cuda|formats|kernels|layers|net|solvers|training)/)")},
        {"engine/net", std::regex(R"([<"]engine/(backends|runs|cuda|data|formats|layers|solvers|training)/)")},
        {"engine/lens", std::regex(R"([<"]engine/(backends|runs|cuda|formats|layers|solvers|training)/)")},
        {"engine/solvers", std::regex(R"([<"]engine/(backends|runs|cuda|data|formats|kernels|layers|training)/)")},
        {"engine/formats", std::regex(R"([<"]engine/(backends|runs|cuda|devices|kernels|net|solvers|training)/)")},
        {"engine/training", std::regex(R"([<"]engine/(backends|runs|cuda|layers)/)")},
        {"engine/backends", std::regex(R"([<"]engine/(runs|cuda|formats|layers)/)")},
        {"engine/runs", std::regex(R"([<"]engine/(cuda|layers)/)")},
        {"engine/cuda", std::regex(R"([<"]engine/(backends|runs|formats)/)")},
        {"engine/cuda/recurrent",
         std::regex(
             R"([<"]engine/(net|solvers|data|formats|training|cuda/(caffe|cudnn|fused|data|solvers|training))/)")},
        {"engine/cuda/caffe",
         std::regex(R"([<"]engine/(net|solvers|data|formats|training|cuda/(cudnn|fused|data|solvers|training))/)")},
        {"engine/cuda/cudnn",
         std::regex(R"([<"]engine/(net|solvers|data|formats|training|cuda/(fused|data|solvers|training))/)")},
        {"engine/cuda/fused",
         std::regex(R"([<"]engine/(net|solvers|data|formats|training|cuda/(cudnn|data|solvers|training))/)")},
        {"engine/cuda/data",
         std::regex(R"([<"]engine/(net|kernels|solvers|formats|training|cuda/(caffe|cudnn|fused|solvers|training))/)")},
        {"engine/cuda/solvers",
         std::regex(R"([<"]engine/(net|kernels|data|formats|training|cuda/(caffe|cudnn|fused|data|training))/)")},
        {"engine/cuda/training",
         std::regex(R"([<"]engine/(net|solvers|data|formats|cuda/(caffe|cudnn|fused|data|solvers))/)")},
        {"editor",
         std::regex(R"([<"](app/|engine/(backends|runs|devices|kernels|net|solvers|data|training)/|cuda|cudnn|dnnl))")},
        {"app/contest", std::regex(R"([<"](Q[A-Z]|Qt|editor/|app/(cli|studio)/))")},
        {"app/cli", std::regex(R"([<"](Q[A-Z]|Qt|editor/|app/studio/))")},
    };
    return all;
}

std::vector<std::string> offences(const std::filesystem::path& root, const Rule& rule)
{
    const std::regex include(R"(^\s*#\s*include\s*(["<][^">]+))");
    std::vector<std::string> found;
    if (!std::filesystem::exists(root / rule.folder)) {
        return found;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / rule.folder)) {
        std::ifstream file(entry.path());
        std::string line;
        for (int number = 1; std::getline(file, line); ++number) {
            std::smatch match;
            if (std::regex_search(line, match, include)) {
                const std::string included = match.str(1);
                if (std::regex_search(included, rule.forbidden)) {
                    found.push_back(entry.path().string() + ":" + std::to_string(number) + ": " + line);
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
    for (const Rule& rule : rules()) {
        for (const std::string& offence : offences(sourceRoot(), rule)) {
            ADD_FAILURE() << offence;
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
    std::ofstream(root / "engine/graph/bad.h") << "#pragma once\n#include \"engine/net/net.h\"\n#include <QString>\n";
    EXPECT_EQ(offences(root, rules()[0]).size(), 1u);
    EXPECT_EQ(offences(root, rules()[1]).size(), 1u);
    std::filesystem::remove_all(root);
}
