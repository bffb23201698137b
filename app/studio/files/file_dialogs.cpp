// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/files/file_dialogs.h"

#include <algorithm>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QSettings>
#include <QStringList>

namespace studio {
namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("Files", text);
}

// Setting: the folder in which the last dialog ended.
const QString folderKey = QStringLiteral("files/folder");

QString inLastFolder(const QString& name)
{
    const QString folder = QSettings().value(folderKey).toString();
    return QFileInfo(folder).isDir() ? QDir(folder).filePath(name) : name;
}

QString noted(const QString& file, const QString& folder)
{
    if (!file.isEmpty()) {
        QSettings().setValue(folderKey, folder);
    }
    return file;
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

QString askForFile(QWidget* parent, const QString& title, const QString& filters)
{
    const QString file = QFileDialog::getOpenFileName(parent, title, inLastFolder({}), filters);
    return noted(file, QFileInfo(file).absolutePath());
}

QString askForFolder(QWidget* parent, const QString& title)
{
    const QString folder = QFileDialog::getExistingDirectory(parent, title, inLastFolder({}));
    return noted(folder, folder);
}

QString askForName(QWidget* parent, const QString& title, const QString& suggested, const QString& filters,
                   QString* filter, QFileDialog::Options options)
{
    const QString file = QFileDialog::getSaveFileName(parent, title, inLastFolder(suggested), filters, filter, options);
    return noted(file, QFileInfo(file).absolutePath());
}

std::optional<std::filesystem::path> askForNewFile(QWidget* parent, const QString& title, const QString& suggested,
                                                   std::span<const engine::Format> formats)
{
    QStringList filters;
    for (const engine::Format format : formats) {
        filters += filterOf(engine::fileFormat(format));
    }
    QString filter = filters.first();
    const QString chosen = askForName(parent, title, suggested, filters.join(QStringLiteral(";;")), &filter);
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
