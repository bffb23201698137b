// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace engine {

/// Where this user's texts are kept: $XDG_DATA_HOME/hamnet, or ~/.local/share/hamnet. It need not exist yet.
/// Throws Error where the user has no home.
std::filesystem::path dataFolder();

/// The text that comes with Hamnet: the first *.txt by name in the folder `corpus` of $HAMNET_RESOURCES, where that is
/// set, or of the resources that belong to the running program. Throws Error that names the folders it looked in.
std::filesystem::path bundledCorpus();

/// The same for a program at the given path: installed (../share/hamnet/ seen from its folder), or in a build folder
/// inside the source tree (resources/ in one of the folders above it).
std::filesystem::path bundledCorpusOf(const std::filesystem::path& program);

/// The folder of sample models: $HAMNET_RESOURCES/models, or models beside it, where that is set; else as for texts
/// (../share/hamnet/models, or models in the source tree). Throws Error that names the folders it looked in.
std::filesystem::path bundledModels();

/// The file of that name in the folder of the running program, where it is there; else the name alone, as the loader of
/// libraries takes it.
std::filesystem::path besideProgram(const std::string& name);

/// Whether the file lies below the folder, or will where it is not there yet, wherever symbolic links lead. What is
/// hidden there does not count: a folder may be someone's home.
bool liesBelow(const std::filesystem::path& folder, const std::filesystem::path& file);

/// The file of certificates that this machine trusts: `usual`, where libcurl looks on the system that it was built on,
/// or the first that is there of those of other systems, since a program can be carried to them. `usual` where none is.
/// `root` stands for the machine's own.
std::filesystem::path trustedCertificates(const std::filesystem::path& usual, const std::filesystem::path& root = "/");

} // namespace engine
