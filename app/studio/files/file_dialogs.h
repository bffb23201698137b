// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/file_formats.h"

#include <filesystem>
#include <optional>
#include <QFileDialog>
#include <QString>
#include <span>

namespace studio {

QString nameOf(const engine::FileFormat& format);   ///< "ONNX", in the user's language
QString filterOf(const engine::FileFormat& format); ///< "ONNX (*.onnx)"
QString filterOf(QString name, const QString& patterns);

// Dialogs that begin in the folder in which the last one of them ended. What they answer is empty where the user
// changed their mind.

QString askForFile(QWidget* parent, const QString& title, const QString& filters); ///< to read
QString askForFolder(QWidget* parent, const QString& title);
QString askForName(QWidget* parent, const QString& title, const QString& suggested, const QString& filters,
                   QString* filter = nullptr, QFileDialog::Options options = {}); ///< of a file to write

/// Asks for the name of a file to write in one of the formats, the first of which is offered. A name that tells none of
/// them gets the ending of the one that is chosen. Nothing: the user changed their mind.
std::optional<std::filesystem::path> askForNewFile(QWidget* parent, const QString& title, const QString& suggested,
                                                   std::span<const engine::Format> formats);

/// A file dialog asks whether to replace the file that was chosen. Asks the same where `file` is another one, as it got
/// an ending; true where nothing is to be asked, too.
bool mayReplace(QWidget* parent, const QString& chosen, const std::filesystem::path& file);

} // namespace studio
