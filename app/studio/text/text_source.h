// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <QString>
#include <string>

namespace studio {

/// Something that can write.
struct TextSource {
    std::string run = {};        ///< its name; empty: of none
    std::string checkpoint = {}; ///< a file; empty: the net in training, or the one that the last run left
    std::int64_t iteration = 0;
    double loss = std::nan(""); ///< nats per character, or what a net of sequences minimises; NaN: not known
    bool best = false;
    bool imported = false; ///< another program's file, or of a queue's run: no iteration is told
    bool trains = false;   ///< of the net in training: its run is under way, not over
};

QString describe(const TextSource& source); ///< "bard.hamnet · iteration 1,500 · loss 1.52"; "Best of Run 1, …"

} // namespace studio
