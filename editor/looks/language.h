// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QString>
#include <QStringList>

namespace editor {

/// The languages that Hamnet speaks, by their codes: "en", "de".
QStringList languages();

/// What the user chose; empty for the system's. Kept in the settings.
QString chosenLanguage();
void chooseLanguage(const QString& language);

/// Loads our texts and Qt's in that language (empty: the system's) in place of those that were loaded before, and makes
/// numbers on screen follow. Call it before the first window: texts that are set already stay as they are.
void installTranslations(QApplication& application, const QString& language);

} // namespace editor
