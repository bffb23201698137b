// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt_text.h"

#include "engine/graph/characters.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <sstream>
#include <tuple>
#include <utility>

namespace engine::prototxt {

namespace {

// <cctype> asks the locale and is undefined for bytes above 127.
bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

constexpr std::string_view spaces = " \t\r\n\f\v";

bool isSpace(char c)
{
    return spaces.find(c) != std::string_view::npos;
}

/// Whether an unquoted value may hold it: numbers, enumeration words, and the paths that MyCaffe leaves bare.
bool isWordByte(char c)
{
    return static_cast<unsigned char>(c) > ' ' && c != 0x7f &&
           std::string_view("{}<>[],;:#\"'").find(c) == std::string_view::npos;
}

class Reader {
public:
    Reader(std::string_view text, const std::string& fileName) : m_text(text), m_fileName(fileName) {}

    Message read()
    {
        if (m_text.size() > maxBytes) {
            fail({1, 1}, say(ENGINE_TEXT("Sentences", "found a text of %1 bytes, expected at most %2"), m_text.size(),
                             maxBytes));
        }
        m_position = m_lineStart = m_text.starts_with(byteOrderMark) ? byteOrderMark.size() : 0;
        Message message;
        fields(message, '\0');
        return message;
    }

private:
    bool atEnd() const { return m_position == m_text.size(); }
    char peek() const { return m_text[m_position]; }
    bool at(std::string_view any) const { return !atEnd() && any.find(peek()) != std::string_view::npos; }
    Place here() const { return {m_line, static_cast<int>(m_position - m_lineStart) + 1}; }
    [[noreturn]] void fail(Place place, const Sentence& problem) const
    {
        throw ParseError(m_fileName, place.line, place.column, problem);
    }

    void advance()
    {
        if (m_text[m_position++] == '\n') {
            ++m_line;
            m_lineStart = m_position;
        }
    }

    template <typename IsWanted>
    std::string_view takeWhile(const IsWanted& isWanted)
    {
        const std::size_t first = m_position;
        while (!atEnd() && isWanted(peek())) {
            advance();
        }
        return m_text.substr(first, m_position - first);
    }

    void skipBlanks()
    {
        takeWhile([](char c) { return isSpace(c) && c != '\n'; });
    }

    /// Behind a field or a list.
    void skipSeparator()
    {
        skipBlanks();
        if (at(",;")) {
            advance();
        }
    }

    /// From '#' to the end of the line. One space behind the '#' is not part of it.
    std::string commentLine()
    {
        advance();
        std::string_view line = takeWhile([](char c) { return c != '\n'; });
        line.remove_prefix(line.starts_with(' ') ? 1 : 0);
        return std::string(line.substr(0, line.find_last_not_of(spaces) + 1));
    }

    /// Goes on to the next token and gathers the comments on the way.
    void skip()
    {
        m_attached = 0;
        int newlines = 0;
        for (bool isFirst = true; !atEnd();) {
            if (peek() == '#') {
                if (newlines > 1 && !isFirst) {
                    m_comments.emplace_back();
                    m_attached = 0;
                }
                m_comments.push_back(commentLine());
                ++m_attached;
                newlines = 0;
                isFirst = false;
            } else if (isSpace(peek())) {
                newlines += peek() == '\n' ? 1 : 0;
                advance();
            } else {
                break;
            }
        }
        m_attached = newlines > 1 ? 0 : m_attached;
    }

    /// A comment on the line where a field or its opening brace ends belongs to that field.
    void trailingComment(const Field& field)
    {
        skipBlanks();
        const std::string line = at("#") ? commentLine() : std::string();
        if (!line.empty()) {
            m_comments.push_back(field.kind == Kind::Message ? line : std::string(say("%1: %2", field.name, line)));
        }
    }

    /// What stands here, in words.
    Sentence found() const
    {
        if (atEnd()) {
            return say(ENGINE_TEXT("Sentences", "the end of the file"));
        }
        std::size_t last = m_position;
        while (last < m_text.size() && isWordByte(m_text[last])) {
            ++last;
        }
        return shown(m_text.substr(m_position, std::max<std::size_t>(last - m_position, 1)));
    }

    /// Up to the closing bracket, which is left; '\0' stands for the end of the file.
    void fields(Message& message, char closing)
    {
        for (;; field(message)) {
            skip();
            if (atEnd() ? closing == '\0' : peek() == closing && closing != '\0') {
                if (m_open.empty()) {
                    message.tail = std::exchange(m_comments, {});
                }
                return;
            }
            if (atEnd()) {
                const auto& [name, place] = m_open.back();
                fail(here(),
                     say(ENGINE_TEXT("Sentences", "found the end of the file, expected '%1' to close %2 of line %3"),
                         std::string(1, closing), name, place.line));
            }
        }
    }

    void field(Message& message)
    {
        const bool isOfFile = m_open.empty();
        std::vector<std::string> before = isOfFile ? std::exchange(m_comments, {}) : std::vector<std::string>();
        const std::size_t attached = m_attached;
        Field field;
        field.place = here();
        field.name = name();
        skip();
        if (at(":")) {
            advance();
            skip();
        } else if (!at("{<")) {
            fail(here(), say(ENGINE_TEXT("Sentences", "found %1, expected ':' or '{' after %2"), found(), field.name));
        }
        const std::size_t number = message.fields.size();
        value(message, std::move(field));
        if (isOfFile && number < message.fields.size()) {
            Field& made = message.fields[number];
            made.comments = std::move(before);
            made.attached = attached + m_comments.size();
            std::ranges::move(std::exchange(m_comments, {}), std::back_inserter(made.comments));
        }
    }

    std::string name()
    {
        if (!isLetter(peek())) {
            fail(here(), say(ENGINE_TEXT("Sentences", "found %1, expected the name of a field%2"), found(),
                             m_open.empty() ? Sentence()
                                            : say(ENGINE_TEXT("Sentences", " or the end of %1"), m_open.back().first)));
        }
        const Place place = here();
        const std::string_view name = takeWhile([](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
        if (name.size() > maxNameBytes) {
            fail(place, say(ENGINE_TEXT("Sentences", "found a name of %1 bytes, expected at most %2"), name.size(),
                            maxNameBytes));
        }
        return std::string(name);
    }

    /// Reads what follows the colon and appends the field; a list appends one field for each of its elements.
    void value(Message& message, Field field)
    {
        const bool inList = !m_open.empty() && m_open.back().first == "["; // which eats its commas itself
        if (at("[") && !inList) {
            list(message, field);
            return;
        }
        if (++m_fields > maxFields) {
            fail(field.place, say(ENGINE_TEXT("Sentences", "found more than %1 fields, expected fewer"), maxFields));
        }
        field.valuePlace = here();
        if (at("{<")) {
            nested(field);
        } else if (at("\"'")) {
            field.kind = Kind::Quoted;
            field.text = quotedText();
        } else {
            field.text = std::string(takeWhile(isWordByte));
            refuseTypographicQuotes(field);
            if (field.text.empty()) {
                fail(here(), say(ENGINE_TEXT("Sentences", "found %1, expected the value of %2"), found(), field.name));
            }
        }
        if (!inList) {
            skipSeparator();
        }
        trailingComment(field);
        message.fields.push_back(std::move(field));
    }

    void list(Message& message, const Field& field)
    {
        const Place opening = here();
        open("[", opening);
        skip();
        const bool isEmpty = at("]");
        while (!isEmpty) {
            value(message, field);
            skip();
            if (at("]")) {
                break;
            }
            if (!at(",")) {
                fail(here(),
                     say(ENGINE_TEXT("Sentences", "found %1, expected ',' or ']' in the list of %2 from line %3"),
                         found(), field.name, opening.line));
            }
            advance();
            skip();
        }
        m_open.pop_back();
        advance();
        skipSeparator();
        if (!isEmpty) {
            trailingComment(message.fields.back());
        }
    }

    /// Steps behind an opening bracket.
    void open(const std::string& name, Place place)
    {
        if (m_open.size() >= static_cast<std::size_t>(maxDepth)) {
            fail(here(),
                 say(ENGINE_TEXT("Sentences", "found brackets nested more than %1 deep, expected fewer"), maxDepth));
        }
        m_open.emplace_back(name, place);
        advance();
    }

    void nested(Field& field)
    {
        const char closing = peek() == '{' ? '}' : '>';
        open(field.name, field.place);
        field.kind = Kind::Message;
        trailingComment(field);
        fields(field.message, closing);
        m_open.pop_back();
        advance();
    }

    /// Word processors write them for plain ones; in a word they would mean themselves.
    void refuseTypographicQuotes(const Field& field) const
    {
        constexpr std::array<std::string_view, 14> marks = {"\u201C", "\u201D", "\u201E", "\u201F", "\u2018",
                                                            "\u2019", "\u201A", "\u201B", "\u00AB", "\u00BB",
                                                            "\u2039", "\u203A", "\uFF02", "\uFF07"};
        for (const std::string_view mark : marks) {
            if (const std::size_t at = field.text.find(mark); at != std::string::npos) {
                fail(
                    {field.valuePlace.line, field.valuePlace.column + static_cast<int>(at)},
                    say(ENGINE_TEXT(
                            "Sentences",
                            "found the typographic quotation mark %1, expected a plain \" or ' around the value of %2"),
                        std::string(mark), field.name));
            }
        }
    }

    /// "a" 'b' "c" is one text.
    std::string quotedText()
    {
        std::string text;
        for (;;) {
            quotedPart(text);
            const std::tuple before(m_position, m_line, m_lineStart);
            takeWhile(isSpace);
            if (!at("\"'")) {
                std::tie(m_position, m_line, m_lineStart) = before; // what follows may be a comment on this line
                return text;
            }
        }
    }

    void quotedPart(std::string& text)
    {
        const Place opening = here();
        const char quote = peek();
        advance();
        while (!atEnd() && peek() != quote && peek() != '\n') {
            if (peek() == '\\') {
                escape(text);
            } else {
                text += peek();
                advance();
            }
        }
        if (atEnd() || peek() == '\n') {
            fail(here(), say(ENGINE_TEXT("Sentences", "found %1, expected %2 to close the text of column %3"),
                             atEnd() ? say(ENGINE_TEXT("Sentences", "the end of the file"))
                                     : say(ENGINE_TEXT("Sentences", "the end of the line")),
                             std::string(1, quote), opening.column));
        }
        advance();
    }

    /// Returns how many digits of the number are there.
    std::size_t digits(int base, std::size_t most, std::uint32_t& number)
    {
        const std::string_view rest = m_text.substr(m_position, most);
        const char* const end = std::from_chars(rest.data(), rest.data() + rest.size(), number, base).ptr;
        const auto count = static_cast<std::size_t>(end - rest.data());
        m_position += count;
        return count;
    }

    void escape(std::string& text)
    {
        static constexpr std::string_view letters = "abfnrtv\\'\"?";
        static constexpr std::string_view meanings = "\a\b\f\n\r\t\v\\'\"?";
        const Place place = here();
        advance();
        const char letter = atEnd() ? '\n' : peek();
        std::uint32_t number = 0;
        if (digits(8, 3, number) > 0) {
            text += static_cast<char>(static_cast<unsigned char>(number));
            return;
        }
        const auto meaning = letters.find(letter);
        if (meaning != std::string_view::npos) {
            advance();
            text += meanings[meaning];
            return;
        }
        const std::size_t most = letter == 'x' || letter == 'X' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
        if (most == 0) {
            fail(place, say(ENGINE_TEXT("Sentences",
                                        "found '\\' and %1, expected an escape such as \\n, \\\", \\x41 or \\u00e9"),
                            letter == '\n' ? say(ENGINE_TEXT("Sentences", "the end of the line")) : found()));
        }
        advance();
        const std::size_t read = digits(16, most, number);
        if (most == 2 ? read == 0 : read != most || utf8Length(number) == 0) {
            fail(place, say(ENGINE_TEXT("Sentences",
                                        "found an incomplete escape, expected %1 hexadecimal digits of a character"),
                            most));
        }
        text += most == 2 ? std::string(1, static_cast<char>(static_cast<unsigned char>(number))) : toUtf8(number);
    }

    std::string_view m_text;
    const std::string& m_fileName;
    std::size_t m_position = 0, m_lineStart = 0;
    std::size_t m_fields = 0;
    int m_line = 1;
    std::vector<std::pair<std::string, Place>> m_open; ///< the messages around the current place
    std::vector<std::string> m_comments;               ///< those that no field of the file has yet
    std::size_t m_attached = 0; ///< how many of the last of them stand at what follows, with no blank line between
};

std::string scalar(const Field& field)
{
    return field.kind == Kind::Quoted ? inQuotes(field.text) : field.text;
}

/// A text of several lines as one quoted text a line, below each other; readers join them.
std::string scalarOfLines(const Field& field, std::size_t column)
{
    const std::size_t end = field.text.find('\n');
    if (field.kind != Kind::Quoted || end == std::string::npos || end + 1 == field.text.size()) {
        return scalar(field);
    }
    std::string lines;
    for (std::size_t first = 0; first < field.text.size();) {
        const std::size_t next = std::min(field.text.find('\n', first), field.text.size() - 1) + 1;
        lines += (first == 0 ? "" : '\n' + std::string(column, ' ')) + inQuotes(field.text.substr(first, next - first));
        first = next;
    }
    return lines;
}

void printField(const Field& field, std::size_t indent, std::string& out)
{
    out.append(indent, ' ');
    out += field.name;
    if (field.kind != Kind::Message) {
        out += ": " + scalarOfLines(field, indent + field.name.size() + 2) + '\n';
    } else if (field.oneLine) {
        out += " {";
        for (const Field& inner : field.message.fields) {
            out += ' ' + inner.name + ": " + scalar(inner);
        }
        out += " }\n";
    } else {
        out += " {\n";
        for (const Field& inner : field.message.fields) {
            printField(inner, indent + 2, out);
        }
        out.append(indent, ' ');
        out += "}\n";
    }
}

} // namespace

Message parse(std::string_view text, const std::string& fileName)
{
    return Reader(text, fileName).read();
}

std::string print(const Message& message)
{
    std::string out;
    for (const Field& field : message.fields) {
        out += printComment(field.comments);
        printField(field, 0, out);
    }
    return out + printComment(message.tail);
}

std::string printComment(const std::vector<std::string>& lines)
{
    std::string out;
    for (const std::string& line : lines) {
        out += line.empty() ? "#\n" : "# " + line + '\n';
    }
    return out;
}

std::vector<std::string> commentLines(std::string_view comment)
{
    std::vector<std::string> lines;
    std::istringstream text{std::string(comment)};
    for (std::string line; std::getline(text, line);) {
        line.erase(line.find_last_not_of(spaces) + 1);
        if (!line.empty() || !lines.empty()) {
            lines.push_back(line);
        }
    }
    while (!lines.empty() && lines.back().empty()) {
        lines.pop_back();
    }
    return lines;
}

std::string commentText(const std::vector<std::string>& lines)
{
    std::string joined, text;
    for (const std::string& line : lines) {
        joined += line + '\n';
    }
    for (const std::string& line : commentLines(joined)) {
        text += (text.empty() ? "" : "\n") + line;
    }
    return text;
}

std::string inQuotes(std::string_view text)
{
    const bool utf8 = isUtf8(text);
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !utf8)) {
            out += octal(c); // three digits, so that a digit may follow
        } else {
            out += c;
        }
    }
    return out + '"';
}

Field messageField(std::string name, Message message)
{
    return {.name = std::move(name), .kind = Kind::Message, .message = std::move(message)};
}

} // namespace engine::prototxt
