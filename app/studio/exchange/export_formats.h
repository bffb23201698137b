// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/prototxt/prototxt.h"

#include <filesystem>
#include <optional>
#include <QString>
#include <string>
#include <vector>

namespace studio {

/// What of a project goes into another program's file.
enum class ExportContent { Weights, Curve, Drawing, Picture };

/// One format that can be written.
struct ExportFormat {
    ExportContent content;
    QString name;  ///< "ONNX"
    QString about; ///< a sentence: whom it is for, what it holds
    const engine::FileFormat* file;
    std::optional<engine::WriteStyle> style = {}; ///< of a drawing
};

/// All of them in the user's language.
const std::vector<ExportFormat>& exportFormats();

/// What a name's ending asks for: the chosen format where it may end so, else another. Null: it ends as none does.
const ExportFormat* formatByEnding(const std::filesystem::path& file, const ExportFormat& chosen);

/// The filters of a file dialog for all that can be imported, and for all that can be opened.
QString importFilters();
QString openFilters();

} // namespace studio
