// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/start/sample_words.h"

#include "engine/graph/params.h"

#include <array>

namespace studio {

std::span<const char* const> sampleDescriptions()
{
    static constexpr std::array<const char*, 21> all = {
        ENGINE_TEXT("Samples", "The net of char_rnn_small with a GRU in place of the LSTM: three gates where that has "
                               "four and no memory besides h, so it has three quarters of the recurrent weights and of "
                               "the work."),
        ENGINE_TEXT("Samples",
                    "Restores a text: DROPOUT takes half of the four numbers of each character away, and a "
                    "bidirectional LSTM guesses it from what is left and from the characters on both sides."),
        ENGINE_TEXT("Samples",
                    "The preset for tiny Shakespeare: one wide LSTM with strong dropout behind it, 32 streams "
                    "of 100 characters, memory kept from batch to batch."),
        ENGINE_TEXT("Samples",
                    "The preset for the lowest loss on tiny Shakespeare in some seconds of a GPU: one wide "
                    "LSTM, strong dropout behind it and a little before, 64 streams of 100 characters, weights "
                    "that decay."),
        ENGINE_TEXT("Samples",
                    "The char-RNN of MyCaffe's examples as its CAFFE engine runs it: two LSTM layers of 512 "
                    "units with DROPOUT behind each; 75 steps x 25 streams, every window from an empty memory."),
        ENGINE_TEXT("Samples",
                    "The char-RNN of MyCaffe's examples as its CUDNN engine runs it: one layer that stacks two "
                    "LSTMs of 512 units, with dropout between the two and not behind them; 75 steps x 25 "
                    "streams, every window from an empty memory."),
        ENGINE_TEXT("Samples",
                    "One half of a pair that is the same model twice, for comparing engines: two LSTM layers "
                    "with a DROPOUT behind each, as Caffe stacks them."),
        ENGINE_TEXT("Samples",
                    "The other half of the pair: both LSTMs in one layer, as fused engines run them, with the "
                    "same dropout of 0.4 between them (dropout_ratio) and behind them (DROPOUT) as in "
                    "char_rnn_equal_caffe.prototxt."),
        ENGINE_TEXT("Samples", "The preset for a GPU in a hurry: one LSTM of 1024 units with dropout behind it, 48 "
                               "streams of 64 characters."),
        ENGINE_TEXT("Samples",
                    "Andrej Karpathy's char-rnn with its defaults: two stacked LSTMs of 128 units, 50 streams "
                    "of 50 characters, weights from -0.08 to 0.08, forget bias 1, no dropout, 5 % of the text "
                    "held out, memory kept from batch to batch."),
        ENGINE_TEXT("Samples",
                    "The first model to train: small enough that a laptop's processor writes lines like those "
                    "of a play after a minute or two."),
        ENGINE_TEXT("Samples",
                    "The net of char_rnn_small with a plain RNN in place of the LSTM: one sum and one tanh a "
                    "step, a quarter of the recurrent weights."),
        ENGINE_TEXT("Samples",
                    "The preset for a short text of a hundred kilobytes or so, against overfitting: one LSTM "
                    "that drops three tenths of its recurrent weights in each step, windows of 150 characters, "
                    "and a little dropout behind."),
        ENGINE_TEXT("Samples",
                    "The preset that tunes what char_rnn_best_gpu leaves: windows of 150 characters, a share "
                    "of the recurrent weights and units dropped in each step, dropout before the LSTM that is "
                    "the same at all steps, averaged weights."),
        ENGINE_TEXT("Samples",
                    "Who speaks this line: a line of text read character by character, and its class said at "
                    "its end."),
        ENGINE_TEXT("Samples",
                    "The best of the nets that read images by rows, in some minutes of a processor or seconds "
                    "of a GPU: rows_bidirectional with dropout behind its ends, and a learning rate that falls."),
        ENGINE_TEXT("Samples",
                    "rows_lstm in both directions: one half reads the rows from the top down, the other from "
                    "the bottom up, and both ends are looked at."),
        ENGINE_TEXT("Samples",
                    "rows_lstm with a GRU in place of the LSTM: three quarters of the weights, and as good on "
                    "images of digits."),
        ENGINE_TEXT("Samples",
                    "Images read row by row: a row of 28 pixels is a step, and the class is said when the last "
                    "row was read."),
        ENGINE_TEXT("Samples", "rows_lstm with a plain RNN in place of the LSTM: no gates."),
        ENGINE_TEXT("Samples",
                    "The next number of a series from the 30 before it: any CSV file's last column, or the one "
                    "that --target names."),
    };
    return all;
}

} // namespace studio
