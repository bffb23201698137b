// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/text_file.h"
#include "engine/data/text_scan.h"
#include "engine/data/vocabulary.h"
#include "engine/graph/go_on.h"

#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

enum class Split { Train, Validation, Test, All };

/// Which parts of a text are held out: the text is cut in the order train, validation, test.
struct SplitFractions {
    double validation = 0.1;
    double test = 0;

    bool operator==(const SplitFractions&) const = default;
};

/// A run of bytes of the text that starts and ends between characters.
struct TextRange {
    std::int64_t first = 0, last = 0; ///< bytes, [first, last)
    std::int64_t bytes() const { return last - first; }
    bool operator==(const TextRange&) const = default;
};

/// A text on disk as the numbers of its characters. The file is mapped, not loaded: texts may be larger than memory;
/// only what gzip has compressed is unpacked into memory (text_file.h).
///
/// Positions are bytes of the text. Read as UTF-8 it starts behind a byte-order mark, as if the mark were not there;
/// read as bytes the mark is three bytes of the text. Line ends are kept.
///
/// The file may be replaced or appended to while it is in use, but not cut short or written over: read() and text()
/// then throw Error. Bytes that go between that look at the file and the reading of them, a few microseconds, still end
/// the program with SIGBUS, as do those that a failing disk cannot give.
///
/// Opening a text reads all of it, and so does the first look into a file that was touched. `goOn` is asked before each
/// few megabytes of that, by the thread that reads; where it says no, CancelledError is thrown.
///
/// All const functions may be called by several threads.
class Corpus {
public:
    /// Opens the file and takes the vocabulary from the whole of it.
    /// Throws Error for a file that cannot be read, is empty, is known to be of a kind that is no text (text_file.h),
    /// has fewer than 2 different characters, or is no UTF-8 where that was asked for (with the byte's position).
    Corpus(const std::filesystem::path& file, Encoding encoding, GoOn goOn = {});

    /// Opens the file with a model's vocabulary. Throws Error where the text has characters that the vocabulary lacks,
    /// naming the first few of them and how many there are.
    Corpus(const std::filesystem::path& file, const Vocabulary& vocabulary, GoOn goOn = {});

    const std::filesystem::path& file() const { return m_file; }
    const Vocabulary& vocabulary() const { return m_vocabulary; }
    std::int64_t bytes() const { return std::ssize(uncheckedText()); }
    std::int64_t characters() const { return m_characters; }

    /// Of the whole text, XXH3 64 bits as 16 hexadecimal digits: a checkpoint knows its corpus by it.
    const std::string& digest() const { return m_digest; }

    /// Fractions are of the characters; each part ends at the last whole one.
    /// Throws Error for fractions below 0 or that leave nothing to train on.
    TextRange range(Split split, const SplitFractions& fractions) const;

    std::int64_t charactersIn(const TextRange& range) const;

    /// The byte where character `number` of the text starts, from 0; bytes() for characters().
    std::int64_t positionOf(std::int64_t number) const;

    /// How many characters start before `byte`.
    std::int64_t charactersBefore(std::int64_t byte) const;

    /// The nearest place at or after `byte` where a character starts.
    std::int64_t aligned(std::int64_t byte) const;

    /// Reads `ids.size()` characters from `position` (a byte where a character starts), never past `last`;
    /// returns how many were read, and moves position behind them.
    std::size_t read(std::int64_t& position, std::int64_t last, std::span<std::int32_t> ids) const;

    /// The bytes of the range, to be used at once: see above.
    std::string_view text(const TextRange& range) const;

private:
    Corpus(const std::filesystem::path& file, GoOn goOn);

    std::vector<char32_t> scan(Encoding encoding);
    void passOver(const std::function<void(std::string_view piece)>& work) const;
    void use(Vocabulary vocabulary);
    std::string_view checkedText() const;
    std::int32_t idAt(std::string_view text, std::int64_t& position) const;

    /// All of the file but a byte-order mark. Only its size is certain: see checkedText().
    std::string_view uncheckedText() const { return m_pages->bytes().substr(m_skipped); }
    bool oneByteEach() const { return m_characters == bytes(); }

    std::filesystem::path m_file;
    Sentence m_owner; ///< starts the sentences
    std::unique_ptr<TextFile> m_pages;
    GoOn m_goOn;
    std::size_t m_skipped = 0; ///< bytes of a byte-order mark
    std::int64_t m_characters = 0;
    CharacterIndex m_index;
    std::string m_digest;
    Vocabulary m_vocabulary;
    std::array<std::int32_t, 256> m_low = {}; ///< ids of the bytes, or of ASCII's characters; -1 where there is none

    /// TextFile::checkedAge() when the file had the digest. Changed by whoever first sees a new one.
    std::unique_ptr<std::atomic<std::int64_t>> m_age = std::make_unique<std::atomic<std::int64_t>>(0);
};

} // namespace engine
