// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/text_lines.h"

#include "engine/data/data_memory.h"
#include "engine/data/text_file.h"
#include "engine/data/text_scan.h"
#include "engine/graph/characters.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace engine {
namespace {

constexpr std::int32_t noLabel = -1;

/// Takes one line after the other.
class LineReader {
public:
    LineReader(const std::string& owner, Labels wish) : m_owner(owner), m_wish(wish) {}

    void take(std::string_view line)
    {
        ++m_number;
        line.remove_suffix(line.ends_with('\r') ? 1 : 0);
        if (line.empty()) {
            return;
        }
        const std::size_t tab = line.find('\t');
        const bool isBare = tab == std::string_view::npos, hasBoth = !isBare && tab > 0 && tab + 1 < line.size();
        if (m_wish == Labels::Wanted && !hasBoth) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1, line %2: found %3, wanted a label, a tab and a text"),
                            m_owner, m_number, shown(line)));
        }
        if (!isUtf8(line)) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1, line %2: found %3, wanted a text in UTF-8"), m_owner,
                            m_number, shown(line)));
        }
        m_lines.labels.push_back(isBare || tab == 0 ? noLabel : labelOf(line.substr(0, tab)));
        m_lines.text += isBare ? line : line.substr(tab + 1);
        m_lines.ends.push_back(std::ssize(m_lines.text));
        m_lines.numbers.push_back(m_number);
    }

    /// All lines, with the classes sorted.
    TextLines finished()
    {
        if (m_lines.labels.empty()) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: found no lines, wanted some of the form label<TAB>text"), m_owner));
        }
        if (m_labels.size() < 2 && m_wish == Labels::Wanted) {
            const std::int64_t count = m_lines.count();
            throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 the label %3, wanted at least 2 classes"), m_owner,
                            count == 1 ? ENGINE_TEXT("Sentences", "the only line has")
                                       : say(ENGINE_TEXT("Sentences", "all %1 lines have"), count),
                            shown(m_labels.begin()->first)));
        }
        std::vector<std::int32_t> sorted(m_labels.size());
        for (const auto& [name, label] : m_labels) { // a map is sorted
            sorted[static_cast<std::size_t>(label)] = static_cast<std::int32_t>(m_lines.classes.size());
            m_lines.classes.push_back(name);
        }
        for (std::int32_t& label : m_lines.labels) {
            label = label == noLabel ? noLabel : sorted[static_cast<std::size_t>(label)];
        }
        return std::move(m_lines);
    }

private:
    std::int32_t labelOf(std::string_view name)
    {
        const auto next = static_cast<std::int32_t>(m_labels.size());
        return m_labels.try_emplace(std::string(name), next).first->second;
    }

    const std::string& m_owner;
    Labels m_wish;
    std::int64_t m_number = 0;
    std::map<std::string, std::int32_t> m_labels; ///< in the order in which they came
    TextLines m_lines;
};

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

/// Takes what cannot be read out of the parts.
void leaveOutUnread(Samples& samples)
{
    if (samples.unread.empty()) {
        return;
    }
    const std::size_t count = samples.unread.size();
    if (static_cast<std::int64_t>(count) == samples.count()) {
        throw Error(samples.unread.front().reason);
    }
    for (std::vector<std::int32_t>& part : samples.parts) {
        std::erase_if(part, [&](std::int32_t sample) {
            return std::ranges::binary_search(samples.unread, sample, {}, &UnreadSample::sample);
        });
    }
    const Sentence& first = samples.unread.front().reason;
    samples.remarks.push_back(
        count == 1 ? say(ENGINE_TEXT("Sentences", "%1, so it is left out"), first)
                   : say(ENGINE_TEXT("Sentences", "%1, so it is left out, as are %2 more lines"), first, count - 1));
}

/// The lines' characters as numbers, of each line the first `steps`, which `why` says the reason of. A line of none
/// that is known is taken out of its part; throws Error where all are.
void addCharacters(Samples& samples, const TextLines& lines, std::int64_t steps, const Sentence& why)
{
    const auto block = std::make_shared<std::vector<float>>();
    std::vector<std::string> unknown;
    std::int64_t cut = 0;
    for (std::int64_t line = 0; line < lines.count(); ++line) {
        std::vector<std::int32_t> ids = samples.vocabulary.encode(lines.line(line), &unknown);
        if (ids.empty()) {
            const Sentence place = say(ENGINE_TEXT("Sentences", "%1, line %2"), samples.facts.file, lines.number(line));
            samples.unread.push_back(
                {static_cast<std::int32_t>(line),
                 lines.line(line).empty()
                     ? say("%1%2", place,
                           lines.labels[static_cast<std::size_t>(line)] < 0
                               ? ENGINE_TEXT("Sentences", ": found no text")
                               : ENGINE_TEXT("Sentences", ": found a label without a text"))
                     : say(ENGINE_TEXT("Sentences",
                                       "%1 (%2): none of its characters was among those that the net learned from"),
                           place, shown(lines.line(line)))});
            ids.push_back(0); // it has a place among the samples
        }
        cut += std::ssize(ids) > steps ? 1 : 0;
        ids.resize(std::min(ids.size(), static_cast<std::size_t>(steps)));
        samples.starts.push_back(std::ssize(*block));
        samples.lengths.push_back(static_cast<std::int32_t>(ids.size()));
        block->insert(block->end(), ids.begin(), ids.end());
    }
    std::ranges::sort(unknown);
    unknown.erase(std::unique(unknown.begin(), unknown.end()), unknown.end());
    leaveOutUnread(samples);
    if (!unknown.empty()) {
        samples.remarks.push_back(
            say(ENGINE_TEXT(
                    "Sentences",
                    "characters that the training part lacks are left out of the lines that have them: %1 different"),
                unknown.size()));
    }
    if (cut > 0) {
        samples.remarks.push_back(
            say(ENGINE_TEXT("Sentences",
                            "%1 of %2 lines are longer than %3 characters, and only so many of each are read%4"),
                cut, lines.count(), steps, why));
    }
    samples.memory = block;
    samples.numbers = *block;
    samples.layout = {.steps = steps, .width = 1, .stepStride = 1};
}

/// Says which classes have one line only, as they have where label and text are swapped, or a row of names is read.
void remarkOnClasses(const TextLines& lines, std::vector<Sentence>& remarks)
{
    constexpr std::int64_t fewest = 10; // lines of which something can be said
    std::vector<std::int64_t> counts(lines.classes.size());
    for (const std::int32_t label : lines.labels) {
        ++counts[static_cast<std::size_t>(label)];
    }
    const auto alone = std::ranges::count(counts, 1);
    if (alone > 0 && lines.count() >= fewest) {
        remarks.push_back(
            say(ENGINE_TEXT("Sentences", "classes with one line only, which teaches little: %1 of %2, the first is %3; "
                                         "wanted lines of the form label<TAB>text without a row of names"),
                alone, counts.size(),
                shown(lines.classes[static_cast<std::size_t>(std::ranges::find(counts, 1) - counts.begin())])));
    }
}

} // namespace

std::string_view TextLines::line(std::int64_t index) const
{
    const auto at = static_cast<std::size_t>(index);
    const std::int64_t begin = index == 0 ? 0 : ends[at - 1];
    return std::string_view(text).substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(ends[at] - begin));
}

TextLines readTextLines(const std::filesystem::path& file, Labels wish, const GoOn& goOn)
{
    const TextFile opened(file, file.string(), goOn);
    constexpr std::int64_t ofCharacter = 10; // itself, a float as the net reads it, and room for both to grow
    requireDataMemory(ofCharacter * std::ssize(opened.bytes()), file.string());
    return readTextLines(opened.bytes(), file.string(), wish, [&] {
        opened.checkedAge();
        return goesOn(goOn);
    });
}

TextLines readTextLines(std::string_view text, const std::string& name, Labels wish, const GoOn& goOn)
{
    LineReader reader(name, wish);
    text.remove_prefix(text.starts_with(byteOrderMark) ? byteOrderMark.size() : 0);
    for (std::int64_t number = 0; !text.empty(); ++number) {
        constexpr std::int64_t looked = 1024; // lines between two looks around
        if (number % looked == 0 && !goesOn(goOn)) {
            throw CancelledError(say(ENGINE_TEXT("Sentences", "%1: cancelled"), name));
        }
        const std::string_view line = text.substr(0, text.find('\n'));
        reader.take(line);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return reader.finished();
}

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
        throw Error(ENGINE_TEXT("Sentences", "the split is GROUPS, but lines of text have no groups"));
    }
    Samples samples;
    samples.facts = {
        .kind = std::string(kinds::lines.name), .file = file, .digest = digestOf(lines), .classes = lines.classes};
    remarkOnClasses(lines, samples.remarks);
    cutParts(samples, lines.count(), settings, false);
    samples.answers.assign(lines.labels.begin(), lines.labels.end());
    samples.vocabulary = learnedVocabulary(lines, samples, settings.encoding);
    std::int64_t longest = 1;
    for (const std::int32_t line : samples.part(Split::Train)) {
        longest = std::max(longest, std::ssize(samples.vocabulary.encode(lines.line(line))));
    }
    addCharacters(samples, lines, std::min(settings.steps, longest),
                  settings.steps <= longest ? ENGINE_TEXT("Sentences", "; time_steps sets that")
                                            : ENGINE_TEXT("Sentences", ", as many as the longest to train on has"));
    samples.facts.steps = samples.layout.steps;
    samples.facts.width = samples.layout.width;
    return samples;
}

Samples linesFor(const TextLines& lines, const std::string& file, const SampleFacts& facts,
                 const Vocabulary& vocabulary)
{
    Samples samples;
    samples.vocabulary = vocabulary;
    samples.facts = {.kind = std::string(kinds::lines.name),
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
            throw Error(say(
                ENGINE_TEXT("Sentences", "%1, line %2: its label is %3, which is none of the %4 that the net learned"),
                file, lines.number(line), shown(name), facts.classes.size()));
        }
        samples.answers.push_back(label < 0 ? missingAnswer(facts) : static_cast<float>(known - facts.classes.begin()));
        samples.parts.at(static_cast<std::size_t>(Split::Test)).push_back(static_cast<std::int32_t>(line));
    }
    addCharacters(samples, lines, facts.steps, ", as many as the net learned to read");
    return samples;
}

} // namespace engine
