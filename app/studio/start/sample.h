// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"

#include <cstdint>
#include <filesystem>
#include <QString>
#include <vector>

namespace studio {

/// What a sample learns from, or that it is there to be held against another; in the order of the start page.
enum class SampleGroup { Text, Images, Series, Lines, Comparisons };

/// A model that comes with Hamnet, as the start page shows it.
struct Sample {
    std::filesystem::path file;
    QString title;                         ///< "Char-RNN small"
    QString description;                   ///< one sentence
    editor::Content drawing;               ///< laid out, for its picture
    std::int64_t parameters = 0;           ///< as it is trained on the data that come with Hamnet
    SampleGroup group = SampleGroup::Text; ///< images: it may learn from one of the well-known sets
};

/// The samples that are in the folder, by groups, in each the first one to try at the front; one that does not read is
/// left out.
std::vector<Sample> samplesIn(const std::filesystem::path& folder);

} // namespace studio
