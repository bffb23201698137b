// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/data_kind.h"
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view sequenceDataMessage = "sequence_data_param";

Sizes inferSequenceData(const LayerRequest& request)
{
    const double validation = floatParam(request.params, "validation"), test = floatParam(request.params, "test");
    if (validation + test >= 1) {
        refuse(request,
               say(ENGINE_TEXT("Sentences",
                               "validation and test together are %1, but must leave some of the data for training"),
                   validation + test));
    }
    const std::int64_t steps = intParam(request.params, "time_steps");
    const std::int64_t streams = intParam(request.params, "batch_size");
    const std::int64_t width = intParam(request.params, "width");
    const Shape data = sequencesOfParameter(textParam(request.params, "kind")).ofCharacters
                           ? Shape{steps, streams}
                           : Shape{steps, streams, width};
    Sizes sizes{.outputs = {data, {steps, streams}, {streams}, {streams}}};
    sizes.outputs.resize(request.outputCount);
    return sizes;
}

ParamSpec setting(std::string_view key, std::string_view label, std::string_view help, decltype(ParamSpec::kind) kind,
                  std::string_view unit = {})
{
    return {.key = key,
            .label = label,
            .help = help,
            .kind = std::move(kind),
            .message = sequenceDataMessage,
            .unit = unit,
            .extension = true};
}

std::vector<std::string_view> namesOfKinds()
{
    std::vector<std::string_view> names;
    for (const DataKind* kind : sequenceKinds()) {
        names.push_back(kind->parameter);
    }
    return names;
}

std::vector<ParamSpec> sequenceDataSpecs()
{
    return {
        setting("source", ENGINE_TEXT("Layers", "Data"),
                ENGINE_TEXT("Layers", "The file or folder to train on; empty: chosen when training starts."),
                FreeText{""}),
        setting(
            "kind", ENGINE_TEXT("Layers", "Kind of data"),
            ENGINE_TEXT("Layers",
                        "ROWS: images, row by row; TABLE: windows of a table's rows; LINES: text line by line (label, "
                        "tab, text), one character per step; AUTO: images or a table, detected from the file."),
            Choices{namesOfKinds()}),
        setting("batch_size", ENGINE_TEXT("Layers", "Sequences in a batch"),
                ENGINE_TEXT("Layers", "The number of sequences that are read in parallel (N)."),
                IntRange{.fallback = 32, .least = 1, .most = 1 << 20}),
        setting("time_steps", ENGINE_TEXT("Layers", "Steps"),
                ENGINE_TEXT("Layers",
                            "Steps of a sequence (T): rows of an image, set from the data; rows of a table's "
                            "window; or characters of a line of text: longer ones are cut, shorter ones padded."),
                IntRange{.fallback = 28, .least = 1, .most = 1 << 20}, ENGINE_TEXT("Layers", "steps")),
        setting("width", ENGINE_TEXT("Layers", "Values per step"),
                ENGINE_TEXT("Layers", "Values per step (I): pixels of a row or columns of a table; set from the data."),
                IntRange{.fallback = 28, .least = 1, .most = 1 << 20}),
        setting("encoding", ENGINE_TEXT("Layers", "Characters"),
                ENGINE_TEXT("Layers", "What counts as one character of a line: a byte of the file, or a code point of "
                                      "its UTF-8 text."),
                Choices{{"BYTES", "UTF8"}}),
        setting("read", ENGINE_TEXT("Layers", "A step of an image"),
                ENGINE_TEXT("Layers", "Whether a step is a row of an image or a column."), Choices{{"ROW", "COLUMN"}}),
        setting("damaged", ENGINE_TEXT("Layers", "Damaged pictures"),
                ENGINE_TEXT("Layers",
                            "What becomes of pictures of a folder that cannot be read: REFUSE: the data are not "
                            "read; SKIP: they are left out."),
                Choices{{"REFUSE", "SKIP"}}),
        setting("inputs", ENGINE_TEXT("Layers", "Input columns"),
                ENGINE_TEXT("Layers", "The columns that the net reads, separated by commas (a name with a comma in "
                                      "quotes); empty: all columns of numbers."),
                FreeText{""}),
        setting("target", ENGINE_TEXT("Layers", "Target column"),
                ENGINE_TEXT("Layers", "The column to predict; empty: the last one."), FreeText{""}),
        setting("time", ENGINE_TEXT("Layers", "Time column"),
                ENGINE_TEXT(
                    "Layers",
                    "The column with the time, by which the rows are sorted; empty: the rows are in order already."),
                FreeText{""}),
        setting(
            "group", ENGINE_TEXT("Layers", "Group column"),
            ENGINE_TEXT(
                "Layers",
                "The column that says which series a row belongs to, so that no window spans two; empty: one series."),
            FreeText{""}),
        setting("gaps", ENGINE_TEXT("Layers", "Gaps"),
                ENGINE_TEXT(
                    "Layers",
                    "What becomes of rows without a value: SKIP leaves them out; CARRY keeps the last value. For all "
                    "columns, or by column, as wind=SKIP, rain=CARRY; empty: a gap is an error."),
                FreeText{""}),
        setting("delimiter", ENGINE_TEXT("Layers", "Delimiter"),
                ENGINE_TEXT("Layers", "The separator between the table's columns; AUTO: detected from the first rows."),
                Choices{{"AUTO", "COMMA", "SEMICOLON", "TAB", "BAR"}}),
        setting("decimal", ENGINE_TEXT("Layers", "Decimal mark"),
                ENGINE_TEXT("Layers",
                            "The decimal mark of the table's numbers: 1.5 or 1,5; AUTO: detected from the first rows."),
                Choices{{"AUTO", "POINT", "COMMA"}}),
        setting("date_order", ENGINE_TEXT("Layers", "Order of dates"),
                ENGINE_TEXT("Layers", "Whether 01/02/2020 is the first of February (DAY) or the second of January "
                                      "(MONTH); AUTO: detected from the first rows, where they tell."),
                Choices{{"AUTO", "DAY", "MONTH"}}),
        setting("header", ENGINE_TEXT("Layers", "First row"),
                ENGINE_TEXT("Layers", "Whether the table's first row holds names of columns or values; AUTO: names, if "
                                      "none of its fields is a number or a time."),
                Choices{{"AUTO", "NAMES", "VALUES"}}),
        setting("horizon", ENGINE_TEXT("Layers", "Rows ahead"),
                ENGINE_TEXT("Layers", "The distance from a window's last row to its target, in rows; 0: the same row."),
                IntRange{.fallback = 1, .least = 0, .most = 1 << 20}),
        setting("stride", ENGINE_TEXT("Layers", "Rows between windows"),
                ENGINE_TEXT("Layers", "The distance between the starts of two windows, in rows."),
                IntRange{.fallback = 1, .least = 1, .most = 1 << 20}),
        setting(
            "standardize", ENGINE_TEXT("Layers", "Standardise"),
            ENGINE_TEXT(
                "Layers",
                "Whether each column is scaled to mean 0 and standard deviation 1, as measured on the training part."),
            Flag{true}),
        setting("split", ENGINE_TEXT("Layers", "Held out"),
                ENGINE_TEXT(
                    "Layers",
                    "Which sequences are held out. TIME: the end of the data; SHUFFLED: random sequences; GROUPS: "
                    "random whole groups; AUTO: TIME for a table (of each group, if it has groups), else SHUFFLED."),
                Choices{{"AUTO", "TIME", "SHUFFLED", "GROUPS"}}),
        setting("validation", ENGINE_TEXT("Layers", "Held out for validation"),
                ENGINE_TEXT("Layers", "Share of the data that is not trained on but measures the loss on new data."),
                FloatRange{.fallback = 0.1, .least = 0, .most = 0.9}),
        setting("test", ENGINE_TEXT("Layers", "Held out for the test"),
                ENGINE_TEXT("Layers", "Share reserved for a final test after all settings are fixed; data with a test "
                                      "part of their own need none."),
                FloatRange{.fallback = 0, .least = 0, .most = 0.9}),
    };
}

} // namespace

/// Sequences with an answer each: images row by row, windows of a table, or lines of text.
///
///     -> data [T, N, I], clip [T, N], label [N], length [N]      T steps, N sequences, I numbers a step
///
/// Of lines data is [T, N], numbers of characters.
///
/// Sequence n has length[n] real steps; the numbers behind them are 0. clip is 0 at step 0 and at step length[n], so
/// that neither direction carries anything over the end of a sequence.
LayerType sequenceDataType()
{
    return {
        .name = "SEQUENCEDATA",
        .caffeName = "SequenceData",
        .group = LayerGroup::Source,
        .help =
            ENGINE_TEXT("Layers", "Reads labelled sequences: images row by row, windows of a table, or lines of text."),
        .formula = "-> data [T, N, I] or of lines [T, N], clip [T, N], label [N], length [N]; sequence n has length[n] "
                   "steps and the answer label[n]",
        .inputs = {},
        .outputs = {{"data", ENGINE_TEXT("Layers", "The values of each step."), Presence::Required,
                     GradientFlow::Stops},
                    {"clip", ENGINE_TEXT("Layers", "0 where a sequence starts, else 1."), Presence::Optional,
                     GradientFlow::Stops, Role::Cont},
                    {"label", ENGINE_TEXT("Layers", "The target: a class or a number."), Presence::Optional,
                     GradientFlow::Stops},
                    {"length", ENGINE_TEXT("Layers", "The length of each sequence in steps."), Presence::Optional,
                     GradientFlow::Stops, Role::Lengths}},
        .params = sequenceDataSpecs(),
        .infer = inferSequenceData,
        .extension = true,
    };
}

} // namespace engine
