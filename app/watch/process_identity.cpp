// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/process_identity.h"

#include "engine/devices/group/own_program.h"
#include "engine/formats/checkpoint/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <sstream>
#include <utility>

namespace watch {
namespace {

/// A process may end between the opening and the reading of its file: then nothing.
std::string contentsOf(const std::string& file)
{
    std::ifstream stream(file);
    std::string all;
    std::getline(stream, all, '\0'); // an iterator over the stream would throw there
    return all;
}

/// As ProcessIdentity::start; empty for a process that is gone or only waited for.
std::string startOf(std::int64_t id)
{
    const std::string status = contentsOf("/proc/" + std::to_string(id) + "/stat");
    std::istringstream fields(status.substr(status.rfind(')') + 1)); // a name before it may hold blanks
    std::string state, ticks;
    fields >> state;
    for (int field = 4; field <= 22; ++field) { // of proc(5)
        fields >> ticks;
    }
    if (!fields || state == "Z" || state == "X") {
        return {};
    }
    std::string boot = contentsOf("/proc/sys/kernel/random/boot_id");
    boot.erase(boot.find_last_not_of('\n') + 1);
    return boot + ":" + ticks;
}

} // namespace

ProcessIdentity thisProcess()
{
    return {.id = ::getpid(), .start = startOf(::getpid())};
}

std::string thisHost()
{
    std::array<char, 256> name = {};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

bool isAlive(const ProcessIdentity& process)
{
    return process.id > 0 && !process.start.empty() && startOf(process.id) == process.start;
}

pid_t startDetached(std::vector<std::string> words, const std::filesystem::path& errors,
                    const std::filesystem::path& folder)
{
    const engine::FileDescriptor said = engine::openOwnFile(errors, O_WRONLY | O_TRUNC, engine::chooseAnotherFolder);
    return engine::start({.words = std::move(words), .errors = said.number(), .folder = folder});
}

} // namespace watch
