// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/corpus.h"

#include "engine/graph/error.h"
#include "engine/graph/utf8.h"

#include <algorithm>
#include <cassert>

namespace engine {

Corpus::Corpus(const std::filesystem::path& file, GoOn goOn)
    : m_file(file),
      m_owner(say(ENGINE_TEXT("Sentences", "corpus %1"), file.string())),
      m_pages(std::make_unique<TextFile>(file, m_owner, goOn)),
      m_goOn(std::move(goOn))
{}

/// Piece by piece. Throws CancelledError where it is not to go on.
void Corpus::passOver(const std::function<void(std::string_view piece)>& work) const
{
    m_pages->passOver([&](std::string_view piece) {
        if (!goesOn(m_goOn)) {
            throw CancelledError(say(ENGINE_TEXT("Sentences", "%1: reading it was stopped"), m_owner));
        }
        work(piece);
    });
}

/// The different characters of the text, in the order of their code.
std::vector<char32_t> Corpus::scan(Encoding encoding)
{
    if (encoding == Encoding::Utf8 && m_pages->bytes().substr(0, byteOrderMark.size()) == byteOrderMark) {
        m_skipped = byteOrderMark.size();
    }
    *m_age = m_pages->checkedAge();
    TextScan scan(uncheckedText(), encoding, m_owner, static_cast<std::int64_t>(m_skipped));
    passOver([&](std::string_view piece) { scan.advance(piece.data() + piece.size() - uncheckedText().data()); });
    m_characters = scan.characters();
    m_index = scan.index();
    m_digest = scan.digest();
    return scan.different();
}

void Corpus::use(Vocabulary vocabulary)
{
    m_vocabulary = std::move(vocabulary);
    const char32_t end = m_vocabulary.encoding() == Encoding::Bytes ? 0x100 : 0x80;
    m_low.fill(-1);
    for (char32_t character = 0; character < end; ++character) {
        m_low[character] = m_vocabulary.idOf(character).value_or(-1);
    }
}

/// The text, to be read at once. Throws Error where it is no longer what it was; a file that was only touched or
/// appended to has the same text.
std::string_view Corpus::checkedText() const
{
    const std::int64_t ageNow = m_pages->checkedAge();
    if (ageNow == m_age->load(std::memory_order_relaxed)) {
        return uncheckedText();
    }
    Digest now;
    passOver([&](std::string_view piece) {
        const bool isFirst = piece.data() == m_pages->bytes().data();
        now.add(piece.substr(isFirst ? m_skipped : 0));
    });
    if (now.hexadecimal() != m_digest) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1 was changed while in use: found a text with the digest %2, wanted %3"),
                m_owner, now.hexadecimal(), m_digest));
    }
    m_age->store(ageNow, std::memory_order_relaxed);
    return uncheckedText();
}

/// The number of the character at `position`, which moves behind it; -1 where the vocabulary has none.
std::int32_t Corpus::idAt(std::string_view text, std::int64_t& position) const
{
    const auto byte = static_cast<std::uint8_t>(text[static_cast<std::size_t>(position)]);
    if (m_vocabulary.encoding() == Encoding::Bytes || byte < 0x80) {
        ++position;
        return m_low[byte];
    }
    return m_vocabulary.idOf(decodeNext(text, position)).value_or(-1);
}

Corpus::Corpus(const std::filesystem::path& file, Encoding encoding, GoOn goOn) : Corpus(file, std::move(goOn))
{
    const std::vector<char32_t> characters = scan(encoding);
    if (characters.empty()) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1 has only a byte-order mark, wanted at least 2 characters"), m_owner));
    }
    if (characters.size() == 1) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has one different character, %2, wanted at least 2"), m_owner,
                        nameOf(characters.front(), encoding)));
    }
    use(Vocabulary(encoding, characters));
}

Corpus::Corpus(const std::filesystem::path& file, const Vocabulary& vocabulary, GoOn goOn)
    : Corpus(file, std::move(goOn))
{
    const std::vector<char32_t> characters = scan(vocabulary.encoding());
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
                m_owner,
                counted(lacking, ENGINE_TEXT("Sentences", "1 character"), ENGINE_TEXT("Sentences", "%1 characters")),
                names, vocabulary.size()));
    }
    use(vocabulary);
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
    return oneByteEach() ? number : m_index.byteOf(checkedText(), number);
}

std::int64_t Corpus::charactersBefore(std::int64_t byte) const
{
    assert(byte >= 0 && byte <= bytes());
    return oneByteEach() ? byte : m_index.charactersBefore(checkedText(), byte);
}

std::int64_t Corpus::aligned(std::int64_t byte) const
{
    std::int64_t start = std::clamp(byte, std::int64_t{0}, bytes());
    if (oneByteEach()) {
        return start;
    }
    const std::string_view text = checkedText();
    while (start < bytes() && isTrail(text[static_cast<std::size_t>(start)])) {
        ++start;
    }
    return start;
}

std::size_t Corpus::read(std::int64_t& position, std::int64_t last, std::span<std::int32_t> ids) const
{
    assert(position >= 0 && last <= bytes() && aligned(position) == position);
    const std::string_view text = checkedText();
    std::size_t count = 0;
    while (count < ids.size() && position < last) {
        const std::int64_t start = position;
        ids[count] = idAt(text, position);
        if (ids[count] < 0) {
            throw Error(
                say(ENGINE_TEXT("Sentences",
                                "%1 was changed while in use: found a character at offset %2 that it did not have"),
                    m_owner, start));
        }
        ++count;
    }
    return count;
}

std::string_view Corpus::text(const TextRange& range) const
{
    assert(range.first >= 0 && range.first <= range.last && range.last <= bytes());
    return checkedText().substr(static_cast<std::size_t>(range.first), static_cast<std::size_t>(range.bytes()));
}

} // namespace engine
