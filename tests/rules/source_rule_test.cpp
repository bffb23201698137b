// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/paths.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace {

std::vector<std::filesystem::path> sources()
{
    const std::set<std::string> endings = {".h", ".cpp", ".cu", ".cuh", ".py", ".cmake"};
    std::vector<std::filesystem::path> found;
    for (const char* folder : {"engine", "editor", "app", "tests"}) {
        const std::filesystem::path root = sourceRoot() / folder;
        if (!std::filesystem::exists(root)) {
            continue;
        }
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
            const bool cmake = entry.path().filename() == "CMakeLists.txt";
            if (entry.is_regular_file() && (cmake || endings.contains(entry.path().extension().string()))) {
                found.push_back(entry.path());
            }
        }
    }
    return found;
}

std::string read(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

TEST(Sources, StartWithTheLicence)
{
    ASSERT_GT(sources().size(), 20u);
    for (const std::filesystem::path& file : sources()) {
        EXPECT_NE(read(file).substr(0, 120).find("SPDX-License-Identifier: GPL-3.0-or-later"), std::string::npos)
            << file;
    }
}

TEST(Sources, HaveNoTabsNoCarriageReturnsAndEndWithANewline)
{
    for (const std::filesystem::path& file : sources()) {
        const std::string text = read(file);
        EXPECT_EQ(text.find('\t'), std::string::npos) << file;
        EXPECT_EQ(text.find('\r'), std::string::npos) << file;
        EXPECT_TRUE(text.ends_with('\n')) << file;
    }
}

TEST(Sources, AreNamedInLowerCaseWithUnderscores)
{
    for (const std::filesystem::path& file : sources()) {
        const std::string name = file.filename().string();
        if (name == "CMakeLists.txt") {
            continue;
        }
        EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_."), std::string::npos) << file;
    }
}

TEST(Folders, OfTheEngineEachHaveAReadme)
{
    for (const char* folder :
         {"engine", "engine/graph", "engine/layers", "engine/formats", "engine/devices", "engine/kernels", "engine/net",
          "engine/solvers", "engine/data", "engine/training", "app", "models", "tests", "resources/corpus"}) {
        EXPECT_TRUE(std::filesystem::exists(sourceRoot() / folder / "README.md")) << folder;
    }
}
