// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/shell_words.h"

#include "engine/graph/characters.h"

#include <algorithm>

namespace engine {
namespace {

/// What printf makes the word of; also all letters that mean something to a shell or to printf are numbers.
std::string forPrintf(std::string_view word)
{
    std::string text;
    while (!word.empty()) {
        const std::size_t length = characterBytes(word);
        const std::string_view character = word.substr(0, std::max<std::size_t>(length, 1));
        const bool isPlain = length > 0 && !isControl(character) &&
                             std::string_view("'\"\\%!$`-").find(character) == std::string_view::npos;
        for (const char byte : character) {
            text += isPlain ? std::string(1, byte) : octal(byte);
        }
        word.remove_prefix(character.size());
    }
    return text;
}

} // namespace

std::string shellQuoted(std::string_view word)
{
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) {
        return std::string(word);
    }
    if (visible(word) != word) {
        // A shell drops line ends from the end of what a command prints: those stand for themselves.
        const std::size_t end = word.find_last_not_of('\n') + 1;
        return (end > 0 ? "\"$(printf '" + forPrintf(word.substr(0, end)) + "')\"" : std::string()) +
               (end < word.size() ? "'" + std::string(word.substr(end)) + "'" : std::string());
    }
    std::string quoted = "'";
    for (const char letter : word) {
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    return quoted + "'";
}

std::string shellFile(const std::filesystem::path& file)
{
    return shellQuoted(file.native().starts_with('-') ? "./" + file.native() : file.native());
}

} // namespace engine
