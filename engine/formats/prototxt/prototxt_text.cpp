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

    Message read();

private:
    struct Comments {
        std::vector<std::string> lines;
        std::size_t attached = 0;
    };

    bool atEnd() const { return m_position == m_text.size(); }
    char peek() const { return m_text[m_position]; }
    bool at(std::string_view any) const { return !atEnd() && any.find(peek()) != std::string_view::npos; }
    Place here() const { return {m_line, static_cast<int>(m_position - m_lineStart) + 1}; }
    void advance();
    template <typename IsWanted>
    std::string_view takeWhile(const IsWanted& isWanted);
    void skipBlanks()
    {
        takeWhile([](char c) { return isSpace(c) && c != '\n'; });
    }
    void skipSeparator();
    std::string commentLine();
    Comments comments();
    void trailingComment(const Field& field);
    void noteComments(std::vector<std::string> lines)
    {
        m_inside.insert(m_inside.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
    }

    void fields(Message& message, char closing);
    void field(Message& message, Comments before);
    void value(Message& message, Field field);
    void list(Message& message, const Field& field);
    void open(const std::string& name, Place place);
    void nested(Field& field);
    std::string name();
    void refuseTypographicQuotes(const Field& field) const;
    std::string quotedText();
    void quotedPart(std::string& text);
    void escape(std::string& text);
    std::size_t digits(int base, std::size_t most, std::uint32_t& number);

    Sentence found() const;
    [[noreturn]] void fail(Place place, const Sentence& problem) const;

    std::string_view m_text;
    const std::string& m_fileName;
    std::size_t m_position = 0, m_lineStart = 0;
    std::size_t m_fields = 0;
    int m_line = 1;
    std::vector<std::pair<std::string, Place>> m_open; ///< the messages around the current place
    std::vector<std::string> m_inside;                 ///< comments inside the field of the file that is read
};

void Reader::fail(Place place, const Sentence& problem) const
{
    throw ParseError(m_fileName, place.line, place.column, problem);
}

void Reader::advance()
{
    if (m_text[m_position++] == '\n') {
        ++m_line;
        m_lineStart = m_position;
    }
}

template <typename IsWanted>
std::string_view Reader::takeWhile(const IsWanted& isWanted)
{
    const std::size_t first = m_position;
    while (!atEnd() && isWanted(peek())) {
        advance();
    }
    return m_text.substr(first, m_position - first);
}

/// Behind a field or a list.
void Reader::skipSeparator()
{
    skipBlanks();
    if (at(",;")) {
        advance();
    }
}

/// From '#' to the end of the line. One space behind the '#' is not part of it.
std::string Reader::commentLine()
{
    advance();
    std::string_view line = takeWhile([](char c) { return c != '\n'; });
    line.remove_prefix(line.starts_with(' ') ? 1 : 0);
    return std::string(line.substr(0, line.find_last_not_of(spaces) + 1));
}

/// Skips to the next token and gathers the comments on the way.
Reader::Comments Reader::comments()
{
    Comments comments;
    int newlines = 0;
    while (!atEnd()) {
        if (peek() == '#') {
            if (newlines > 1 && !comments.lines.empty()) {
                comments.lines.emplace_back();
                comments.attached = 0;
            }
            comments.lines.push_back(commentLine());
            ++comments.attached;
            newlines = 0;
        } else if (isSpace(peek())) {
            newlines += peek() == '\n' ? 1 : 0;
            advance();
        } else {
            break;
        }
    }
    if (newlines > 1) {
        comments.attached = 0;
    }
    return comments;
}

/// A comment on the line where a field or its opening brace ends belongs to that field.
void Reader::trailingComment(const Field& field)
{
    skipBlanks();
    const std::string line = at("#") ? commentLine() : std::string();
    if (!line.empty()) {
        m_inside.push_back(field.kind == Kind::Message ? line : std::string(say("%1: %2", field.name, line)));
    }
}

/// What stands here, in words.
Sentence Reader::found() const
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

Message Reader::read()
{
    if (m_text.size() > maxBytes) {
        fail({1, 1},
             say(ENGINE_TEXT("Sentences", "found a text of %1 bytes, expected at most %2"), m_text.size(), maxBytes));
    }
    m_position = m_lineStart = m_text.starts_with(byteOrderMark) ? byteOrderMark.size() : 0;
    Message message;
    fields(message, '\0');
    return message;
}

/// Up to the closing bracket, which is left; '\0' stands for the end of the file.
void Reader::fields(Message& message, char closing)
{
    for (;;) {
        Comments before = comments();
        if (closing != '\0') {
            noteComments(std::exchange(before, {}).lines);
        }
        if (atEnd() ? closing == '\0' : peek() == closing && closing != '\0') {
            message.tail = std::move(before.lines);
            return;
        }
        if (atEnd()) {
            const auto& [name, place] = m_open.back();
            fail(here(),
                 say(ENGINE_TEXT("Sentences", "found the end of the file, expected '%1' to close %2 of line %3"),
                     std::string(1, closing), name, place.line));
        }
        field(message, std::move(before));
    }
}

void Reader::field(Message& message, Comments before)
{
    Field field;
    field.place = here();
    field.name = name();
    noteComments(comments().lines);
    if (at(":")) {
        advance();
        noteComments(comments().lines);
    } else if (!at("{<")) {
        fail(here(), say(ENGINE_TEXT("Sentences", "found %1, expected ':' or '{' after %2"), found(), field.name));
    }
    const std::size_t number = message.fields.size();
    value(message, std::move(field));
    if (m_open.empty() && number < message.fields.size()) {
        Field& made = message.fields[number];
        made.comments = std::move(before.lines);
        made.attached = before.attached + m_inside.size();
        made.comments.insert(made.comments.end(), m_inside.begin(), m_inside.end());
        m_inside.clear();
    }
}

std::string Reader::name()
{
    if (!isLetter(peek())) {
        fail(here(), say(ENGINE_TEXT("Sentences", "found %1, expected the name of a field%2"), found(),
                         m_open.empty() ? Sentence()
                                        : say(ENGINE_TEXT("Sentences", " or the end of %1"), m_open.back().first)));
    }
    const Place place = here();
    const std::string_view name = takeWhile([](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
    if (name.size() > maxNameBytes) {
        fail(place,
             say(ENGINE_TEXT("Sentences", "found a name of %1 bytes, expected at most %2"), name.size(), maxNameBytes));
    }
    return std::string(name);
}

/// Reads what follows the colon and appends the field; a list appends one field for each of its elements.
void Reader::value(Message& message, Field field)
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

void Reader::list(Message& message, const Field& field)
{
    const Place opening = here();
    open("[", opening);
    noteComments(comments().lines);
    const bool isEmpty = at("]");
    while (!isEmpty) {
        value(message, field);
        noteComments(comments().lines);
        if (at("]")) {
            break;
        }
        if (!at(",")) {
            fail(here(), say(ENGINE_TEXT("Sentences", "found %1, expected ',' or ']' in the list of %2 from line %3"),
                             found(), field.name, opening.line));
        }
        advance();
        noteComments(comments().lines);
    }
    m_open.pop_back();
    advance();
    skipSeparator();
    if (!isEmpty) {
        trailingComment(message.fields.back());
    }
}

/// Steps behind an opening bracket.
void Reader::open(const std::string& name, Place place)
{
    if (m_open.size() >= static_cast<std::size_t>(maxDepth)) {
        fail(here(),
             say(ENGINE_TEXT("Sentences", "found brackets nested more than %1 deep, expected fewer"), maxDepth));
    }
    m_open.emplace_back(name, place);
    advance();
}

void Reader::nested(Field& field)
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
void Reader::refuseTypographicQuotes(const Field& field) const
{
    constexpr std::array<std::string_view, 14> marks = {"\u201C", "\u201D", "\u201E", "\u201F", "\u2018",
                                                        "\u2019", "\u201A", "\u201B", "\u00AB", "\u00BB",
                                                        "\u2039", "\u203A", "\uFF02", "\uFF07"};
    for (const std::string_view mark : marks) {
        if (const std::size_t at = field.text.find(mark); at != std::string::npos) {
            fail({field.valuePlace.line, field.valuePlace.column + static_cast<int>(at)},
                 say(ENGINE_TEXT(
                         "Sentences",
                         "found the typographic quotation mark %1, expected a plain \" or ' around the value of %2"),
                     std::string(mark), field.name));
        }
    }
}

/// "a" 'b' "c" is one text.
std::string Reader::quotedText()
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

void Reader::quotedPart(std::string& text)
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
std::size_t Reader::digits(int base, std::size_t most, std::uint32_t& number)
{
    const std::string_view rest = m_text.substr(m_position, most);
    const char* const end = std::from_chars(rest.data(), rest.data() + rest.size(), number, base).ptr;
    const auto count = static_cast<std::size_t>(end - rest.data());
    m_position += count;
    return count;
}

void Reader::escape(std::string& text)
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
        fail(place,
             say(ENGINE_TEXT("Sentences", "found '\\' and %1, expected an escape such as \\n, \\\", \\x41 or \\u00e9"),
                 letter == '\n' ? say(ENGINE_TEXT("Sentences", "the end of the line")) : found()));
    }
    advance();
    const std::size_t read = digits(16, most, number);
    if (most == 2 ? read == 0 : read != most || utf8Length(number) == 0) {
        fail(place,
             say(ENGINE_TEXT("Sentences", "found an incomplete escape, expected %1 hexadecimal digits of a character"),
                 most));
    }
    text += most == 2 ? std::string(1, static_cast<char>(static_cast<unsigned char>(number))) : toUtf8(number);
}

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
