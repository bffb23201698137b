// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/table_format.h"

#include <filesystem>
#include <QImage>
#include <string>
#include <vector>

/// What was tried becomes a file that can be learned from and tried again. All throw engine::Error with the system's
/// words.
namespace studio {

/// As a PNG in the folder of its class below `folder`, which is made where it is missing, under a name that is free.
std::filesystem::path savePicture(const QImage& image, const std::filesystem::path& folder, const std::string& ofClass);

/// As a line label<TAB>text behind the others of the file.
void appendLine(const std::filesystem::path& file, const std::string& ofClass, const std::string& text);

/// As CSV.
void saveTable(const std::filesystem::path& file, const std::vector<std::vector<std::string>>& rows, char delimiter);

/// The text of the last line of such a file, without its label; a text without lines has none.
std::string lastLineOf(const std::filesystem::path& file);

/// The numbers of the column of that name in a table that is written in that format; NaN where a row has none.
std::vector<double> columnOf(const std::filesystem::path& file, const std::string& name,
                             const engine::TableFormat& format);

} // namespace studio
