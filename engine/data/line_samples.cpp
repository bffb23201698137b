// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/line_samples.h"

#include "engine/data/text_scan.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace engine {
namespace {

/// All characters of the lines of the training part.
Vocabulary learnedVocabulary(const TextLines& lines, const Samples& samples, Encoding encoding)
{
    std::string text;
    for (const std::int32_t line : samples.part(Split::Train)) {
        text += lines.line(line);
    }
    TextScan scan(text, encoding, samples.facts.file, 0);
    scan.advance(std::ssize(text));
    return {encoding, scan.different()};
}

/// The lines' characters as numbers, of each line the first `steps`. Throws Error for a line of none that is known.
void addCharacters(Samples& samples, const TextLines& lines, std::int64_t steps)
{
    const auto block = std::make_shared<std::vector<float>>();
    std::vector<std::string> unknown;
    std::int64_t cut = 0;
    for (std::int64_t line = 0; line < lines.count(); ++line) {
        std::vector<std::int32_t> ids = samples.vocabulary.encode(lines.line(line), &unknown);
        if (ids.empty()) {
            throw Error(sentence(samples.facts.file, ", line ", lines.number(line), " (", shown(lines.line(line)),
                                 "): none of its characters was among those that the net learned from"));
        }
        cut += std::ssize(ids) > steps ? 1 : 0;
        ids.resize(std::min(ids.size(), static_cast<std::size_t>(steps)));
        samples.starts.push_back(std::ssize(*block));
        samples.lengths.push_back(static_cast<std::int32_t>(ids.size()));
        block->insert(block->end(), ids.begin(), ids.end());
    }
    std::ranges::sort(unknown);
    unknown.erase(std::unique(unknown.begin(), unknown.end()), unknown.end());
    if (!unknown.empty()) {
        samples.remarks.push_back(sentence("characters that the training part lacks are left out of the lines that "
                                           "have them: ",
                                           unknown.size(), " different"));
    }
    if (cut > 0) {
        samples.remarks.push_back(sentence(cut, " of ", lines.count(), " lines are longer than ", steps,
                                           " characters, and only so many of each are read; time_steps sets that"));
    }
    samples.memory = block;
    samples.numbers = *block;
    samples.layout = {.steps = steps, .width = 1, .stepStride = 1};
}

} // namespace

std::string digestOf(const TextLines& lines)
{
    Digest digest;
    for (std::int64_t line = 0; line < lines.count(); ++line) {
        const std::int32_t label = lines.labels[static_cast<std::size_t>(line)];
        digest.add(label < 0 ? std::string() : lines.classes[static_cast<std::size_t>(label)]);
        digest.add("\t");
        digest.add(lines.line(line));
        digest.add("\n");
    }
    return digest.hexadecimal();
}

Samples learnedLines(const TextLines& lines, const std::string& file, const SampleSettings& settings)
{
    if (settings.split == SampleSplit::Groups) {
        throw Error("the split is GROUPS, but lines of text have no groups");
    }
    Samples samples;
    samples.facts = {.kind = "lines", .file = file, .digest = digestOf(lines), .classes = lines.classes};
    cutParts(samples, lines.count(), settings, false);
    samples.answers.assign(lines.labels.begin(), lines.labels.end());
    samples.vocabulary = learnedVocabulary(lines, samples, settings.encoding);
    std::int64_t longest = 1;
    for (const std::int32_t line : samples.part(Split::Train)) {
        longest = std::max(longest, std::ssize(samples.vocabulary.encode(lines.line(line))));
    }
    addCharacters(samples, lines, std::min(settings.steps, longest));
    samples.facts.steps = samples.layout.steps;
    samples.facts.width = samples.layout.width;
    return samples;
}

Samples linesFor(const TextLines& lines, const std::string& file, const SampleFacts& facts,
                 const Vocabulary& vocabulary)
{
    Samples samples;
    samples.vocabulary = vocabulary;
    samples.facts = {.kind = "lines",
                     .file = file,
                     .digest = digestOf(lines),
                     .steps = facts.steps,
                     .width = facts.width,
                     .classes = facts.classes};
    for (std::int64_t line = 0; line < lines.count(); ++line) {
        const std::int32_t label = lines.labels[static_cast<std::size_t>(line)];
        const std::string name = label < 0 ? std::string() : lines.classes[static_cast<std::size_t>(label)];
        const auto known = std::ranges::find(facts.classes, name);
        if (label >= 0 && known == facts.classes.end()) {
            throw Error(sentence(file, ", line ", lines.number(line), ": its label is ", shown(name),
                                 ", which is none of the ", facts.classes.size(), " that the net learned"));
        }
        samples.answers.push_back(label < 0 ? missingAnswer(facts) : static_cast<float>(known - facts.classes.begin()));
        samples.parts.at(static_cast<std::size_t>(Split::Test)).push_back(static_cast<std::int32_t>(line));
    }
    addCharacters(samples, lines, facts.steps);
    return samples;
}

} // namespace engine
