// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

// Where the sources lie and what was built of them. Only paths.cpp is compiled with absolute paths, so that every other
// object is the same in each clone and comes from the compiler's cache.

std::filesystem::path sourceRoot();
std::filesystem::path modelsFolder();              ///< of the samples
std::vector<std::filesystem::path> sampleModels(); ///< in it, by name, without their solvers
std::filesystem::path buildRoot();

std::string hamnetProgram(); ///< the terminal program
std::string studioProgram(); ///< the window; empty where it is not built
std::string mpiModule();     ///< empty where it is not built
std::string manPage();       ///< the terminal program's, with its options

// Libraries with NVML's interface: one of today, one of its first days, one without its driver.
std::string fakeNvml();
std::string oldFakeNvml();
std::string silentFakeNvml();
