// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/corpus.h"

#include "engine/data/text_file.h"
#include "engine/data/text_scan.h"
#include "engine/data/utf8.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>

namespace engine {

/// The file and what the pass over it at the start found out.
struct Corpus::Mapping {
    Mapping(const std::filesystem::path& path, GoOn wish)
        : file(path),
          owner(say(ENGINE_TEXT("Sentences", "corpus %1"), path.string())),
          pages(path, owner, wish),
          goOn(std::move(wish))
    {}

    std::vector<char32_t> scan(Encoding encoding);
    void passOver(const std::function<void(std::string_view piece)>& work) const;
    void use(Vocabulary words);
    std::string_view checkedText() const;
    std::int32_t idAt(std::string_view text, std::int64_t& position) const;

    /// All of the file but a byte-order mark. Only its size is certain: see checkedText().
    std::string_view text() const { return pages.bytes().substr(skipped); }
    bool oneByteEach() const { return characters == static_cast<std::int64_t>(text().size()); }

    std::filesystem::path file;
    Sentence owner; ///< starts the sentences
    TextFile pages;
    GoOn goOn;
    std::size_t skipped = 0; ///< bytes of a byte-order mark
    std::int64_t characters = 0;
    CharacterIndex index;
    std::string digest;
    Vocabulary vocabulary;
    std::array<std::int32_t, 256> low = {}; ///< ids of the bytes, or of ASCII's characters; -1 where there is none

    /// TextFile::checkedAge() when the file had the digest. Changed by whoever first sees a new one.
    mutable std::atomic<std::int64_t> age = 0;
};

/// Piece by piece. Throws CancelledError where it is not to go on.
void Corpus::Mapping::passOver(const std::function<void(std::string_view piece)>& work) const
{
    pages.passOver([&](std::string_view piece) {
        if (!goesOn(goOn)) {
            throw CancelledError(say(ENGINE_TEXT("Sentences", "%1: reading it was stopped"), owner));
        }
        work(piece);
    });
}

/// The different characters of the text, in the order of their code.
std::vector<char32_t> Corpus::Mapping::scan(Encoding encoding)
{
    if (encoding == Encoding::Utf8 && pages.bytes().substr(0, byteOrderMark.size()) == byteOrderMark) {
        skipped = byteOrderMark.size();
    }
    age = pages.checkedAge();
    TextScan scan(text(), encoding, owner, static_cast<std::int64_t>(skipped));
    passOver([&](std::string_view piece) { scan.advance(piece.data() + piece.size() - text().data()); });
    characters = scan.characters();
    index = scan.index();
    digest = scan.digest();
    return scan.different();
}

void Corpus::Mapping::use(Vocabulary words)
{
    vocabulary = std::move(words);
    const char32_t end = vocabulary.encoding() == Encoding::Bytes ? 0x100 : 0x80;
    low.fill(-1);
    for (char32_t character = 0; character < end; ++character) {
        low[character] = vocabulary.idOf(character).value_or(-1);
    }
}

/// The text, to be read at once. Throws Error where it is no longer what it was; a file that was only touched or
/// appended to has the same text.
std::string_view Corpus::Mapping::checkedText() const
{
    const std::int64_t ageNow = pages.checkedAge();
    if (ageNow == age.load(std::memory_order_relaxed)) {
        return text();
    }
    Digest now;
    passOver([&](std::string_view piece) {
        const bool isFirst = piece.data() == pages.bytes().data();
        now.add(piece.substr(isFirst ? skipped : 0));
    });
    if (now.hexadecimal() != digest) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1 was changed while in use: found a text with the digest %2, wanted %3"),
                owner, now.hexadecimal(), digest));
    }
    age.store(ageNow, std::memory_order_relaxed);
    return text();
}

/// The number of the character at `position`, which moves behind it; -1 where the vocabulary has none.
std::int32_t Corpus::Mapping::idAt(std::string_view text, std::int64_t& position) const
{
    const auto byte = static_cast<std::uint8_t>(text[static_cast<std::size_t>(position)]);
    if (vocabulary.encoding() == Encoding::Bytes || byte < 0x80) {
        ++position;
        return low[byte];
    }
    return vocabulary.idOf(decodeNext(text, position)).value_or(-1);
}

Corpus::Corpus(const std::filesystem::path& file, Encoding encoding, GoOn goOn)
    : m_mapping(std::make_unique<Mapping>(file, std::move(goOn)))
{
    const std::vector<char32_t> characters = m_mapping->scan(encoding);
    if (characters.empty()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has only a byte-order mark, wanted at least 2 characters"),
                        m_mapping->owner));
    }
    if (characters.size() == 1) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has one different character, %2, wanted at least 2"),
                        m_mapping->owner, nameOf(characters.front(), encoding)));
    }
    m_mapping->use(Vocabulary(encoding, characters));
}

Corpus::Corpus(const std::filesystem::path& file, const Vocabulary& vocabulary, GoOn goOn)
    : m_mapping(std::make_unique<Mapping>(file, std::move(goOn)))
{
    const std::vector<char32_t> characters = m_mapping->scan(vocabulary.encoding());
    std::string names;
    std::int64_t lacking = 0;
    for (const char32_t character : characters) {
        if (vocabulary.idOf(character)) {
            continue;
        }
        constexpr std::int64_t named = 5;
        if (++lacking <= named) {
            names += (names.empty() ? "" : ", ") + nameOf(character, vocabulary.encoding());
        } else if (lacking == named + 1) {
            names += ", …";
        }
    }
    if (lacking > 0) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1 has %2 that the vocabulary lacks (%3), wanted only the %4 that it knows"),
                m_mapping->owner,
                counted(lacking, ENGINE_TEXT("Sentences", "1 character"), ENGINE_TEXT("Sentences", "%1 characters")),
                names, vocabulary.size()));
    }
    m_mapping->use(vocabulary);
}

Corpus::~Corpus() = default;
Corpus::Corpus(Corpus&&) noexcept = default;
Corpus& Corpus::operator=(Corpus&&) noexcept = default;

const std::filesystem::path& Corpus::file() const
{
    return m_mapping->file;
}

const Vocabulary& Corpus::vocabulary() const
{
    return m_mapping->vocabulary;
}

std::int64_t Corpus::bytes() const
{
    return static_cast<std::int64_t>(m_mapping->text().size());
}

std::int64_t Corpus::characters() const
{
    return m_mapping->characters;
}

std::string Corpus::digest() const
{
    return m_mapping->digest;
}

TextRange Corpus::range(Split split, const SplitFractions& fractions) const
{
    const double training = 1 - fractions.validation - fractions.test;
    if (!(fractions.validation >= 0 && fractions.test >= 0 && training > 0)) {
        throw Error(say(ENGINE_TEXT("Sentences", "split: found %1 of the text for validation and %2 for test, wanted "
                                                 "fractions from 0 that are below 1 together"),
                        fractions.validation, fractions.test));
    }
    const auto cut = [this](double fraction) {
        return positionOf(static_cast<std::int64_t>(static_cast<double>(characters()) * fraction));
    };
    const std::int64_t trainEnd = cut(training);
    const std::int64_t validationEnd = cut(1 - fractions.test);
    switch (split) {
    case Split::Train:
        return {0, trainEnd};
    case Split::Validation:
        return {trainEnd, validationEnd};
    case Split::Test:
        return {validationEnd, bytes()};
    case Split::All:
        break;
    }
    return {0, bytes()};
}

std::int64_t Corpus::charactersIn(const TextRange& range) const
{
    return charactersBefore(range.last) - charactersBefore(range.first);
}

std::int64_t Corpus::positionOf(std::int64_t number) const
{
    assert(number >= 0 && number <= characters());
    return m_mapping->oneByteEach() ? number : m_mapping->index.byteOf(m_mapping->checkedText(), number);
}

std::int64_t Corpus::charactersBefore(std::int64_t byte) const
{
    assert(byte >= 0 && byte <= bytes());
    return m_mapping->oneByteEach() ? byte : m_mapping->index.charactersBefore(m_mapping->checkedText(), byte);
}

std::int64_t Corpus::aligned(std::int64_t byte) const
{
    std::int64_t start = std::clamp(byte, std::int64_t{0}, bytes());
    if (m_mapping->oneByteEach()) {
        return start;
    }
    const std::string_view text = m_mapping->checkedText();
    while (start < bytes() && isTrail(text[static_cast<std::size_t>(start)])) {
        ++start;
    }
    return start;
}

std::size_t Corpus::read(std::int64_t& position, std::int64_t last, std::span<std::int32_t> ids) const
{
    assert(position >= 0 && last <= bytes() && aligned(position) == position);
    const std::string_view text = m_mapping->checkedText();
    std::size_t count = 0;
    while (count < ids.size() && position < last) {
        const std::int64_t start = position;
        ids[count] = m_mapping->idAt(text, position);
        if (ids[count] < 0) {
            throw Error(
                say(ENGINE_TEXT("Sentences",
                                "%1 was changed while in use: found a character at offset %2 that it did not have"),
                    m_mapping->owner, start));
        }
        ++count;
    }
    return count;
}

std::string_view Corpus::text(const TextRange& range) const
{
    assert(range.first >= 0 && range.first <= range.last && range.last <= bytes());
    return m_mapping->checkedText().substr(static_cast<std::size_t>(range.first),
                                           static_cast<std::size_t>(range.bytes()));
}

} // namespace engine
