// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/paths.h"

#include <gtest/gtest.h>

#include <algorithm>
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

/// What a user may write into one field, every field takes: 2*128, (3+1)/8, 1e3.
TEST(Sources, MakeNumberFieldsThatTakeCalculations)
{
    for (const std::filesystem::path& file : sources()) {
        const std::string path = file.lexically_relative(sourceRoot()).generic_string();
        const bool counts = path.starts_with("editor/") || path.starts_with("app/studio/");
        if (!counts) {
            continue;
        }
        for (const char* made : {"new QSpinBox", "new QDoubleSpinBox"}) {
            EXPECT_EQ(read(file).find(made), std::string::npos) << path << ": editor/panels/calculating_box.h has one";
        }
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

namespace {

/// What a folder of the engine asks a device's backend for, and the files that may name it all the same.
struct Reserved {
    std::string words;
    std::vector<std::string> owners; ///< beginnings of paths
};

const std::vector<Reserved>& reserved()
{
    static const std::vector<Reserved> all = {
        {"cpuBackend(", {"engine/backends/"}},
        {"cudaModule(", {"engine/backends/"}},
        {"cudaBackend(", {"engine/cuda/cuda_backend.", "engine/cuda/module.cpp"}},
        {"caffeCpuEngine(", {"engine/backends/", "engine/kernels/cpu_engines.h", "engine/kernels/caffe/caffe_engine."}},
        {"onednnEngine(", {"engine/backends/", "engine/kernels/cpu_engines.h", "engine/kernels/onednn/onednn_engine."}},
        {"caffeCudaEngine(", {"engine/cuda/cuda_backend.cpp", "engine/cuda/caffe/caffe_engine."}},
        {"cudnnEngine(", {"engine/cuda/cuda_backend.cpp", "engine/cuda/cudnn/cudnn_engine."}},
        {"fusedEngine(", {"engine/cuda/cuda_backend.cpp", "engine/cuda/fused/fused_engine."}},
        {"DeviceKind", {}},
        {"evice.kind()", {}},
        {"evice->kind()", {}},
    };
    return all;
}

/// The words in the text that a file of this path must not name.
std::vector<std::string> reservedIn(const std::string& path, const std::string& text)
{
    std::vector<std::string> found;
    for (const Reserved& one : reserved()) {
        const bool owned = std::any_of(one.owners.begin(), one.owners.end(),
                                       [&](const std::string& owner) { return path.starts_with(owner); });
        if (!owned && text.find(one.words) != std::string::npos) {
            found.push_back(one.words);
        }
    }
    return found;
}

} // namespace

TEST(Backends, AreReachedThroughTheDevice)
{
    for (const std::filesystem::path& file : sources()) {
        const std::string path = file.lexically_relative(sourceRoot()).generic_string();
        if (path.starts_with("engine/")) {
            for (const std::string& words : reservedIn(path, read(file))) {
                ADD_FAILURE() << path << " names " << words << ", but must ask the device's backend";
            }
        }
    }
}

TEST(Backends, AreNoticedWhereAFolderReachesOne)
{
    EXPECT_EQ(reservedIn("engine/solvers/solver.cpp", "cpuBackend().makeUpdate(device, plan)").size(), 1U);
    EXPECT_EQ(reservedIn("engine/net/net.cpp", "if (m_device->kind() == DeviceKind::Cpu) {").size(), 2U);
    EXPECT_EQ(reservedIn("engine/backends/open_device.cpp", "openOne(wish, cpuBackend())").size(), 0U);
}

TEST(Folders, OfTheEngineEachHaveAReadme)
{
    for (const char* folder : {"engine", "engine/graph", "engine/layers", "engine/formats", "engine/devices",
                               "engine/kernels", "engine/net", "engine/lens", "engine/solvers", "engine/data",
                               "engine/training", "engine/backends", "app", "models", "tests", "resources/corpus"}) {
        EXPECT_TRUE(std::filesystem::exists(sourceRoot() / folder / "README.md")) << folder;
    }
}
