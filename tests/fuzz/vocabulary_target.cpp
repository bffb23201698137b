// SPDX-License-Identifier: GPL-3.0-or-later
// Vocabularies as files hold them. The first byte of a file says in which form the rest is read: the JSON of
// safetensors' and ONNX's metadata, a text that lists its characters, or their numbers.
#include "engine/data/vocabulary.h"
#include "engine/formats/exchange/torch_weights.h"
#include "tests/fuzz/target.h"

#include <cstring>

namespace fuzz {

namespace {

using namespace engine;

void walk(const Vocabulary& vocabulary)
{
    std::vector<std::int32_t> ids;
    for (std::int64_t id = 0; id < vocabulary.size(); ++id) {
        const char32_t character = vocabulary.characters()[static_cast<std::size_t>(id)];
        require(vocabulary.idOf(character) == id, "a vocabulary keeps its order");
        require(!nameOf(character, vocabulary.encoding()).empty(), "each character has a name");
        ids.push_back(static_cast<std::int32_t>(id));
    }
    const std::string text = vocabulary.decode(ids);
    std::vector<std::string> unknown;
    require(vocabulary.encode(text, &unknown) == ids && unknown.empty(), "a vocabulary reads what it writes");
    require(listedVocabulary(text, vocabulary.encoding(), "the list") == vocabulary, "a list is its vocabulary");
    const std::string written = printVocabulary(vocabulary);
    require(parseVocabulary(written, "again") == vocabulary, "a vocabulary is the same when it was written and read");
}

Vocabulary ofNumbers(std::string_view bytes, Encoding encoding)
{
    std::vector<char32_t> characters(bytes.size() / sizeof(char32_t));
    if (!characters.empty()) {
        std::memcpy(characters.data(), bytes.data(), characters.size() * sizeof(char32_t));
    }
    return {encoding, std::move(characters)};
}

Vocabulary vocabularyIn(char form, std::string_view text)
{
    switch (form) {
    case 'j':
        return parseVocabulary(std::string(text), "a.safetensors");
    case 'l':
        return listedVocabulary(text, Encoding::Bytes, "a.txt");
    case 'L':
        return listedVocabulary(text, Encoding::Utf8, "a.txt");
    case 'n':
        return ofNumbers(text, Encoding::Bytes);
    default:
        return ofNumbers(text, Encoding::Utf8);
    }
}

void eatVocabulary(std::span<const std::byte> file)
{
    if (file.empty()) {
        return;
    }
    const std::string_view text = textOf(file);
    reads([&] { walk(vocabularyIn(text.front(), text.substr(1))); });
}

std::vector<Bytes> vocabularySeeds()
{
    const std::u32string letters = U"abc é–𝄞\n";
    const std::string numbers(reinterpret_cast<const char*>(letters.data()), letters.size() * sizeof(char32_t));
    return {
        bytesOf("j" + printVocabulary({Encoding::Utf8, {letters.begin(), letters.end()}})),
        bytesOf("j" + printVocabulary({Encoding::Bytes, {0, 10, 'a', 0xFF}})),
        bytesOf("labc \n\xE9"),
        bytesOf("Labc é–𝄞\n"),
        bytesOf("n" + numbers.substr(0, 16)),
        bytesOf("N" + numbers),
    };
}

} // namespace

const Target vocabulary = {"vocabulary", eatVocabulary, vocabularySeeds};

} // namespace fuzz
