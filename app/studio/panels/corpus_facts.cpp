// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/corpus_facts.h"

#include "editor/document/sentence_words.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <string_view>

namespace studio {
namespace {

constexpr std::int64_t countedBytes = 4 << 20;
constexpr std::int64_t shownBytes = 1500;

/// A character as one sees it: those without a shape of their own get a picture.
QString shown(char32_t character, engine::Encoding encoding)
{
    constexpr std::u32string_view blanks = U" \n\t\r", pictures = U"␣↵⇥␍";
    if (const std::size_t blank = blanks.find(character); blank != std::u32string_view::npos) {
        return QString::fromUcs4(&pictures[blank], 1);
    }
    const bool high = encoding == engine::Encoding::Bytes && character >= 0x80;
    if (high || character < 0x20 || character == 0x7f) {
        return QStringLiteral("%1").arg(static_cast<uint>(character), 2, 16, QLatin1Char('0')).toUpper();
    }
    return QString::fromUcs4(&character, 1);
}

std::vector<CorpusFacts::Character> counted(const engine::Corpus& corpus)
{
    const engine::Vocabulary& vocabulary = corpus.vocabulary();
    std::vector<CorpusFacts::Character> characters;
    for (const char32_t character : vocabulary.characters()) {
        characters.push_back({shown(character, vocabulary.encoding()),
                              QString::fromStdString(engine::nameOf(character, vocabulary.encoding()))});
    }
    std::vector<std::int32_t> ids(1 << 16);
    const std::int64_t end = corpus.aligned(std::min(corpus.bytes(), countedBytes));
    std::int64_t position = 0;
    while (const std::size_t read = corpus.read(position, end, ids)) {
        for (std::size_t index = 0; index < read; ++index) {
            ++characters[static_cast<std::size_t>(ids[index])].count;
        }
    }
    std::ranges::stable_sort(characters, std::greater(), &CorpusFacts::Character::count);
    return characters;
}

} // namespace

CorpusFacts readCorpusFacts(const std::filesystem::path& file, engine::Encoding encoding,
                            const engine::SplitFractions& fractions, const engine::GoOn& goOn)
{
    CorpusFacts facts{.file = file};
    try {
        const engine::Corpus corpus(file, encoding, goOn);
        facts.bytes = corpus.bytes();
        facts.characters = corpus.characters();
        facts.training = corpus.charactersIn(corpus.range(engine::Split::Train, fractions));
        facts.validation = corpus.charactersIn(corpus.range(engine::Split::Validation, fractions));
        facts.test = corpus.charactersIn(corpus.range(engine::Split::Test, fractions));
        facts.known = corpus.vocabulary();
        facts.vocabulary = counted(corpus);
        const std::int64_t end = corpus.aligned(std::min(corpus.bytes(), shownBytes));
        const std::string_view start = corpus.text({0, end});
        facts.beginning = QString::fromUtf8(start.data(), static_cast<qsizetype>(start.size()));
    } catch (const std::exception& error) {
        facts.problem = editor::inWords(error);
    }
    return facts;
}

} // namespace studio
