// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/start/sample.h"

#include "editor/document/layout.h"
#include "engine/data/corpus.h"
#include "engine/data/places.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run.h"

#include <algorithm>
#include <array>
#include <map>
#include <QCoreApplication>
#include <QStringList>
#include <string_view>
#include <tuple>

namespace studio {
namespace {

/// The first to try, one of each kind: a text, images, a series.
constexpr std::array<std::string_view, 3> firstToTry = {"char_rnn_small", "rows_lstm", "series_lstm"};
constexpr qsizetype longestDescription = 150; ///< characters

/// "char_rnn_best_gpu" -> "Char-RNN best GPU": the cell belongs to "char", and abbreviations have their capitals.
QString titleOf(const std::filesystem::path& file)
{
    const std::map<QString, QString> spelled = {
        {QStringLiteral("rnn"), QStringLiteral("RNN")},           {QStringLiteral("lstm"), QStringLiteral("LSTM")},
        {QStringLiteral("gru"), QStringLiteral("GRU")},           {QStringLiteral("gpu"), QStringLiteral("GPU")},
        {QStringLiteral("caffe"), QStringLiteral("Caffe")},       {QStringLiteral("cudnn"), QStringLiteral("cuDNN")},
        {QStringLiteral("karpathy"), QStringLiteral("Karpathy")}, {QStringLiteral("janet"), QStringLiteral("JANET")},
        {QStringLiteral("mingru"), QStringLiteral("minGRU")}};
    QString title;
    for (const QString& word : QString::fromStdString(file.stem().string()).split(QLatin1Char('_'))) {
        const auto found = spelled.find(word);
        const bool cell = word == QLatin1String("rnn") || word == QLatin1String("gru");
        title += title.isEmpty()                          ? QString()
                 : title == QLatin1String("Char") && cell ? QStringLiteral("-")
                                                          : QStringLiteral(" ");
        title += found != spelled.end() ? found->second : title.isEmpty() ? word.left(1).toUpper() + word.mid(1) : word;
    }
    return title;
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

QString inWindowsLanguage(const QString& description)
{
    return QCoreApplication::translate("Samples", description.toUtf8().constData());
}

SampleGroup groupOf(const std::string& name, const engine::Model& model)
{
    if (engine::dataKindOf(model).writes) {
        constexpr std::array<std::string_view, 3> compared = {"_equal_", "_caffe", "_cudnn"};
        const bool isCompared =
            std::ranges::any_of(compared, [&](std::string_view part) { return name.find(part) != std::string::npos; });
        return isCompared ? SampleGroup::Comparisons : SampleGroup::Text;
    }
    const engine::DataKind& kind = engine::dataKindOf(model);
    return kind.ofColumns ? SampleGroup::Series : kind.ofCharacters ? SampleGroup::Lines : SampleGroup::Images;
}

/// The model as training sizes it for the data that come with Hamnet; as it is written where these are not there, or
/// are images, whose sizes it has and which take long to make. `characters`: of the text that comes with Hamnet.
engine::Model asTrained(const engine::Model& model, std::map<engine::Encoding, std::int64_t>& characters)
{
    try {
        if (engine::dataKindOf(model).writes) {
            const engine::Encoding encoding = engine::dataSettings(model).encoding;
            std::int64_t& known = characters[encoding];
            if (known == 0) {
                known = engine::Corpus(engine::bundledCorpus(), encoding).vocabulary().size();
            }
            return engine::withVocabulary(model, known);
        }
        const std::filesystem::path made = engine::ownDataFor(model);
        std::vector<engine::Sentence> notes;
        return made == engine::madeDigitsName ? model : engine::openSource(made, model)->settled(model, notes);
    } catch (const engine::Error&) {
        return model;
    }
}

} // namespace

std::vector<Sample> samplesIn(const std::filesystem::path& folder)
{
    std::vector<Sample> samples;
    std::map<engine::Encoding, std::int64_t> characters;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::filesystem::path& file = entry.path();
        if (file.extension() != ".prototxt" || file.stem().string().ends_with("_solver")) {
            continue;
        }
        try {
            const engine::Model model = engine::readModelFile(file);
            samples.push_back({.file = file,
                               .title = titleOf(file),
                               .description = inWindowsLanguage(beginningOf(model.comment)),
                               .drawing = editor::arranged(editor::contentOf(model)),
                               .parameters = engine::sizeReport(asTrained(model, characters)).parameters,
                               .group = groupOf(file.stem().string(), model)});
        } catch (const engine::Error&) {
            continue; // a user's file in that folder: opening it says what is wrong
        }
    }
    std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) {
        const auto place = [](const Sample& sample) {
            return std::find(firstToTry.begin(), firstToTry.end(), sample.file.stem().string());
        };
        return std::tuple(a.group, place(a), a.file) < std::tuple(b.group, place(b), b.file);
    });
    return samples;
}

} // namespace studio
