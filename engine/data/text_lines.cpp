// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/text_lines.h"

#include "engine/data/data_memory.h"
#include "engine/data/text_file.h"
#include "engine/data/text_scan.h"
#include "engine/graph/characters.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <map>
#include <utility>

namespace engine {
namespace {

enum class Labels { Wanted, Optional };

/// Takes one line after the other.
class LineReader {
public:
    LineReader(std::string owner, Labels wish) : m_owner(std::move(owner)), m_wish(wish) {}

    /// Piece by piece; a line may go on in the next one.
    void feed(std::string_view piece)
    {
        for (std::size_t end = piece.find('\n'); end != std::string_view::npos; end = piece.find('\n')) {
            take(m_rest += piece.substr(0, end));
            m_rest.clear();
            piece.remove_prefix(end + 1);
        }
        m_rest += piece;
    }

    /// All lines, with the classes sorted.
    TextLines finished()
    {
        if (!m_rest.empty()) {
            take(m_rest);
        }
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
            label = label == none ? none : sorted[static_cast<std::size_t>(label)];
        }
        return std::move(m_lines);
    }

private:
    void take(std::string_view line)
    {
        ++m_number;
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (line.empty()) {
            return;
        }
        const std::size_t tab = line.find('\t');
        const bool isBare = tab == std::string_view::npos, hasBoth = !isBare && tab > 0 && tab + 1 < line.size();
        if (m_wish == Labels::Wanted && !hasBoth) {
            refuse(line);
        }
        if (!isUtf8(line)) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1, line %2: found %3, wanted a text in UTF-8"), m_owner,
                            m_number, shown(line)));
        }
        m_lines.labels.push_back(isBare || tab == 0 ? none : labelOf(line.substr(0, tab)));
        m_lines.text += isBare ? line : line.substr(tab + 1);
        m_lines.ends.push_back(static_cast<std::int64_t>(m_lines.text.size()));
        m_lines.numbers.push_back(m_number);
    }

    [[noreturn]] void refuse(std::string_view line) const
    {
        throw Error(say(ENGINE_TEXT("Sentences", "%1, line %2: found %3, wanted a label, a tab and a text"), m_owner,
                        m_number, shown(line)));
    }

    std::int32_t labelOf(std::string_view name)
    {
        auto found = m_labels.find(name);
        if (found == m_labels.end()) {
            found = m_labels.emplace(name, static_cast<std::int32_t>(m_labels.size())).first;
        }
        return found->second;
    }

    static constexpr std::int32_t none = -1;

    std::string m_owner, m_rest; ///< m_rest: of a line that has begun
    Labels m_wish;
    std::int64_t m_number = 0;
    std::map<std::string, std::int32_t, std::less<>> m_labels; ///< in the order in which they came
    TextLines m_lines;
};

} // namespace

std::string_view TextLines::line(std::int64_t index) const
{
    const auto at = static_cast<std::size_t>(index);
    const std::int64_t begin = index == 0 ? 0 : ends[at - 1];
    return std::string_view(text).substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(ends[at] - begin));
}

namespace {

TextLines readLines(const std::filesystem::path& file, Labels wish, const GoOn& goOn)
{
    const TextFile opened(file, file.string(), goOn);
    constexpr std::int64_t ofCharacter = 10; // itself, a float as the net reads it, and room for both to grow
    requireDataMemory(ofCharacter * std::ssize(opened.bytes()), file.string());
    LineReader reader(file.string(), wish);
    bool first = true;
    opened.passOver([&](std::string_view piece) {
        if (!goesOn(goOn)) {
            throw CancelledError(say(ENGINE_TEXT("Sentences", "%1: cancelled"), file.string()));
        }
        if (std::exchange(first, false) && piece.starts_with(byteOrderMark)) {
            piece.remove_prefix(byteOrderMark.size());
        }
        reader.feed(piece);
    });
    return reader.finished();
}

} // namespace

TextLines readTextLines(const std::filesystem::path& file, const GoOn& goOn)
{
    return readLines(file, Labels::Wanted, goOn);
}

TextLines readTextLines(std::string_view text, const std::string& name)
{
    LineReader reader(name, Labels::Wanted);
    reader.feed(text);
    return reader.finished();
}

TextLines readTextLinesToLabel(const std::filesystem::path& file, const GoOn& goOn)
{
    return readLines(file, Labels::Optional, goOn);
}

} // namespace engine
