// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"

#include <optional>
#include <QString>

namespace studio {

/// A change of the drawing against overfitting, or for a GPU that waits.
struct Remedy {
    editor::Content content; ///< the whole drawing with the change
    QString change;          ///< what changes: "dropout: ratio 0.5 to 0.6"
};

/// Each DROPOUT layer drops 0.1 more, at most 0.8. Without such layers a stacked recurrent layer gets 0.2 more between
/// its layers; a single one gets a DROPOUT layer with 0.3 behind it. Nothing where none of this can be done.
std::optional<Remedy> moreDropout(const editor::Content& content);

/// Each recurrent layer gets three quarters of its units, in multiples of 8, at least 8. Nothing where all are as
/// small.
std::optional<Remedy> smallerNet(const editor::Content& content);

/// Each data layer cuts twice as many streams or sequences at a time, and so do the layers that are told how many there
/// are. Nothing where no data layer says a number, or it is at its maximum.
std::optional<Remedy> largerBatch(const editor::Content& content);

} // namespace studio
