// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pipe_input.h"

#include "engine/formats/prototxt/prototxt_text.h"
#include "engine/graph/error.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const std::string& why)
{
    throw engine::Error(file.string() + " cannot be read: " + why);
}

/// The descriptor of ours behind which the pipe is.
std::optional<int> descriptorOf(const struct stat& pipe)
{
    std::error_code unknown;
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc/self/fd", unknown)) {
        const std::string name = entry.path().filename().string();
        int descriptor = -1;
        std::from_chars(name.data(), name.data() + name.size(), descriptor);
        struct stat one = {};
        if (::fstat(descriptor, &one) == 0 && S_ISFIFO(one.st_mode) && one.st_dev == pipe.st_dev &&
            one.st_ino == pipe.st_ino) {
            return descriptor;
        }
    }
    return std::nullopt;
}

/// All that comes, but no more than a reader of nets takes: a pipe may have no end.
std::string readAll(const fs::path& file, int pipe)
{
    std::string text;
    std::array<char, 1 << 16> block = {};
    while (text.size() <= engine::prototxt::maxBytes) {
        const ssize_t count = ::read(pipe, block.data(), block.size());
        if (count == 0) {
            break;
        }
        if (count > 0) {
            text.append(block.data(), static_cast<std::size_t>(count));
        } else if (errno != EINTR) {
            fail(file, std::strerror(errno));
        }
    }
    return text;
}

} // namespace

void keepPipe(const fs::path& file)
{
    struct stat found = {};
    if (::stat(file.c_str(), &found) != 0 || !S_ISFIFO(found.st_mode)) {
        return;
    }
    const std::optional<int> pipe = descriptorOf(found);
    if (!pipe) {
        fail(file, "it is a named pipe, which can be read only once; read a pipe as /dev/stdin");
    }
    const std::string text = readAll(file, *pipe);
    if (text.starts_with("\x89HAMNET\n")) {
        fail(file, "it is a pipe with a checkpoint, which can be read from a file only");
    }
    const int kept = ::memfd_create("hamnet", MFD_CLOEXEC);
    const bool whole = kept >= 0 && ::write(kept, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                       ::lseek(kept, 0, SEEK_SET) == 0 && ::dup2(kept, *pipe) == *pipe;
    const int error = errno;
    ::close(kept);
    if (!whole) {
        fail(file, std::strerror(error));
    }
}

} // namespace cli
