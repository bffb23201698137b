// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/start/sample.h"

#include "editor/document/layout.h"
#include "engine/data/corpus.h"
#include "engine/data/places.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/params.h"
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

std::span<const char* const> sampleDescriptions()
{
    static constexpr std::array<const char*, 24> all = {
        ENGINE_TEXT("Samples",
                    "The net of char_rnn_small with JANET in place of the LSTM: a typed cell with a forget gate alone "
                    "(van der Westhuizen & Lasenby 2018), half of the LSTM's weights."),
        ENGINE_TEXT("Samples", "An LSTM whose gates see the cell (Gers, Schraudolph & Schmidhuber 2002), written as "
                               "equations: change them as you like."),
        ENGINE_TEXT("Samples", "rows_lstm with minGRU (Feng and others, 2024) in place of the LSTM: a typed cell whose "
                               "gate does not see the state, so that no step waits for a product."),
        ENGINE_TEXT("Samples", "The net of char_rnn_small with a GRU in place of the LSTM: one gate fewer and no cell "
                               "state, so three quarters of the recurrent weights and of the work."),
        ENGINE_TEXT("Samples",
                    "Restores a damaged text: DROPOUT zeroes half of each character's vector of four numbers, and a "
                    "bidirectional LSTM predicts the character from the rest and from the characters on both sides."),
        ENGINE_TEXT("Samples", "The preset for tiny Shakespeare: one wide LSTM followed by strong dropout, 32 streams "
                               "of 100 characters, state kept from batch to batch."),
        ENGINE_TEXT("Samples",
                    "The preset for the lowest loss on tiny Shakespeare in some seconds of a GPU: one wide LSTM, "
                    "strong dropout after it and a little before, 64 streams of 100 characters, weight decay."),
        ENGINE_TEXT("Samples",
                    "The char-RNN of MyCaffe's examples as its CAFFE engine runs it: two LSTM layers of 512 units, "
                    "each followed by DROPOUT; 75 steps x 25 streams, every window from a zero state."),
        ENGINE_TEXT("Samples", "The char-RNN of MyCaffe's examples as its CUDNN engine runs it: one layer that stacks "
                               "two LSTMs of 512 units, with dropout between the two and not after them; 75 steps x 25 "
                               "streams, every window from a zero state."),
        ENGINE_TEXT("Samples", "One half of a pair that is the same model twice, for comparing engines: two LSTM "
                               "layers, each followed by DROPOUT, as Caffe stacks them."),
        ENGINE_TEXT(
            "Samples",
            "The other half of the pair: both LSTMs in one layer, as fused engines run them, with the same dropout of "
            "0.4 between them (dropout_ratio) and after them (DROPOUT) as in char_rnn_equal_caffe.prototxt."),
        ENGINE_TEXT("Samples", "The preset for quick results on a GPU: one LSTM of 768 units followed by dropout, 56 "
                               "streams of 64 characters."),
        ENGINE_TEXT("Samples", "Andrej Karpathy's char-rnn with its defaults: two stacked LSTMs of 128 units, 50 "
                               "streams of 50 characters, weights from -0.08 to 0.08, forget bias 1, no dropout, 5 % "
                               "of the text held out, state kept from batch to batch."),
        ENGINE_TEXT("Samples", "The first model to train: small enough that it writes lines like those of a play after "
                               "a minute or two on a laptop's CPU."),
        ENGINE_TEXT("Samples", "The net of char_rnn_small with a plain RNN in place of the LSTM: one sum and one tanh "
                               "per step, a quarter of the recurrent weights."),
        ENGINE_TEXT(
            "Samples",
            "The preset for a short text of about a hundred kilobytes, against overfitting: one LSTM with dropout of "
            "0.3 on its recurrent weights, windows of 150 characters, and a little dropout after it."),
        ENGINE_TEXT("Samples",
                    "A further tuned char_rnn_best_gpu: windows of 150 characters, dropout on recurrent weights and "
                    "state, dropout before the LSTM with one mask for all steps, averaged weights."),
        ENGINE_TEXT("Samples", "Who speaks this line: a line of text is read character by character, and its class is "
                               "predicted at its end."),
        ENGINE_TEXT("Samples", "The best of the nets that read images by rows, in some minutes on a CPU or seconds on "
                               "a GPU: rows_bidirectional followed by dropout, and a falling learning rate."),
        ENGINE_TEXT("Samples", "rows_lstm in both directions: one half reads the rows from the top down, the other "
                               "from the bottom up, and the final states of both are used."),
        ENGINE_TEXT("Samples",
                    "rows_lstm with a GRU in place of the LSTM: three quarters of the weights, and as good on "
                    "images of digits."),
        ENGINE_TEXT(
            "Samples",
            "Images read row by row: a row of 28 pixels is a step, and the class is predicted after the last row."),
        ENGINE_TEXT("Samples", "rows_lstm with a plain RNN in place of the LSTM: no gates."),
        ENGINE_TEXT("Samples",
                    "The next number of a series from the 30 before it: any CSV file's last column, or another "
                    "that you choose."),
    };
    return all;
}

} // namespace studio
