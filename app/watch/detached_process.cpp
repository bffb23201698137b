// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/detached_process.h"

#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstring>

namespace watch {

pid_t startDetached(DetachedCall call)
{
    const engine::FileDescriptor errors =
        engine::openOwnFile(call.errors, O_WRONLY | O_TRUNC, engine::chooseAnotherFolder);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, errors.number(), STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, call.folder.c_str());
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
    std::vector<char*> arguments;
    for (std::string& word : call.words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_t process = -1;
    const int error = ::posix_spawn(&process, "/proc/self/exe", &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        throw engine::Error(
            engine::say(ENGINE_TEXT("Sentences", "the run cannot be started for %1: %2; see that files can be written "
                                                 "there, and that more processes may run"),
                        call.errors.parent_path().string(), std::string(std::strerror(error))));
    }
    return process;
}

bool attachToParent(pid_t parent)
{
    return ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && ::getppid() == parent;
}

} // namespace watch
