// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/text_file.h"

#include "app/studio/files/file_dialogs.h"
#include "editor/document/sentence_words.h"
#include "engine/graph/error.h"

#include <QCoreApplication>
#include <QSaveFile>

namespace studio {

namespace {

/// The context of the words.
struct TextFile {
    Q_DECLARE_TR_FUNCTIONS(studio::TextFile)
};

} // namespace

std::optional<QString> writeTextFile(const QString& file, const std::string& text)
{
    QSaveFile out(file);
    const auto size = static_cast<qint64>(text.size());
    if (out.open(QIODevice::WriteOnly) && out.write(text.data(), size) == size && out.commit()) {
        return std::nullopt;
    }
    return TextFile::tr("%1 could not be written: %2").arg(file, out.errorString());
}

std::optional<TextSaving> saveText(QWidget* parent, const std::string& text,
                                   const std::function<void(const std::filesystem::path& file)>& check)
{
    const QString file =
        askForName(parent, TextFile::tr("Save the text"), TextFile::tr("text.txt"), TextFile::tr("Texts (*.txt)"));
    if (file.isEmpty()) {
        return std::nullopt;
    }
    try {
        if (check) {
            check(file.toStdString());
        }
        if (const std::optional<QString> sentence = writeTextFile(file, text)) {
            return TextSaving{.failed = true, .sentence = *sentence};
        }
    } catch (const engine::Error& error) {
        return TextSaving{.failed = true, .sentence = editor::inWords(error)};
    }
    return TextSaving{.failed = false, .sentence = TextFile::tr("Saved as %1.").arg(file)};
}

} // namespace studio
