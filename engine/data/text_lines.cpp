// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/text_lines.h"

#include "engine/data/mapped_file.h"
#include "engine/data/text_scan.h"
#include "engine/graph/characters.h"
#include "engine/graph/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace engine {
namespace {

/// Takes one line after the other.
class LineReader {
public:
    explicit LineReader(std::string owner) : m_owner(std::move(owner)) {}

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
        if (tab == std::string_view::npos || tab == 0 || tab + 1 == line.size()) {
            refuse(line);
        }
        if (!isUtf8(line)) {
            throw Error(fmt::format("{}, line {}: found {}, wanted a text in UTF-8", m_owner, m_number, shown(line)));
        }
        m_lines.labels.push_back(labelOf(line.substr(0, tab)));
        m_lines.text += line.substr(tab + 1);
        m_lines.ends.push_back(static_cast<std::int64_t>(m_lines.text.size()));
    }

    /// All lines, with the classes sorted.
    TextLines finished()
    {
        if (m_lines.labels.empty()) {
            throw Error(fmt::format("{}: found no lines, wanted some of the form label<TAB>text", m_owner));
        }
        if (m_labels.size() < 2) {
            throw Error(fmt::format("{}: all {} lines have the label {}, wanted at least 2 classes", m_owner,
                                    m_lines.count(), shown(m_labels.begin()->first)));
        }
        std::vector<std::int32_t> sorted(m_labels.size());
        for (const auto& [name, label] : m_labels) { // a map is sorted
            sorted[static_cast<std::size_t>(label)] = static_cast<std::int32_t>(m_lines.classes.size());
            m_lines.classes.push_back(name);
        }
        for (std::int32_t& label : m_lines.labels) {
            label = sorted[static_cast<std::size_t>(label)];
        }
        return std::move(m_lines);
    }

private:
    [[noreturn]] void refuse(std::string_view line) const
    {
        throw Error(
            fmt::format("{}, line {}: found {}, wanted a label, a tab and a text", m_owner, m_number, shown(line)));
    }

    std::int32_t labelOf(std::string_view name)
    {
        auto found = m_labels.find(name);
        if (found == m_labels.end()) {
            found = m_labels.emplace(name, static_cast<std::int32_t>(m_labels.size())).first;
        }
        return found->second;
    }

    std::string m_owner;
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

TextLines readTextLines(const std::filesystem::path& file, const GoOn& goOn)
{
    const MappedFile mapped(file, file.string());
    LineReader reader(file.string());
    std::string rest; // of a line that the piece before has begun
    bool first = true;
    mapped.passOver([&](std::string_view piece) {
        if (!goesOn(goOn)) {
            throw CancelledError(file.string() + ": cancelled");
        }
        if (std::exchange(first, false) && piece.starts_with(byteOrderMark)) {
            piece.remove_prefix(byteOrderMark.size());
        }
        for (std::size_t end = piece.find('\n'); end != std::string_view::npos; end = piece.find('\n')) {
            rest += piece.substr(0, end);
            reader.take(rest);
            rest.clear();
            piece.remove_prefix(end + 1);
        }
        rest += piece;
    });
    if (!rest.empty()) {
        reader.take(rest);
    }
    return reader.finished();
}

} // namespace engine
