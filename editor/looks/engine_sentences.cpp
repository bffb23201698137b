// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/engine_sentences.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <optional>
#include <span>
#include <sstream>
#include <vector>

namespace editor {
namespace {

/// The folders whose sentences a window shows.
constexpr std::array folders = {"engine/backends",    "engine/cuda",         "engine/data",     "engine/devices",
                                "engine/drawing",     "engine/formats",      "engine/graph",    "engine/kernels",
                                "engine/layers",      "engine/lens",         "engine/net",      "engine/runs",
                                "engine/solvers",     "engine/training",     "editor/document", "app/studio/project",
                                "app/studio/session", "app/studio/workspace"};

struct Token {
    std::string text; ///< of a string literal what stands between the quotes, as it is in the source
    bool isLiteral = false;
};
using Tokens = std::span<const Token>;

bool isWord(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// Where a string or a character ends that begins at `at`: behind its closing quote.
std::size_t endOfQuoted(std::string_view source, std::size_t at)
{
    const char quote = source[at];
    for (++at; at < source.size() && source[at] != quote; ++at) {
        at += source[at] == '\\' ? 1 : 0;
    }
    return std::min(at + 1, source.size());
}

/// Behind a comment or a line of the preprocessor; `at` itself where there is none.
std::size_t endOfSkipped(std::string_view source, std::size_t at)
{
    const std::string_view rest = source.substr(at);
    if (rest.starts_with("//") || rest.starts_with('#')) {
        return std::min(source.find('\n', at), source.size());
    }
    if (rest.starts_with("/*")) {
        const std::size_t end = source.find("*/", at);
        return end == std::string_view::npos ? source.size() : end + 2;
    }
    return at;
}

std::vector<Token> tokensOf(std::string_view source)
{
    std::vector<Token> tokens;
    for (std::size_t at = 0; at < source.size();) {
        if (const std::size_t end = endOfSkipped(source, at); end != at) {
            at = end;
        } else if (std::isspace(static_cast<unsigned char>(source[at])) != 0) {
            ++at;
        } else if (isWord(source[at])) {
            std::size_t last = at;
            while (last < source.size() &&
                   (isWord(source[last]) ||
                    (source[last] == '\'' && std::isdigit(static_cast<unsigned char>(source[at])) != 0))) {
                ++last; // 1'000 is one number
            }
            tokens.push_back({std::string(source.substr(at, last - at))});
            at = last;
        } else if (source[at] == '"' || source[at] == '\'') {
            const std::size_t last = endOfQuoted(source, at);
            const bool isText = source[at] == '"';
            const std::string text(source.substr(at + 1, last - at - 2));
            if (isText && !tokens.empty() && tokens.back().isLiteral) {
                tokens.back().text += text; // adjacent literals are one
            } else {
                tokens.push_back({text, isText});
            }
            at = last;
        } else {
            tokens.push_back({std::string(1, source[at])});
            ++at;
        }
    }
    return tokens;
}

int depthChange(const Token& token)
{
    if (token.isLiteral || token.text.size() != 1) {
        return 0;
    }
    return std::string_view("([{").find(token.text) != std::string_view::npos   ? 1
           : std::string_view(")]}").find(token.text) != std::string_view::npos ? -1
                                                                                : 0;
}

bool is(const Token& token, std::string_view text)
{
    return !token.isLiteral && token.text == text;
}

/// The arguments of a call whose "(" or "{" is the first token.
std::vector<Tokens> argumentsOf(Tokens tokens)
{
    std::vector<Tokens> arguments;
    std::size_t first = 1;
    int depth = 0;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        depth += depthChange(tokens[at]);
        if (depth == 0 || (depth == 1 && is(tokens[at], ","))) {
            if (at > first) {
                arguments.push_back(tokens.subspan(first, at - first));
            }
            first = at + 1;
        }
        if (depth == 0) {
            break;
        }
    }
    return arguments;
}

bool hasWords(std::string_view pattern)
{
    return std::any_of(pattern.begin(), pattern.end(),
                       [](unsigned char letter) { return std::isalpha(letter) != 0 || letter >= 0x80; });
}

bool hasSeveralWords(std::string_view text)
{
    return hasWords(text) && text.find(' ') != std::string_view::npos;
}

/// A literal that is a sentence, or a part of one, by itself: behind return or one of two behind ?:.
bool isSaidAlone(Tokens tokens, std::size_t at)
{
    if (at == 0 || at + 1 >= tokens.size() || !tokens[at].isLiteral || !hasSeveralWords(tokens[at].text)) {
        return false;
    }
    const auto isOneOf = [](const Token& token, std::string_view marks) {
        return !token.isLiteral && token.text.size() == 1 && marks.find(token.text) != std::string_view::npos;
    };
    return (isOneOf(tokens[at - 1], "?:") || is(tokens[at - 1], "return")) && isOneOf(tokens[at + 1], ":,;)");
}

std::optional<std::string> patternOf(std::span<const Tokens> arguments, std::string pattern, std::size_t parts)
{
    for (const Tokens argument : arguments) {
        if (is(argument.back(), ".") || is(argument.front(), "const")) {
            return std::nullopt; // parts... or const Parts&... parts: a function that hands on what its callers put
                                 // together
        }
        if (argument.size() == 1 && argument.front().isLiteral) {
            pattern += argument.front().text;
        } else {
            pattern += "%" + std::to_string(++parts);
        }
    }
    return pattern;
}

/// The pattern of the call whose name is the first token; nothing where it makes no sentence.
std::optional<std::string> patternOfCall(Tokens tokens)
{
    if (tokens.size() < 3 || tokens[0].isLiteral || !(is(tokens[1], "(") || is(tokens[1], "{"))) {
        return std::nullopt;
    }
    const std::string& name = tokens[0].text;
    const std::vector<Tokens> arguments = argumentsOf(tokens.subspan(1));
    if (name == "ENGINE_TEXT" && arguments.size() == 2 && arguments[0].front().text == "Sentences") {
        return patternOf(std::span(arguments).subspan(1), {}, 0);
    }
    // fail(parts...) and refuse(parts...) put their own words before these; losses.tell(parts...) makes a sentence.
    const bool startsSentence = !arguments.empty() && arguments[0].size() == 1 && arguments[0].front().isLiteral;
    if (name == "sentence" || name == "tell" || (startsSentence && (name == "refuse" || name == "fail"))) {
        const std::optional<std::string> pattern = patternOf(arguments, {}, 0);
        const bool isWord = pattern && pattern->find('%') == std::string::npos;
        return pattern && (isWord || hasSeveralWords(*pattern)) ? pattern : std::nullopt; // "l%1." makes a name
    }
    if (name == "refuse" && arguments.size() > 1) { // refuse(layer, parts...)
        return patternOf(std::span(arguments).subspan(1), {}, 0);
    }
    if (name == "refuseOutput" && arguments.size() > 1) { // refuseOutput(top, parts...)
        return patternOf(std::span(arguments).subspan(1), "its output %1", 1);
    }
    if (name == "failAt" && !arguments.empty() && arguments.back().size() == 1 && arguments.back().front().isLiteral) {
        return arguments.back().front().text; // failAt(place, source, text)
    }
    constexpr std::array whole = {"Error",    "UnavailableError", "CancelledError",
                                  "Sentence", "push_back",        "emplace_back"};
    const bool isWhole = std::find(whole.begin(), whole.end(), name) != whole.end();
    if (isWhole && arguments.size() == 1 && arguments[0].size() == 1 && arguments[0].front().isLiteral) {
        const std::string& text = arguments[0].front().text;
        return hasSeveralWords(text) ? std::optional(text) : std::nullopt;
    }
    return std::nullopt;
}

std::string contentOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream content;
    content << stream.rdbuf();
    return content.str();
}

} // namespace

std::set<std::string> sentencePatterns(std::string_view source)
{
    std::set<std::string> patterns;
    const std::vector<Token> tokens = tokensOf(source);
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        const std::optional<std::string> pattern = patternOfCall(Tokens(tokens).subspan(at));
        if (pattern && hasWords(*pattern)) {
            patterns.insert(*pattern);
        }
        if (isSaidAlone(tokens, at)) {
            patterns.insert(tokens[at].text);
        }
    }
    return patterns;
}

std::string engineSentences(const std::filesystem::path& root)
{
    std::set<std::string> patterns;
    for (const char* const folder : folders) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            const std::string extension = entry.path().extension();
            if (extension == ".cpp" || extension == ".h" || extension == ".cu") {
                patterns.merge(sentencePatterns(contentOf(entry.path())));
            }
        }
    }
    std::string text = "// SPDX-License-Identifier: GPL-3.0-or-later\n"
                       "// Made from engine/ by the target translations, for lupdate alone: nothing includes this.\n";
    for (const std::string& pattern : patterns) {
        text += "QT_TRANSLATE_NOOP(\"Sentences\", \"" + pattern + "\")\n";
    }
    return text;
}

} // namespace editor
