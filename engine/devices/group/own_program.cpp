// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/group/own_program.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace engine {

pid_t start(OwnProgram program)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const auto connect = [&](int end, int standard, int flags) {
        if (end >= 0) {
            posix_spawn_file_actions_adddup2(&actions, end, standard);
        } else {
            posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", flags, 0);
        }
    };
    connect(program.input, STDIN_FILENO, O_RDONLY);
    connect(program.output, STDOUT_FILENO, O_WRONLY);
    if (program.errors >= 0) {
        connect(program.errors, STDERR_FILENO, O_WRONLY);
    }
    posix_spawn_file_actions_addchdir_np(&actions, program.folder.c_str());
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
    std::vector<char*> words;
    for (std::string& word : program.words) {
        words.push_back(word.data());
    }
    words.push_back(nullptr);
    pid_t process = -1;
    const int error = ::posix_spawn(&process, "/proc/self/exe", &actions, &attributes, words.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        if (program.folder == ".") {
            throw Error(say(ENGINE_TEXT("Sentences", "this program cannot be started once more: %1; see that more "
                                                     "processes may run"),
                            std::strerror(error)));
        }
        throw Error(say(ENGINE_TEXT("Sentences", "this program cannot be started once more in %1: %2; see that the "
                                                 "folder can be entered, and that more processes may run"),
                        program.folder.string(), std::strerror(error)));
    }
    return process;
}

ChildProcess::~ChildProcess()
{
    signal(lastSignal);
    status();
}

void ChildProcess::signal(int number) const
{
    if (m_id > 0) {
        ::kill(m_id, number);
    }
}

std::optional<int> ChildProcess::status(int options)
{
    int status = -1; // where another has waited for it, and nobody knows
    pid_t ended = m_id;
    while (m_id > 0 && (ended = ::waitpid(m_id, &status, options)) < 0 && errno == EINTR) {}
    m_id = ended == 0 ? m_id : -1;
    return ended == 0 ? std::nullopt : std::optional(status);
}

} // namespace engine
