// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/files/file_dialogs.h"

#include <algorithm>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QStringList>

namespace studio {
namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("Files", text);
}

} // namespace

QString nameOf(const engine::FileFormat& format)
{
    return QCoreApplication::translate("Exchange", std::string(format.name).c_str());
}

/// A dialog takes what stands in brackets for the patterns.
QString filterOf(QString name, const QString& patterns)
{
    return QStringLiteral("%1 (%2)").arg(name.remove(QLatin1Char('(')).remove(QLatin1Char(')')), patterns);
}

QString filterOf(const engine::FileFormat& format)
{
    return filterOf(nameOf(format), QString::fromStdString(engine::patternsOf(format)));
}

std::optional<std::filesystem::path> askForNewFile(QWidget* parent, const QString& title, const QString& suggested,
                                                   std::span<const engine::Format> formats)
{
    QStringList filters;
    for (const engine::Format format : formats) {
        filters += filterOf(engine::fileFormat(format));
    }
    QString filter = filters.first();
    const QString chosen =
        QFileDialog::getSaveFileName(parent, title, suggested, filters.join(QStringLiteral(";;")), &filter);
    if (chosen.isEmpty()) {
        return std::nullopt;
    }
    std::filesystem::path file = chosen.toStdString();
    const engine::FileFormat* const told = engine::formatByName(file);
    if (!told || std::ranges::find(formats, told->format) == formats.end()) {
        const auto row = static_cast<std::size_t>(std::max(qsizetype{0}, filters.indexOf(filter)));
        file = engine::namedAs(file, engine::fileFormat(formats[row]));
    }
    return mayReplace(parent, chosen, file) ? std::optional(file) : std::nullopt;
}

bool mayReplace(QWidget* parent, const QString& chosen, const std::filesystem::path& file)
{
    const QString name = QString::fromStdString(file.string());
    return name == chosen || !QFileInfo::exists(name) ||
           QMessageBox::question(parent, words(QT_TRANSLATE_NOOP("Files", "Replace the file?")),
                                 words(QT_TRANSLATE_NOOP("Files", "%1 already exists.")).arg(name),
                                 QMessageBox::Yes | QMessageBox::Cancel) == QMessageBox::Yes;
}

} // namespace studio
