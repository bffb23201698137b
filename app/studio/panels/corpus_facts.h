// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/corpus.h"
#include "engine/graph/go_on.h"

#include <cstdint>
#include <filesystem>
#include <QString>
#include <vector>

namespace studio {

/// What the data panel says of a text.
struct CorpusFacts {
    std::filesystem::path file = {};
    QString problem = {}; ///< a sentence: it cannot be read; then nothing else is known
    std::int64_t bytes = 0, characters = 0;
    std::int64_t training = 0, validation = 0, test = 0; ///< characters of each part

    struct Character {
        QString shown; ///< "a", "é", "↵", "␣"
        QString name;  ///< "U+000A", ...
        std::int64_t count = 0;
    };
    std::vector<Character> vocabulary = {}; ///< the most frequent first; counts are of at most the first 4 MiB
    engine::Vocabulary known = {};          ///< the same as a net would number it
    QString beginning = {};                 ///< its first lines
};

/// Reads the text once, until `goOn` ends it. Never throws: what is wrong is in `problem`. Takes time with a large
/// text: call it on another thread than the window's.
CorpusFacts readCorpusFacts(const std::filesystem::path& file, engine::Encoding encoding,
                            const engine::SplitFractions& fractions, const engine::GoOn& goOn = {});

} // namespace studio
