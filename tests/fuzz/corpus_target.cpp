// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and vocabularies. The first byte of a file says how the rest is read.
#include "engine/data/corpus.h"
#include "engine/data/vocabulary.h"
#include "tests/fuzz/target.h"

#include <cstring>

namespace fuzz {

namespace {

using namespace engine;

/// Positions, numbers, characters and bytes must tell the same story.
void walk(const Corpus& corpus)
{
    const Vocabulary& vocabulary = corpus.vocabulary();
    std::int64_t position = 0;
    std::vector<std::int32_t> ids(static_cast<std::size_t>(corpus.characters()) + 1);
    const std::size_t count = corpus.read(position, corpus.bytes(), ids);
    require(static_cast<std::int64_t>(count) == corpus.characters(), "each character is read once");
    require(position == corpus.bytes(), "reading ends at the end");
    ids.resize(count);
    const std::string text = vocabulary.decode(ids);
    require(text == corpus.text({0, corpus.bytes()}), "what was read is the text");
    require(vocabulary.encode(text) == ids, "a text has one reading");
    require(corpus.positionOf(corpus.characters()) == corpus.bytes(), "the last character ends the text");
    const std::int64_t middle = corpus.aligned(corpus.bytes() / 2);
    require(corpus.positionOf(corpus.charactersBefore(middle)) == middle, "characters are found by their number");
    reads([&] { corpus.range(Split::Validation, {.validation = 0.3, .test = 0.2}); });
}

void eatText(const std::filesystem::path& file, Encoding encoding)
{
    const Corpus corpus(file, encoding);
    walk(corpus);
    const Corpus again(file, corpus.vocabulary());
    require(again.digest() == corpus.digest(), "a text has one digest");
}

/// The bytes as the characters of somebody's vocabulary, and then as a text to be read with it.
void eatVocabulary(std::span<const std::byte> bytes, const std::filesystem::path& file)
{
    std::vector<char32_t> characters(bytes.size() / sizeof(char32_t));
    if (!characters.empty()) {
        std::memcpy(characters.data(), bytes.data(), characters.size() * sizeof(char32_t));
    }
    const Vocabulary vocabulary(Encoding::Utf8, characters);
    for (std::int64_t id = 0; id < vocabulary.size(); ++id) {
        require(vocabulary.idOf(characters[static_cast<std::size_t>(id)]) == id, "a vocabulary keeps its order");
    }
    std::vector<std::string> unknown;
    reads([&] { vocabulary.encode(textOf(bytes), &unknown); });
    reads([&] { walk(Corpus(file, vocabulary)); });
}

Bytes seed(char kind, std::string_view text)
{
    return bytesOf(kind + std::string(text));
}

void eatCorpus(std::span<const std::byte> file)
{
    static MemoryFile memory;
    if (file.empty()) {
        return;
    }
    const std::span<const std::byte> rest = file.subspan(1);
    const std::filesystem::path& name = memory.with(rest);
    switch (std::to_integer<int>(file[0]) % 3) {
    case 0:
        reads([&] { eatText(name, Encoding::Utf8); });
        break;
    case 1:
        reads([&] { eatText(name, Encoding::Bytes); });
        break;
    default:
        reads([&] { eatVocabulary(rest, name); });
        break;
    }
}

std::vector<Bytes> corpusSeeds()
{
    constexpr char utf8 = '\0', bytes = '\1', vocabulary = '\2';
    const std::string play = "TAMSIN:\nThe bell – “é” – 𝄞 is in the weir, my lord,\r\nand rings\n";
    std::u32string letters = U"abc é–𝄞\n";
    return {
        seed(utf8, play),
        seed(utf8, "\xEF\xBB\xBF" + play),
        seed(bytes, play),
        seed(vocabulary, std::string(reinterpret_cast<const char*>(letters.data()), letters.size() * sizeof(char32_t))),
    };
}

} // namespace

const Target corpus = {"corpus", eatCorpus, corpusSeeds};

} // namespace fuzz
