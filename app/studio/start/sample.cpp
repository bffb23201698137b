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

#include <map>
#include <QCoreApplication>
#include <string>

namespace studio {
namespace {

struct Known {
    SampleGroup group;
    const char* name; ///< of its file
    const char* title;
    const char* description;
};
/// By groups, in each the first one to try at the front.
constexpr Known bundled[] = {
    {SampleGroup::Text, "char_rnn_small", "Char-RNN small",
     ENGINE_TEXT("Samples", "The first model to train: small enough that it writes lines like those of a play after a "
                            "minute or two on a laptop's CPU.")},
    {SampleGroup::Text, "char_gru", "Char-GRU",
     ENGINE_TEXT("Samples", "The net of char_rnn_small with a GRU in place of the LSTM: one gate fewer and no cell "
                            "state, so three quarters of the recurrent weights and of the work.")},
    {SampleGroup::Text, "char_janet", "Char JANET",
     ENGINE_TEXT("Samples", "The net of char_rnn_small with JANET in place of the LSTM: a typed cell with a forget "
                            "gate alone (van der Westhuizen & Lasenby 2018), half of the LSTM's weights.")},
    {SampleGroup::Text, "char_peephole", "Char peephole",
     ENGINE_TEXT("Samples", "An LSTM whose gates see the cell (Gers, Schraudolph & Schmidhuber 2002), written as "
                            "equations: change them as you like.")},
    {SampleGroup::Text, "char_restore", "Char restore",
     ENGINE_TEXT("Samples",
                 "Restores a damaged text: DROPOUT zeroes half of each character's vector of four numbers, and a "
                 "bidirectional LSTM predicts the character from the rest and from the characters on both sides.")},
    {SampleGroup::Text, "char_rnn_best", "Char-RNN best",
     ENGINE_TEXT("Samples", "The preset for tiny Shakespeare: one wide LSTM followed by strong dropout, 32 streams of "
                            "100 characters, state kept from batch to batch.")},
    {SampleGroup::Text, "char_rnn_best_gpu", "Char-RNN best GPU",
     ENGINE_TEXT("Samples",
                 "The preset for the lowest loss on tiny Shakespeare in some seconds of a GPU: one wide LSTM, strong "
                 "dropout after it and a little before, 64 streams of 100 characters, weight decay.")},
    {SampleGroup::Text, "char_rnn_fast", "Char-RNN fast",
     ENGINE_TEXT("Samples", "The preset for quick results on a GPU: one LSTM of 768 units followed by dropout, 56 "
                            "streams of 64 characters.")},
    {SampleGroup::Text, "char_rnn_karpathy", "Char-RNN Karpathy",
     ENGINE_TEXT("Samples", "Andrej Karpathy's char-rnn with its defaults: two stacked LSTMs of 128 units, 50 streams "
                            "of 50 characters, weights from -0.08 to 0.08, forget bias 1, no dropout, 5 % of the text "
                            "held out, state kept from batch to batch.")},
    {SampleGroup::Text, "char_rnn_tanh", "Char-RNN tanh",
     ENGINE_TEXT("Samples", "The net of char_rnn_small with a plain RNN in place of the LSTM: one sum and one tanh per "
                            "step, a quarter of the recurrent weights.")},
    {SampleGroup::Text, "char_rnn_tuned", "Char-RNN tuned",
     ENGINE_TEXT("Samples",
                 "The preset for a short text of about a hundred kilobytes, against overfitting: one LSTM with dropout "
                 "of 0.3 on its recurrent weights, windows of 150 characters, and a little dropout after it.")},
    {SampleGroup::Text, "char_rnn_tuned_gpu", "Char-RNN tuned GPU",
     ENGINE_TEXT("Samples",
                 "A further tuned char_rnn_best_gpu: windows of 150 characters, dropout on recurrent weights and "
                 "state, dropout before the LSTM with one mask for all steps, averaged weights.")},
    {SampleGroup::Images, "rows_lstm", "Rows LSTM",
     ENGINE_TEXT(
         "Samples",
         "Images read row by row: a row of 28 pixels is a step, and the class is predicted after the last row.")},
    {SampleGroup::Images, "rows_best", "Rows best",
     ENGINE_TEXT("Samples", "The best of the nets that read images by rows, in some minutes on a CPU or seconds on a "
                            "GPU: rows_bidirectional followed by dropout, and a falling learning rate.")},
    {SampleGroup::Images, "rows_bidirectional", "Rows bidirectional",
     ENGINE_TEXT("Samples", "rows_lstm in both directions: one half reads the rows from the top down, the other from "
                            "the bottom up, and the final states of both are used.")},
    {SampleGroup::Images, "rows_gru", "Rows GRU",
     ENGINE_TEXT(
         "Samples",
         "rows_lstm with a GRU in place of the LSTM: three quarters of the weights, and as good on images of digits.")},
    {SampleGroup::Images, "rows_mingru", "Rows minGRU",
     ENGINE_TEXT("Samples", "rows_lstm with minGRU (Feng and others, 2024) in place of the LSTM: a typed cell whose "
                            "gate does not see the state, so that no step waits for a product.")},
    {SampleGroup::Images, "rows_rnn_tanh", "Rows RNN tanh",
     ENGINE_TEXT("Samples", "rows_lstm with a plain RNN in place of the LSTM: no gates.")},
    {SampleGroup::Series, "series_lstm", "Series LSTM",
     ENGINE_TEXT(
         "Samples",
         "The next number of a series from the 30 before it: any CSV file's last column, or another that you choose.")},
    {SampleGroup::Lines, "lines_gru", "Lines GRU",
     ENGINE_TEXT("Samples", "Who speaks this line: a line of text is read character by character, and its class is "
                            "predicted at its end.")},
    {SampleGroup::Comparisons, "char_rnn_caffe", "Char-RNN Caffe",
     ENGINE_TEXT("Samples", "The char-RNN of MyCaffe's examples as its CAFFE engine runs it: two LSTM layers of 512 "
                            "units, each followed by DROPOUT; 75 steps x 25 streams, every window from a zero state.")},
    {SampleGroup::Comparisons, "char_rnn_cudnn", "Char-RNN cuDNN",
     ENGINE_TEXT("Samples", "The char-RNN of MyCaffe's examples as its CUDNN engine runs it: one layer that stacks two "
                            "LSTMs of 512 units, with dropout between the two and not after them; 75 steps x 25 "
                            "streams, every window from a zero state.")},
    {SampleGroup::Comparisons, "char_rnn_equal_caffe", "Char-RNN equal Caffe",
     ENGINE_TEXT("Samples", "One half of a pair that is the same model twice, for comparing engines: two LSTM layers, "
                            "each followed by DROPOUT, as Caffe stacks them.")},
    {SampleGroup::Comparisons, "char_rnn_equal_cudnn", "Char-RNN equal cuDNN",
     ENGINE_TEXT(
         "Samples",
         "The other half of the pair: both LSTMs in one layer, as fused engines run them, with the same dropout of 0.4 "
         "between them (dropout_ratio) and after them (DROPOUT) as in char_rnn_equal_caffe.prototxt.")},
};

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
    for (const Known& known : bundled) {
        const std::filesystem::path file = folder / (std::string(known.name) + ".prototxt");
        try {
            const engine::Model model = engine::readModelFile(file);
            samples.push_back({.file = file,
                               .title = QString::fromLatin1(known.title),
                               .description = QCoreApplication::translate("Samples", known.description),
                               .drawing = editor::arranged(editor::contentOf(model)),
                               .parameters = engine::sizeReport(asTrained(model, characters)).parameters,
                               .group = known.group});
        } catch (const engine::Error&) {
            continue; // opening it would say what is wrong
        }
    }
    return samples;
}

} // namespace studio
