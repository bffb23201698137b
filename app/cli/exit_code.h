// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace cli {

/// What the program tells the shell; scripts rely on these numbers.
enum class ExitCode {
    Done = 0,
    Mistake = 1,     ///< of this program's makers
    Usage = 2,       ///< the command line cannot be understood
    BadInput = 3,    ///< a file or a setting that the user can mend
    Unavailable = 4, ///< an engine or a device that is not here, or memory or threads that the system does not give
    Diverged = 5,    ///< the training ran away, what a net computes is not finite, or each run of a queue failed
    Interrupted = 130,
};

} // namespace cli
