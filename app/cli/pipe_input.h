// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace cli {

/// A file is looked into more than once (what kind is it? what is in it?), but a pipe tells its text once. So what
/// comes through a pipe is put into a file without a name, which takes the pipe's place: /dev/stdin, and /dev/fd/63 of
/// a shell's <(command), then read as any file does. Nothing is done for what is no pipe. Throws Error for a pipe that
/// is none of this process's own, and for a checkpoint in a pipe.
void keepPipe(const std::filesystem::path& file);

} // namespace cli
