// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/detached_process.h"

#include "engine/devices/group/own_program.h"
#include "engine/formats/checkpoint/atomic_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <utility>

namespace watch {

pid_t startDetached(DetachedCall call)
{
    const engine::FileDescriptor errors =
        engine::openOwnFile(call.errors, O_WRONLY | O_TRUNC, engine::chooseAnotherFolder);
    return engine::start({.words = std::move(call.words), .errors = errors.number(), .folder = std::move(call.folder)});
}

bool attachToParent(pid_t parent)
{
    return ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && ::getppid() == parent;
}

} // namespace watch
