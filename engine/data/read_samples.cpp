// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/read_samples.h"

#include "engine/data/idx.h"
#include "engine/data/image_rows.h"
#include "engine/data/made_digits.h"
#include "engine/data/made_weather.h"
#include "engine/data/table.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

namespace engine {
namespace {

/// Of the draw of a shuffled split: the same for every run, so that what is held out stays held out.
constexpr std::uint64_t splitSeed = 1;

/// XXH3, 64 bits, as 16 hexadecimal digits.
class Digest {
public:
    template <typename Thing>
    void add(const std::vector<Thing>& things)
    {
        m_sum = XXH3_64bits_withSeed(things.data(), things.size() * sizeof(Thing), m_sum);
    }
    std::string text() const
    {
        constexpr char digits[] = "0123456789abcdef";
        std::string text;
        for (int shift = 60; shift >= 0; shift -= 4) {
            text += digits[m_sum >> shift & 15];
        }
        return text;
    }

private:
    XXH64_hash_t m_sum = 0;
};

std::vector<std::int32_t>& partOf(Samples& samples, Split split)
{
    return samples.parts.at(static_cast<std::size_t>(split));
}

/// The first `count` samples into a training and the parts that are held out: at random, or the last ones where the
/// split is by time.
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

void append(Samples& samples, std::vector<std::uint8_t>& block, const ImageSet& images)
{
    const std::int64_t size = images.height * images.width, first = std::ssize(block) / std::max<std::int64_t>(size, 1);
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
                        .scale = 1.0f / 255.0f};
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
    const auto block = std::make_shared<std::vector<std::uint8_t>>(std::move(images.train.pixels));
    images.train.pixels.clear();
    const std::int64_t count = images.train.count;
    for (std::int64_t index = 0; index < count; ++index) {
        samples.starts.push_back(index * images.train.height * images.train.width);
        samples.answers.push_back(static_cast<float>(images.train.labels[static_cast<std::size_t>(index)]));
    }
    cutParts(samples, count, settings, images.test.has_value());
    if (images.test) {
        append(samples, *block, *images.test);
        for (std::int64_t index = count; index < samples.count(); ++index) {
            partOf(samples, Split::Test).push_back(static_cast<std::int32_t>(index));
        }
    }
    samples.memory = block;
    samples.bytes = *block;
    Digest digest;
    digest.add(*block);
    digest.add(samples.answers);
    samples.facts = {.kind = "rows",
                     .file = data.string(),
                     .digest = digest.text(),
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
    addWindows(samples, Split::Train, windows, windows.train);
    addWindows(samples, Split::Validation, windows, windows.validation);
    addWindows(samples, Split::Test, windows, windows.test);
    const auto block = std::make_shared<std::vector<float>>(std::move(windows.inputs));
    samples.memory = block;
    samples.numbers = *block;
    Digest digest;
    digest.add(*block);
    digest.add(samples.answers);
    const TableScaling& scaling = windows.scaling;
    samples.facts = {.kind = "table",
                     .file = data.string(),
                     .digest = digest.text(),
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

Table readRows(const std::filesystem::path& data, const GoOn& goOn)
{
    return isMade(data, madeWeatherName) ? readTableText(makeWeather(), madeWeatherName, {}, goOn)
                                         : readTable(data, {}, goOn);
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

Samples readSamples(const std::filesystem::path& data, const SampleSettings& settings, const GoOn& goOn)
{
    if (resolved(settings.kind, data) == SampleKind::Rows) {
        return rowsOf(data, settings, goOn);
    }
    TableWindows windows = cutWindows(readRows(data, goOn), tableSettings(settings), goOn);
    if (!settings.standardize) {
        undoScaling(windows);
    }
    return samplesOf(std::move(windows), data);
}

Samples readSamples(const std::filesystem::path& data, const SampleSettings& settings, const SampleFacts& facts,
                    const GoOn& goOn)
{
    if (resolved(settings.kind, data) == SampleKind::Rows) {
        Samples samples = rowsOf(data, settings, goOn);
        requireFit(samples, facts);
        samples.facts.classes = facts.classes;
        return samples;
    }
    const Table table = readRows(data, goOn);
    Samples cut = samplesOf(cutWindows(table, tableSettings(settings), scalingOf(facts), goOn), data);
    requireFit(cut, facts);
    if (std::error_code none; data != facts.file && !std::filesystem::equivalent(data, facts.file, none)) {
        return cut;
    }
    Samples same = readSamples(data, settings, goOn);
    return same.facts.digest == facts.digest ? same : cut;
}

} // namespace engine
