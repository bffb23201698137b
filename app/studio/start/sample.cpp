// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/start/sample.h"

#include "editor/document/layout.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"

#include <algorithm>
#include <array>

namespace studio {
namespace {

/// The first to try, one of each kind: a text, images, a series.
constexpr std::array<std::string_view, 3> firstToTry = {"char_rnn_small", "rows_lstm", "series_lstm"};
constexpr qsizetype longestDescription = 150; ///< characters

QString titleOf(const std::filesystem::path& file)
{
    QString title = QString::fromStdString(file.stem().string());
    title.replace(QStringLiteral("char_rnn"), QStringLiteral("Char-RNN"));
    title.replace(QLatin1Char('_'), QLatin1Char(' '));
    for (const QString& word : {QStringLiteral("lstm"), QStringLiteral("gru"), QStringLiteral("gpu")}) {
        title.replace(word, word.toUpper());
    }
    return title.left(1).toUpper() + title.mid(1);
}

/// Whole sentences, as many as there is room for, at least one.
QString beginningOf(const std::string& comment)
{
    const QString text = QString::fromStdString(comment).simplified();
    qsizetype end = text.indexOf(QStringLiteral(". "));
    for (qsizetype next = end; next >= 0 && next < longestDescription;
         next = text.indexOf(QStringLiteral(". "), next + 1)) {
        end = next;
    }
    return end < 0 ? text : text.left(end + 1);
}

} // namespace

std::vector<Sample> samplesIn(const std::filesystem::path& folder)
{
    std::vector<Sample> samples;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::filesystem::path& file = entry.path();
        if (file.extension() != ".prototxt" || file.stem().string().ends_with("_solver")) {
            continue;
        }
        try {
            const engine::Model model = engine::readModelFile(file);
            samples.push_back({.file = file,
                               .title = titleOf(file),
                               .description = beginningOf(model.comment),
                               .drawing = editor::arranged(editor::contentOf(model)),
                               .parameters = engine::sizeReport(model).parameters});
        } catch (const engine::Error&) {
            continue; // somebody's own file in that folder: opening it says what is wrong
        }
    }
    std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) {
        const auto place = [](const Sample& sample) {
            return std::find(firstToTry.begin(), firstToTry.end(), sample.file.stem().string());
        };
        return place(a) != place(b) ? place(a) < place(b) : a.file < b.file;
    });
    return samples;
}

} // namespace studio
