// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "app/cli/paint.h"

#include <string_view>

namespace cli {

/// Where a command writes to: results to `out`, remarks to `err`.
struct Console {
    Output out;
    Output err;
    Paint paint; ///< of out

    /// A remark, at once, apart from the results.
    void note(std::string_view sentence)
    {
        err.line(sentence);
        err.flush();
    }
};

} // namespace cli
