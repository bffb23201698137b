// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/paths.h"

#include <algorithm>

std::filesystem::path sourceRoot()
{
    return SOURCE_ROOT;
}

std::filesystem::path modelsFolder()
{
    return sourceRoot() / "models";
}

std::vector<std::filesystem::path> sampleModels()
{
    std::vector<std::filesystem::path> models;
    for (const auto& entry : std::filesystem::directory_iterator(modelsFolder())) {
        if (entry.path().extension() == ".prototxt" && !entry.path().stem().string().ends_with("_solver")) {
            models.push_back(entry.path());
        }
    }
    std::ranges::sort(models);
    return models;
}

std::filesystem::path buildRoot()
{
    return BUILD_ROOT;
}

std::string hamnetProgram()
{
    return HAMNET_PROGRAM;
}

std::string studioProgram()
{
    return STUDIO_PROGRAM;
}

std::string manPage()
{
    return MAN_PAGE;
}

std::string mpiModule()
{
    return MPI_MODULE;
}

std::string fakeNvml()
{
    return FAKE_NVML;
}

std::string oldFakeNvml()
{
    return FAKE_NVML_OLD;
}

std::string silentFakeNvml()
{
    return FAKE_NVML_SILENT;
}
