// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/read_samples.h"

#include "engine/data/image_rows.h"
#include "engine/data/made_data.h"
#include "engine/data/picture.h"
#include "engine/data/table.h"
#include "engine/data/text_file.h"
#include "engine/data/text_lines.h"
#include "engine/data/text_scan.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace engine {
namespace {

/// Of the draw of a shuffled split: the same for every run, so that what is held out stays held out.
constexpr std::uint64_t splitSeed = 1;

template <typename Number>
std::string_view bytesOf(std::span<const Number> numbers)
{
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

/// Of the numbers and the answers.
template <typename Number>
std::string digestOf(std::span<const Number> numbers, const std::vector<float>& answers)
{
    Digest digest;
    digest.add(bytesOf(numbers));
    digest.add(bytesOf(std::span(answers)));
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

Sentence classesInWords(const std::vector<std::string>& classes)
{
    constexpr std::size_t maxNames = 12;
    std::vector<std::string> names;
    for (std::size_t index = 0; index < classes.size() && index < maxNames; ++index) {
        names.push_back(shown(classes[index]));
    }
    const std::vector<std::string_view> views(names.begin(), names.end());
    return classes.size() > maxNames ? say(ENGINE_TEXT("Sentences", "%1 classes, from %2 to %3"), classes.size(),
                                           names.front(), shown(classes.back()))
                                     : listed(views, "and");
}

/// The number of each of the set's classes among those that a net learned. Throws Error for one that it did not learn
/// and an image of the set has.
std::vector<float> answersOf(const ImageSet& images, const std::vector<std::string>& learned)
{
    const std::vector<std::int64_t> counts = images.imagesPerClass();
    std::vector<float> answers;
    for (std::size_t index = 0; index < images.classes.size(); ++index) {
        const std::string& name = images.classes[index];
        const auto found = std::find(learned.begin(), learned.end(), name);
        if (found == learned.end() && counts[index] > 0) {
            const auto first = std::ranges::find(images.labels, static_cast<std::int32_t>(index));
            throw Error(say(ENGINE_TEXT("Sentences", "%1: its class is %2, but the net learned %3"),
                            images.origin(first - images.labels.begin()), shown(name), classesInWords(learned)));
        }
        answers.push_back(static_cast<float>(found - learned.begin()));
    }
    return answers;
}

/// Behind those that are there; `classes` are those of the answers.
void append(Samples& samples, std::vector<std::uint8_t>& block, const ImageSet& images,
            const std::vector<std::string>& classes)
{
    const std::int64_t size = images.height * images.width, first = samples.count();
    const std::vector<float> answers = answersOf(images, classes);
    block.insert(block.end(), images.pixels.begin(), images.pixels.end());
    for (std::int64_t index = 0; index < images.count; ++index) {
        samples.starts.push_back((first + index) * size);
        samples.answers.push_back(
            images.labels.empty() ? missingAnswer({.classes = classes})
                                  : answers[static_cast<std::size_t>(images.labels[static_cast<std::size_t>(index)])]);
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

ImageSize sizeOf(const SampleSettings& settings)
{
    return {.height = settings.columns ? settings.width : settings.steps,
            .width = settings.columns ? settings.steps : settings.width};
}

/// The images as samples whose answers are numbers of `classes`; in no part yet.
Samples joined(const ImageParts& images, const std::filesystem::path& data, const SampleSettings& settings,
               std::vector<std::string> classes)
{
    Samples samples{.layout = layoutOf(images.train, settings.columns)};
    const auto block = std::make_shared<std::vector<std::uint8_t>>();
    append(samples, *block, images.train, classes);
    for (const std::optional<ImageSet>* const part : {&images.validation, &images.test}) {
        if (*part) {
            append(samples, *block, **part, classes);
        }
    }
    samples.memory = block;
    samples.bytes = *block;
    samples.facts = {.kind = std::string(kinds::rows.name),
                     .file = data.string(),
                     .digest = digestOf(samples.bytes, samples.answers),
                     .steps = samples.layout.steps,
                     .width = samples.layout.width,
                     .classes = std::move(classes)};
    return samples;
}

/// Those from `first` up to `last`.
void putInto(Samples& samples, Split part, std::int64_t first, std::int64_t last)
{
    for (std::int64_t index = first; index < last; ++index) {
        partOf(samples, part).push_back(static_cast<std::int32_t>(index));
    }
}

/// Into the parts that they came with; what is held out of the training part is what has none of its own. A picture
/// that cannot be read has its place in the draw, so that the others are where they were when it could be.
void takeParts(Samples& samples, const ImageParts& images, SampleSettings settings)
{
    if (images.validation) {
        settings.fractions.validation = 0;
    }
    const std::vector<std::int32_t>& leftOut = images.train.leftOut;
    cutParts(samples, images.train.count + std::ssize(leftOut), settings, images.test.has_value());
    for (std::vector<std::int32_t>& members : samples.parts) {
        std::erase_if(members, [&](std::int32_t place) { return std::ranges::binary_search(leftOut, place); });
        for (std::int32_t& member : members) {
            member -= static_cast<std::int32_t>(std::ranges::lower_bound(leftOut, member) - leftOut.begin());
        }
    }
    const std::int64_t test = images.train.count + (images.validation ? images.validation->count : 0);
    putInto(samples, Split::Validation, images.train.count, test);
    putInto(samples, Split::Test, test, samples.count());
}

Samples rowsOf(const std::filesystem::path& data, const SampleSettings& settings, const GoOn& goOn)
{
    std::error_code unknown;
    if (std::filesystem::exists(data, unknown) && !std::filesystem::is_directory(data, unknown)) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: images are read from a folder: of IDX files (train-images-idx3-ubyte, "
                                         "train-labels-idx1-ubyte), or of a folder of pictures for each class"),
                data.string()));
    }
    ImageParts images =
        isMade(data, madeDigitsName) ? makeDigits() : readImageFolder(data, sizeOf(settings), goOn, settings.damaged);
    Samples samples = joined(images, data, settings, images.train.classes);
    samples.remarks = images.remarks;
    takeParts(samples, images, settings);
    return samples;
}

/// Adds a window as a sample of no part.
void addWindow(Samples& samples, const TableWindows& windows, std::int64_t start)
{
    const auto row = static_cast<std::size_t>(windows.targetRow(start));
    const bool isThere = windows.rowsAhead(start) == 0 && row < windows.answers.size();
    samples.starts.push_back(start * windows.facts.width);
    if (!windows.times.empty()) {
        samples.times.push_back(windows.timeOfTarget(start));
    }
    samples.answers.push_back(isThere ? windows.answers[row] : missingAnswer(windows.facts));
    if (windows.facts.classes.empty()) {
        samples.targets.push_back(isThere ? windows.targets[row] : std::numeric_limits<double>::quiet_NaN());
        samples.lastTargets.push_back(windows.lastTarget(start));
    }
}

/// Takes the numbers and the remarks out of the windows.
Samples samplesOf(TableWindows& windows, const std::filesystem::path& data)
{
    const std::int64_t width = windows.facts.width;
    Samples samples{.layout = {.steps = windows.facts.steps, .width = width, .stepStride = width}};
    const auto block = std::make_shared<std::vector<float>>(std::move(windows.inputs));
    samples.memory = block;
    samples.numbers = *block;
    samples.facts = windows.facts;
    samples.facts.kind = kinds::table.name;
    samples.facts.file = data.string();
    samples.remarks = std::move(windows.remarks);
    for (std::size_t part = 0; part < samples.parts.size(); ++part) {
        for (const std::int64_t start : *windows.parts()[part]) {
            samples.parts[part].push_back(static_cast<std::int32_t>(samples.count()));
            addWindow(samples, windows, start);
        }
    }
    samples.facts.digest = digestOf(samples.numbers, samples.answers);
    return samples;
}

/// Whether the column's texts are numbers as JSON writes them: not 007.
bool areWrittenAsNumbers(const Column& column)
{
    const auto isPlain = [](std::string_view name) {
        double number = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
        name.remove_prefix(name.starts_with('-') ? 1 : 0);
        const auto isDigit = [](char letter) { return letter >= '0' && letter <= '9'; };
        return error == std::errc() && end == name.data() + name.size() && isDigit(name.front()) &&
               isDigit(name.back()) && !(name.size() > 1 && name[0] == '0' && isDigit(name[1])) &&
               name.find(".e") == std::string_view::npos;
    };
    return column.kind == ColumnKind::Number && std::ranges::all_of(column.names, isPlain);
}

/// What names the windows of a table, and its rows.
void nameRows(NamedSamples& named, const SampleSettings& settings, Table ofTable, TableWindows ofWindows)
{
    struct Origins {
        Table table;
        TableWindows windows;
        std::vector<std::int64_t> starts; ///< of each sample, in the block
        bool endsWithTheFile;             ///< the row behind the last one would be the file's next

        std::int64_t start(std::int32_t sample) const
        {
            return starts[static_cast<std::size_t>(sample)] / windows.facts.width;
        }
        std::int64_t ahead(std::int32_t sample) const { return windows.rowsAhead(start(sample)); }
        std::int64_t row(std::int64_t place) const { return windows.rowOf[static_cast<std::size_t>(place)]; }
    };
    const bool endsWithTheFile =
        ofWindows.groups.size() == 1 && ofWindows.rowOf.back() == std::ranges::max(ofWindows.rowOf);
    const auto origins = std::make_shared<const Origins>(
        Origins{std::move(ofTable), std::move(ofWindows), named.samples.starts, endsWithTheFile});
    const auto columnOf = [origins](const std::string& name) {
        return name.empty() ? nullptr : origins->table.find(name);
    };
    const auto textOf = [origins, columnOf](const std::string& name) {
        return [origins, column = columnOf(name)](std::int64_t place) {
            return column ? origins->table.text(*column, origins->row(place)) : std::string();
        };
    };
    const auto timeOf = textOf(settings.time), groupOf = textOf(settings.group);
    named.origins = {{"row", true, [origins](std::int32_t sample) {
                          const std::int64_t ahead = origins->ahead(sample),
                                             target = origins->windows.targetRow(origins->start(sample));
                          return ahead > 0 && !origins->endsWithTheFile
                                     ? std::string()
                                     : std::to_string(origins->table.rowInFile(origins->row(target - ahead)) + ahead);
                      }}};
    const auto add = [&](const std::string& name, const auto& text) {
        const bool isNew = std::ranges::find(named.origins, name, &OriginColumn::name) == named.origins.end();
        if (const Column* const column = columnOf(name); column && isNew) { // one "row" only
            named.origins.push_back({name, areWrittenAsNumbers(*column), text});
        }
    };
    add(settings.time, [origins, timeOf](std::int32_t sample) {
        const std::int64_t start = origins->start(sample);
        return origins->ahead(sample) > 0 ? std::string() : timeOf(origins->windows.targetRow(start));
    });
    add(settings.group, [origins, groupOf](std::int32_t sample) { return groupOf(origins->start(sample)); });
    if (origins->windows.horizon > 0) {
        named.origins.push_back(
            {"ahead", true, [origins](std::int32_t sample) { return std::to_string(origins->ahead(sample)); }});
    }
    named.rows = {.groups = origins->windows.groups,
                  .time = timeOf,
                  .group = groupOf,
                  .answer = [origins](std::int64_t row) { return origins->windows.answerOf(row); }};
}

/// Adds the windows at the table's end as samples of no part; those that are samples already keep their numbers.
std::vector<std::int32_t> addNext(Samples& samples, const TableWindows& windows)
{
    std::vector<std::int32_t> next;
    const std::vector<std::int32_t> tests = samples.part(Split::Test);
    const auto startOf = [&](std::int32_t sample) { return samples.starts[static_cast<std::size_t>(sample)]; };
    for (const std::int64_t start : windows.next) {
        const auto found = std::ranges::lower_bound(tests, start * windows.facts.width, {}, startOf);
        if (found != tests.end() && startOf(*found) == start * windows.facts.width) {
            next.push_back(*found);
            continue;
        }
        next.push_back(static_cast<std::int32_t>(samples.count()));
        addWindow(samples, windows, start);
    }
    return next;
}

/// Adds the windows that cannot be read as samples of no part.
void addUnread(Samples& samples, const TableWindows& windows)
{
    for (const auto& [start, reason] : windows.unread) {
        samples.unread.push_back({static_cast<std::int32_t>(samples.count()), reason});
        addWindow(samples, windows, start);
    }
}

/// Those whose values are names; `target` is that of a net that is trained, or empty: as the settings have it.
NamedColumns namesIn(const SampleSettings& settings, const std::string& target = {}, const std::string& time = {})
{
    NamedColumns named{settings.group, time};
    named.erase("");
    if (settings.targetKind == TargetKind::Class) {
        named.insert(target.empty() ? settings.target : target);
    }
    return named;
}

Table readRows(const std::filesystem::path& data, const TableFormat& format, const NamedColumns& named,
               const GoOn& goOn)
{
    return isMade(data, madeWeatherName) ? readTableText(makeWeather(), madeWeatherName, {}, named, goOn)
                                         : readTable(data, format, named, goOn);
}

TextLines readLines(const std::filesystem::path& data, Labels labels, const GoOn& goOn)
{
    return isMade(data, madeLinesName) ? readTextLines(makeLines(), madeLinesName) : readTextLines(data, labels, goOn);
}

/// Whether `data` are those that a net learned from.
bool isSame(const std::filesystem::path& data, const SampleFacts& facts)
{
    std::error_code none;
    return data == facts.file || std::filesystem::equivalent(data, facts.file, none);
}

/// For who gives a file that has grown since, or was edited.
Sentence changedSince(const std::filesystem::path& data)
{
    return say(ENGINE_TEXT("Sentences", "%1 has changed since the net learned from it, so all of its sequences count "
                                        "as test, those that it learned from too"),
               data.string());
}

/// Throws Error where a net that learned other sequences cannot read these.
void requireFit(const std::filesystem::path& data, const SampleLayout& layout, const SampleFacts& facts)
{
    if (layout.steps != facts.steps || layout.width != facts.width) {
        throw Error(
            say(ENGINE_TEXT("Sentences",
                            "%1: its sequences have %2 steps of %3 numbers, but the net learned %4 steps of %5"),
                data.string(), layout.steps, layout.width, facts.steps, facts.width));
    }
}

/// Into the parts that they came with or were learned in; else all are a test.
void takeLearnedParts(Samples& samples, const ImageParts& images, const SampleSettings& settings,
                      const SampleFacts& learned)
{
    const std::string& data = samples.facts.file;
    const bool hasParts = images.test || images.validation, isTheSame = samples.facts.digest == learned.digest;
    if (hasParts || isTheSame) {
        takeParts(samples, images, settings);
    } else {
        putInto(samples, Split::Test, 0, samples.count());
    }
    if (!isTheSame && isSame(data, learned)) {
        samples.remarks.push_back(
            hasParts ? say(ENGINE_TEXT("Sentences", "%1 has changed since the net learned from it, so it may have "
                                                    "learned from some of what counts as held out"),
                           data)
                     : changedSince(data));
    }
}

NamedSamples imagesFor(const std::filesystem::path& data, const SampleSettings& settings, const LearnedData& learned,
                       const GoOn& goOn)
{
    const SampleFacts& facts = learned.facts;
    const ImageParts images =
        isMade(data, madeDigitsName) ? makeDigits() : readImagesToPredict(data, sizeOf(settings), goOn);
    requireFit(data, layoutOf(images.train, settings.columns), facts);
    NamedSamples named{.samples = joined(images, data, settings, facts.classes)};
    Samples& samples = named.samples;
    samples.remarks = images.remarks;
    takeLearnedParts(samples, images, settings, facts);
    std::vector<std::string> files = images.train.files;
    for (const std::optional<ImageSet>* const part : {&images.validation, &images.test}) {
        if (*part) {
            files.insert(files.end(), (*part)->files.begin(), (*part)->files.end());
        }
    }
    for (const UnreadFile& one : images.unread) {
        samples.unread.push_back({static_cast<std::int32_t>(samples.count()), one.reason});
        samples.starts.push_back(0); // in no part, so it is never read
        samples.answers.push_back(missingAnswer(samples.facts));
        files.push_back(one.file);
    }
    if (!files.empty() && namesPicture(files.front())) {
        const std::filesystem::path folder = std::filesystem::is_directory(data) ? data : data.parent_path();
        named.origins = {{"file", false, [files, folder](std::int32_t sample) {
                              const std::filesystem::path file = files[static_cast<std::size_t>(sample)];
                              return file.lexically_relative(folder).string();
                          }}};
    }
    return named;
}

/// The target so many periods before a window's answer that it is known when the window is read, or more where the
/// table lacks it there. The last one where there is none.
double periodTarget(const TableWindows& windows, std::int64_t start, std::int64_t period)
{
    const std::int64_t target = windows.targetRow(start), last = target - std::max<std::int64_t>(windows.horizon, 1);
    for (std::int64_t row = target - period; row >= 0 && windows.groupEnd(row) == windows.groupEnd(start);
         row -= period) {
        if (const double before = windows.targets[static_cast<std::size_t>(row)];
            row <= last && std::isfinite(before)) {
            return before;
        }
    }
    return windows.lastTarget(start);
}

/// Without the straight line that fits it best.
std::vector<double> withoutTrend(std::span<const double> series)
{
    const auto count = static_cast<double>(series.size());
    double mean = 0, slope = 0, squares = 0;
    for (const double value : series) {
        mean += value / count;
    }
    for (std::size_t row = 0; row < series.size(); ++row) {
        const double place = static_cast<double>(row) - (count - 1) / 2;
        slope += place * (series[row] - mean);
        squares += place * place;
    }
    std::vector<double> rest(series.begin(), series.end());
    for (std::size_t row = 0; row < rest.size(); ++row) {
        rest[row] -= mean + slope / squares * (static_cast<double>(row) - (count - 1) / 2);
    }
    return rest;
}

/// What a period ago was, where the series seems to repeat itself: that of the longest group.
void addPeriod(Samples& samples, const TableWindows& windows)
{
    std::span<const double> longest;
    for (std::size_t first = 0; first < windows.knownTargets.size();) {
        const auto end = static_cast<std::size_t>(windows.groupEnd(static_cast<std::int64_t>(first)));
        const auto group = std::span(windows.knownTargets).subspan(first, end - first);
        longest = group.size() > longest.size() ? group : longest;
        first = end;
    }
    const auto known = std::ranges::find_if(longest, [](double value) { return std::isfinite(value); });
    samples.period = likelyPeriod({known, longest.end()});
    for (std::size_t at = 0; samples.period > 0 && at < samples.starts.size(); ++at) {
        samples.periodTargets.push_back(
            periodTarget(windows, samples.starts[at] / windows.facts.width, samples.period));
    }
}

/// As the training run cut them; nothing where it would have refused the table, or has read another one, which is then
/// cut a second time: the scales tell most of those before their numbers are copied.
std::optional<std::pair<TableWindows, Samples>> cutAsLearned(const Table& table, const SampleSettings& settings,
                                                             const SampleFacts& facts, const GoOn& goOn)
{
    SampleSettings asThen = settings;
    asThen.inputs = facts.inputs;
    asThen.target = facts.target;
    TableWindows windows;
    try {
        windows = cutWindows(table, asThen, goOn);
    } catch (const CancelledError&) {
        throw;
    } catch (const Error&) {
        return std::nullopt;
    }
    const SampleFacts& found = windows.facts;
    if (found.classes != facts.classes || found.inputScales != facts.inputScales ||
        found.targetScale != facts.targetScale) {
        return std::nullopt;
    }
    Samples samples = samplesOf(windows, table.name);
    if (samples.facts.digest != facts.digest) { // of numbers that were scaled
        return std::nullopt;
    }
    return std::pair(std::move(windows), std::move(samples));
}

NamedSamples tableFor(const std::filesystem::path& data, const SampleSettings& settings, const LearnedData& learned,
                      const GoOn& goOn)
{
    const SampleFacts& facts = learned.facts;
    // The times are named too, so that they are said as the file has them.
    const NamedColumns names = namesIn(settings, facts.target, settings.time);
    Table table = readRows(data, filledBy(settings.format, facts.format), names, goOn);
    std::optional<std::pair<TableWindows, Samples>> cut = cutAsLearned(table, settings, facts, goOn);
    const bool isLearned = cut.has_value();
    if (!isLearned) {
        TableWindows other = cutWindows(table, settings, facts, goOn);
        Samples samples = samplesOf(other, data);
        cut.emplace(std::move(other), std::move(samples));
    }
    TableWindows& windows = cut->first;
    NamedSamples named;
    named.samples = std::move(cut->second);
    if (!isLearned && learned.answers == Answers::Read) {
        requireAnswers(windows, table);
    }
    std::erase_if(table.columns, [&](const Column& column) { // all that is left to do with it is to name its rows
        return column.name != settings.time && column.name != settings.group;
    });
    requireFit(data, named.samples.layout, facts);
    if (isLearned || isMade(data, madeWeatherName)) {
        named.samples.remarks.clear(); // the run said them
    } else if (isSame(data, facts)) {
        named.samples.remarks.push_back(changedSince(data));
    }
    addPeriod(named.samples, windows);
    named.next = addNext(named.samples, windows);
    addUnread(named.samples, windows);
    nameRows(named, settings, std::move(table), std::move(windows));
    return named;
}

/// Those that were learned are cut as they were then, others are all a test part.
NamedSamples linesNamed(const std::filesystem::path& data, const SampleSettings& settings, const LearnedData& learned,
                        const GoOn& goOn)
{
    const SampleFacts& facts = learned.facts;
    const TextLines lines = readLines(data, Labels::Optional, goOn);
    const bool isLearned = digestOf(lines) == facts.digest;
    NamedSamples named{.samples = isLearned ? learnedLines(lines, data.string(), settings)
                                            : linesFor(lines, data.string(), facts, learned.vocabulary)};
    if (!isLearned && isSame(data, facts)) {
        named.samples.remarks.push_back(changedSince(data));
    }
    named.origins = {{"line", true, [numbers = lines.numbers](std::int32_t sample) {
                          return std::to_string(numbers[static_cast<std::size_t>(sample)]);
                      }}};
    return named;
}

Samples windowsOf(const std::filesystem::path& data, const SampleSettings& settings, const GoOn& goOn)
{
    TableWindows windows = // the table is gone before the samples need room
        cutWindows(tableOf(data, settings, goOn), settings, goOn);
    if (isMade(data, madeWeatherName)) {
        windows.remarks.clear(); // its days are in order
    }
    return samplesOf(windows, data);
}

Samples linesOf(const std::filesystem::path& data, const SampleSettings& settings, const GoOn& goOn)
{
    return learnedLines(readLines(data, Labels::Wanted, goOn), data.string(), settings);
}

/// How samples of a kind are read: those that a net learns from, and those that a trained net is to read, with names.
struct SampleReader {
    const DataKind* kind;
    Samples (*read)(const std::filesystem::path&, const SampleSettings&, const GoOn&);
    NamedSamples (*readNamed)(const std::filesystem::path&, const SampleSettings&, const LearnedData&, const GoOn&);
};

constexpr std::array readers = {SampleReader{&kinds::rows, rowsOf, imagesFor},
                                SampleReader{&kinds::table, windowsOf, tableFor},
                                SampleReader{&kinds::lines, linesOf, linesNamed}};

const SampleReader& readerFor(const std::filesystem::path& data, const SampleSettings& settings)
{
    return *std::ranges::find(readers, &kindOf(data, settings), &SampleReader::kind);
}

} // namespace

std::span<const MadeSet> madeSets()
{
    static constexpr MadeSet sets[] = {
        {&kinds::rows, madeDigitsName, "10,000 digits of 28 x 28 that Hamnet draws, for models/rows_lstm.prototxt"},
        {&kinds::table, madeWeatherName,
         "ten years of daily weather of an invented place, for models/series_lstm.prototxt"},
        {&kinds::lines, madeLinesName, "lines of six voices, each with its speaker, for models/lines_gru.prototxt"}};
    return sets;
}

const DataKind& kindOf(const std::filesystem::path& data, const SampleSettings& settings)
{
    const bool isRead =
        std::ranges::any_of(readers, [&](const SampleReader& reader) { return reader.kind == settings.kind; });
    const bool ofImages = isMade(data, madeDigitsName) || std::filesystem::is_directory(data) || namesPicture(data) ||
                          data.string().find("-ubyte") != std::string::npos;
    return isRead ? *settings.kind : ofImages ? kinds::rows : kinds::table;
}

Table outlineOfTable(const std::filesystem::path& data, const TableFormat& format)
{
    if (isMade(data, madeWeatherName)) {
        return outlineOf(makeWeather(), madeWeatherName);
    }
    const TextFile file(data, data.string());
    return outlineOf(file.bytes(), data.string(), format);
}

Table tableOf(const std::filesystem::path& data, const SampleSettings& settings, const GoOn& goOn)
{
    return readRows(data, settings.format, namesIn(settings), goOn);
}

std::vector<std::string> damagedPictures(const std::filesystem::path& data, const SampleSettings& settings,
                                         const GoOn& goOn)
{
    std::vector<std::string> names;
    for (const UnreadFile& one : readImageFolder(data, sizeOf(settings), goOn, Damaged::Skip).unread) {
        names.push_back(one.file);
    }
    return names;
}

Samples readSamples(const std::filesystem::path& data, const SampleSettings& settings, const GoOn& goOn)
{
    return readerFor(data, settings).read(data, settings, goOn);
}

NamedSamples readNamedSamples(const std::filesystem::path& data, const SampleSettings& settings,
                              const LearnedData& learned, const GoOn& goOn)
{
    return readerFor(data, settings).readNamed(data, settings, learned, goOn);
}

std::int64_t likelyPeriod(std::span<const double> series)
{
    constexpr std::size_t longest = 4096, fewest = 6;
    constexpr double clear = 0.3;
    if (series.size() < fewest) {
        return 0;
    }
    const std::vector<double> rest = withoutTrend(series.last(std::min(series.size(), longest)));
    const std::size_t count = rest.size();
    const auto correlation = [&](std::size_t lag) {
        double sum = 0;
        for (std::size_t row = lag; row < count; ++row) {
            sum += rest[row] * rest[row - lag];
        }
        return sum / static_cast<double>(count - lag);
    };
    const double variance = correlation(0);
    double best = clear * variance;
    std::int64_t period = 0, fall = 0; // where it is below 0 first
    for (std::size_t lag = 1; variance > 0 && lag <= count / 3; ++lag) {
        const double here = correlation(lag);
        fall = fall == 0 && here < 0 ? static_cast<std::int64_t>(lag) : fall;
        if (fall > 0 && here > best) {
            best = here;
            period = static_cast<std::int64_t>(lag);
        }
    }
    constexpr double asClear = 0.9;
    for (std::int64_t parts = period / 2; parts > 1; --parts) { // several periods fit as well as one
        const std::int64_t part = (period + parts / 2) / parts;
        if (part > fall && correlation(static_cast<std::size_t>(part)) >= asClear * best) {
            return part;
        }
    }
    return period;
}

} // namespace engine
