// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/read_samples.h"

#include "engine/data/image_rows.h"
#include "engine/data/line_samples.h"
#include "engine/data/made_digits.h"
#include "engine/data/made_lines.h"
#include "engine/data/made_weather.h"
#include "engine/data/mapped_file.h"
#include "engine/data/places.h"
#include "engine/data/table.h"
#include "engine/data/text_lines.h"
#include "engine/data/text_scan.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>
#include <utility>

namespace engine {
namespace {

/// Of the draw of a shuffled split: the same for every run, so that what is held out stays held out.
constexpr std::uint64_t splitSeed = 1;

template <typename Number>
std::string_view bytesOf(const std::vector<Number>& numbers)
{
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

/// Of the numbers and the answers.
template <typename Number>
std::string digestOf(const std::vector<Number>& numbers, const std::vector<float>& answers)
{
    Digest digest;
    digest.add(bytesOf(numbers));
    digest.add(bytesOf(answers));
    return digest.hexadecimal();
}

std::vector<std::int32_t>& partOf(Samples& samples, Split split)
{
    return samples.parts.at(static_cast<std::size_t>(split));
}

} // namespace

void cutParts(Samples& samples, std::int64_t count, const SampleSettings& settings, bool hasOwnTest)
{
    const SampleFormula order{.count = count,
                              .streams = std::max<std::int64_t>(count, 1),
                              .key = RandomStream{splitSeed, 1}.key(),
                              .shuffled = settings.split != SampleSplit::Time};
    const auto share = [&](double fraction) {
        return static_cast<std::int64_t>(std::floor(fraction * static_cast<double>(count) + 0.5));
    };
    const std::int64_t test = hasOwnTest ? 0 : share(settings.fractions.test);
    const std::int64_t validation = share(settings.fractions.validation);
    for (std::int64_t position = 0; position < count; ++position) {
        const Split part = position >= count - test                ? Split::Test
                           : position >= count - test - validation ? Split::Validation
                                                                   : Split::Train;
        partOf(samples, part).push_back(static_cast<std::int32_t>(order.sample(0, position)));
    }
    for (std::vector<std::int32_t>& members : samples.parts) {
        std::ranges::sort(members);
    }
}

namespace {

/// Behind those that are there.
void append(Samples& samples, std::vector<std::uint8_t>& block, const ImageSet& images)
{
    const std::int64_t size = images.height * images.width, first = samples.count();
    block.insert(block.end(), images.pixels.begin(), images.pixels.end());
    for (std::int64_t index = 0; index < images.count; ++index) {
        samples.starts.push_back((first + index) * size);
        samples.answers.push_back(static_cast<float>(images.labels[static_cast<std::size_t>(index)]));
    }
}

SampleLayout layoutOf(const ImageSet& images, bool columns)
{
    SampleLayout layout{.steps = images.height,
                        .width = images.width,
                        .stepStride = images.width,
                        .valueStride = 1,
                        .scale = pixelScale};
    if (columns) {
        std::swap(layout.steps, layout.width);
        std::swap(layout.stepStride, layout.valueStride);
    }
    return layout;
}

bool isMade(const std::filesystem::path& data, const char* name)
{
    std::error_code unknown;
    return data == name && !std::filesystem::exists(data, unknown);
}

ImageParts readImages(const std::filesystem::path& data, const SampleSettings& settings, const GoOn& goOn)
{
    if (isMade(data, madeDigitsName)) {
        return makeDigits();
    }
    const bool columns = settings.columns;
    return readImageFolder(data,
                           ImageSize{.height = columns ? settings.width : settings.steps,
                                     .width = columns ? settings.steps : settings.width},
                           goOn);
}

Samples rowsOf(const std::filesystem::path& data, const SampleSettings& settings, const GoOn& goOn)
{
    if (!isMade(data, madeDigitsName) && !std::filesystem::is_directory(data)) {
        throw Error(data.string() + ": images are read from a folder: of IDX files (train-images-idx3-ubyte, "
                                    "train-labels-idx1-ubyte), or of a folder of pictures for each class");
    }
    ImageParts images = readImages(data, settings, goOn);
    Samples samples{.layout = layoutOf(images.train, settings.columns)};
    const auto block = std::make_shared<std::vector<std::uint8_t>>();
    append(samples, *block, images.train);
    const std::int64_t count = images.train.count;
    cutParts(samples, count, settings, images.test.has_value());
    if (images.test) {
        append(samples, *block, *images.test);
        for (std::int64_t index = count; index < samples.count(); ++index) {
            partOf(samples, Split::Test).push_back(static_cast<std::int32_t>(index));
        }
    }
    samples.memory = block;
    samples.bytes = *block;
    samples.facts = {.kind = "rows",
                     .file = data.string(),
                     .digest = digestOf(*block, samples.answers),
                     .steps = samples.layout.steps,
                     .width = samples.layout.width,
                     .classes = std::move(images.train.classes)};
    return samples;
}

TableSettings tableSettings(const SampleSettings& settings)
{
    TableSettings table = settings.table;
    table.steps = settings.steps;
    table.validation = settings.fractions.validation;
    table.test = settings.fractions.test;
    table.seed = splitSeed;
    const bool grouped = !table.group.empty();
    switch (settings.split) {
    case SampleSplit::Auto:
        table.split = TableSplit::Time;
        break;
    case SampleSplit::Time:
        table.split = TableSplit::Time;
        break;
    case SampleSplit::Shuffled:
        table.split = TableSplit::Shuffled;
        break;
    case SampleSplit::Groups:
        if (!grouped) {
            throw Error("the split is GROUPS, but no column of groups is named; group names one");
        }
        table.split = TableSplit::Grouped;
        break;
    }
    return table;
}

/// The numbers as the file has them, for a run that does not want them standardised.
void undoScaling(TableWindows& windows)
{
    for (std::size_t index = 0; index < windows.inputs.size(); ++index) {
        const ColumnScaling& scale = windows.scaling.inputs[index % static_cast<std::size_t>(windows.width)];
        windows.inputs[index] =
            static_cast<float>(static_cast<double>(windows.inputs[index]) * scale.deviation + scale.mean);
    }
    for (float& target : windows.targets) {
        const ColumnScaling& scale = windows.scaling.target;
        target = static_cast<float>(static_cast<double>(target) * scale.deviation + scale.mean);
    }
    for (ColumnScaling& scale : windows.scaling.inputs) {
        scale = {.name = scale.name};
    }
    windows.scaling.target = {.name = windows.scaling.target.name};
}

void addWindows(Samples& samples, Split part, const TableWindows& windows, const std::vector<std::int64_t>& starts)
{
    for (const std::int64_t start : starts) {
        const auto row = static_cast<std::size_t>(windows.targetRow(start));
        partOf(samples, part).push_back(static_cast<std::int32_t>(samples.count()));
        samples.starts.push_back(start * windows.width);
        const bool known = row < std::max(windows.targets.size(), windows.labels.size());
        samples.answers.push_back(!known                   ? missingAnswer({.classes = windows.scaling.classes})
                                  : windows.labels.empty() ? windows.targets[row]
                                                           : static_cast<float>(windows.labels[row]));
    }
}

Samples samplesOf(TableWindows windows, const std::filesystem::path& data)
{
    Samples samples{.layout = {.steps = windows.steps, .width = windows.width, .stepStride = windows.width}};
    const std::size_t count = windows.train.size() + windows.validation.size() + windows.test.size();
    samples.starts.reserve(count);
    samples.answers.reserve(count);
    addWindows(samples, Split::Train, windows, windows.train);
    addWindows(samples, Split::Validation, windows, windows.validation);
    addWindows(samples, Split::Test, windows, windows.test);
    const auto block = std::make_shared<std::vector<float>>(std::move(windows.inputs));
    samples.memory = block;
    samples.numbers = *block;
    const TableScaling& scaling = windows.scaling;
    samples.facts = {.kind = "table",
                     .file = data.string(),
                     .digest = digestOf(*block, samples.answers),
                     .steps = windows.steps,
                     .width = windows.width,
                     .classes = scaling.classes,
                     .target = scaling.target.name,
                     .targetScale = {scaling.target.mean, scaling.target.deviation}};
    for (const ColumnScaling& scale : scaling.inputs) {
        samples.facts.inputs.push_back(scale.name);
        samples.facts.inputScales.push_back({scale.mean, scale.deviation});
    }
    return samples;
}

/// With parts and standardisation of their own.
Samples windowsOf(const Table& table, const std::filesystem::path& data, const SampleSettings& settings,
                  const GoOn& goOn)
{
    TableWindows windows = cutWindows(table, tableSettings(settings), goOn);
    if (!settings.standardize) {
        undoScaling(windows);
    }
    return samplesOf(std::move(windows), data);
}

TableScaling scalingOf(const SampleFacts& facts)
{
    TableScaling scaling{.inputs = {},
                         .target = {facts.target, facts.targetScale.mean, facts.targetScale.deviation},
                         .classes = facts.classes};
    for (std::size_t index = 0; index < facts.inputs.size(); ++index) {
        scaling.inputs.push_back(
            {facts.inputs[index], facts.inputScales[index].mean, facts.inputScales[index].deviation});
    }
    return scaling;
}

Table readRows(const std::filesystem::path& data, const TableFormat& format, const GoOn& goOn)
{
    return isMade(data, madeWeatherName) ? readTableText(makeWeather(), madeWeatherName, {}, goOn)
                                         : readTable(data, format, goOn);
}

/// Speakers of fewer lines have too few to be known by.
constexpr std::int64_t leastLinesOfSpeaker = 100;

TextLines readLines(const std::filesystem::path& data, const GoOn& goOn)
{
    if (isMade(data, madeLinesName)) {
        return readTextLines(makeLines(), madeLinesName);
    }
    return isMade(data, speakersName) ? readPlay(bundledCorpus(), leastLinesOfSpeaker, goOn)
                                      : readTextLines(data, goOn);
}

/// Whether `data` are those that a net learned from.
bool isSame(const std::filesystem::path& data, const SampleFacts& facts)
{
    std::error_code none;
    return data == facts.file || std::filesystem::equivalent(data, facts.file, none);
}

SampleKind resolved(SampleKind kind, const std::filesystem::path& data)
{
    return kind == SampleKind::Auto ? kindOf(data) : kind;
}

/// Throws Error where a net that learned other sequences cannot read these.
void requireFit(const Samples& samples, const SampleFacts& facts)
{
    const SampleLayout& layout = samples.layout;
    if (layout.steps != facts.steps || layout.width != facts.width) {
        throw Error(sentence(samples.facts.file, ": its sequences have ", layout.steps, " steps of ", layout.width,
                             " numbers, but the net learned ", facts.steps, " steps of ", facts.width));
    }
    if (samples.facts.classes.size() > facts.classes.size()) {
        throw Error(sentence(samples.facts.file, ": it has ", samples.facts.classes.size(),
                             " classes, but the net learned ", facts.classes.size()));
    }
    for (std::size_t index = 0; index < samples.facts.classes.size(); ++index) {
        if (samples.facts.classes[index] != facts.classes[index]) {
            throw Error(sentence(samples.facts.file, ": its class ", index, " is ", shown(samples.facts.classes[index]),
                                 ", but the net learned ", shown(facts.classes[index]), " there"));
        }
    }
}

} // namespace

SampleKind kindOf(const std::filesystem::path& data)
{
    return isMade(data, madeDigitsName) || std::filesystem::is_directory(data) ||
                   data.string().find("-ubyte") != std::string::npos
               ? SampleKind::Rows
               : SampleKind::Table;
}

TableOutline outlineOfTable(const std::filesystem::path& data, const TableFormat& format)
{
    if (isMade(data, madeWeatherName)) {
        return outlineOf(makeWeather(), {}, madeWeatherName);
    }
    const MappedFile mapped(data, data.string());
    return outlineOf(mapped.bytes(), format, data.string());
}

Samples readSamples(const std::filesystem::path& data, const SampleSettings& settings, const GoOn& goOn)
{
    if (resolved(settings.kind, data) == SampleKind::Rows) {
        return rowsOf(data, settings, goOn);
    }
    return settings.kind == SampleKind::Lines ? learnedLines(readLines(data, goOn), data.string(), settings)
                                              : windowsOf(readRows(data, settings.format, goOn), data, settings, goOn);
}

Samples readSamples(const std::filesystem::path& data, const SampleSettings& settings, const SampleFacts& facts,
                    const Vocabulary& vocabulary, const GoOn& goOn)
{
    if (settings.kind == SampleKind::Lines) {
        if (isSame(data, facts)) {
            Samples same = learnedLines(readLines(data, goOn), data.string(), settings);
            if (same.facts.digest == facts.digest) {
                return same;
            }
        }
        const bool made = isMade(data, speakersName) || isMade(data, madeLinesName);
        return linesFor(made ? readLines(data, goOn) : readTextLinesToLabel(data, goOn), data.string(), facts,
                        vocabulary);
    }
    if (resolved(settings.kind, data) == SampleKind::Rows) {
        Samples samples = rowsOf(data, settings, goOn);
        requireFit(samples, facts);
        samples.facts.classes = facts.classes;
        return samples;
    }
    const Table table = readRows(data, settings.format, goOn);
    Samples cut = samplesOf(cutWindows(table, tableSettings(settings), scalingOf(facts), goOn), data);
    requireFit(cut, facts);
    if (!isSame(data, facts)) {
        return cut;
    }
    Samples same = windowsOf(table, data, settings, goOn);
    return same.facts.digest == facts.digest ? same : cut;
}

} // namespace engine
