// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/paths.h"

std::filesystem::path sourceRoot()
{
    return SOURCE_ROOT;
}

std::filesystem::path modelsFolder()
{
    return sourceRoot() / "models";
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
