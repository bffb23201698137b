// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "app/cli/paint.h"
#include "app/cli/words.h"
#include "engine/graph/sentence.h"

#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// Where a command reads from, a descriptor, and writes to: results to `out`, remarks to `err`.
struct Console {
    int in;
    Output out;
    Output err;
    Paint paint; ///< of out

    /// A remark, at once, apart from the results; on one line, with whatever names out of files.
    void note(std::string_view sentence)
    {
        err.line(oneLine(engine::shortSentence(std::string(sentence))));
        err.flush();
    }

    void remark(const std::string& sentence) { note("note: " + sentence); }

    template <typename Sentences>
    void remarks(const Sentences& sentences)
    {
        for (const std::string& one : sentences) {
            remark(one);
        }
    }
};

} // namespace cli
