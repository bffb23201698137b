// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/text_file.h"

#include "engine/data/data_memory.h"
#include "engine/data/gzip_file.h"
#include "engine/graph/params.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace engine {
namespace {

using namespace std::literals;

/// What a file that is no text starts with, what it is, and how one makes a text of it.
struct Kind {
    std::string_view start, name, remedy;
};

constexpr std::string_view gzipStart = "\x1F\x8B"sv;
constexpr std::string_view saveAsCsv = ENGINE_TEXT("Sentences", "the program that wrote it saves it as CSV in UTF-8");
constexpr std::string_view saveAsText =
    ENGINE_TEXT("Sentences", "the program that wrote it saves it as text or CSV in UTF-8");
constexpr std::string_view picture = ENGINE_TEXT("Sentences", "a picture");
constexpr std::string_view notRead = ENGINE_TEXT("Sentences", "choose another file");

constexpr std::array kinds = {
    Kind{"PK\x03\x04"sv, ENGINE_TEXT("Sentences", "a zip archive, as .docx, .xlsx, .odt and .ods files are"),
         saveAsText},
    Kind{"\xD0\xCF\x11\xE0"sv, ENGINE_TEXT("Sentences", "a file of an old Office program, as .doc and .xls files are"),
         saveAsText},
    Kind{"%PDF-"sv, ENGINE_TEXT("Sentences", "a PDF file"), ENGINE_TEXT("Sentences", "pdftotext makes a text of it")},
    Kind{"{\\rtf"sv, ENGINE_TEXT("Sentences", "an RTF document"), saveAsText},
    Kind{gzipStart, ENGINE_TEXT("Sentences", "compressed by gzip twice"),
         ENGINE_TEXT("Sentences", "gzip -d unpacks it once")},
    Kind{"\xFD\x37zXZ\0"sv, ENGINE_TEXT("Sentences", "compressed by xz"), ENGINE_TEXT("Sentences", "xz -d unpacks it")},
    Kind{"BZh"sv, ENGINE_TEXT("Sentences", "compressed by bzip2"), ENGINE_TEXT("Sentences", "bzip2 -d unpacks it")},
    Kind{"\x28\xB5\x2F\xFD"sv, ENGINE_TEXT("Sentences", "compressed by zstd"),
         ENGINE_TEXT("Sentences", "zstd -d unpacks it")},
    Kind{"\x04\x22\x4D\x18"sv, ENGINE_TEXT("Sentences", "compressed by lz4"),
         ENGINE_TEXT("Sentences", "lz4 -d unpacks it")},
    Kind{"LZIP\x01"sv, ENGINE_TEXT("Sentences", "compressed by lzip"), ENGINE_TEXT("Sentences", "lzip -d unpacks it")},
    Kind{"\x1F\x9D"sv, ENGINE_TEXT("Sentences", "compressed by compress"),
         ENGINE_TEXT("Sentences", "gzip -d unpacks it")},
    Kind{"7z\xBC\xAF\x27\x1C"sv, ENGINE_TEXT("Sentences", "a 7z archive"), ENGINE_TEXT("Sentences", "7z x unpacks it")},
    Kind{"Rar!\x1A\x07"sv, ENGINE_TEXT("Sentences", "a RAR archive"), ENGINE_TEXT("Sentences", "unrar x unpacks it")},
    Kind{"PAR1"sv, ENGINE_TEXT("Sentences", "a Parquet file"), saveAsCsv},
    Kind{"SQLite format 3\0"sv, ENGINE_TEXT("Sentences", "an SQLite database"), saveAsCsv},
    Kind{"\x89PNG\r\n"sv, picture, notRead},
    Kind{"\xFF\xD8\xFF"sv, picture, notRead},
    Kind{"GIF8"sv, picture, notRead},
    Kind{"\x89HAMNET\n"sv, ENGINE_TEXT("Sentences", "a checkpoint or a project of Hamnet"), notRead},
};

bool isTar(std::string_view text)
{
    constexpr std::size_t markAt = 257;
    return text.size() > markAt && text.substr(markAt).starts_with("ustar");
}

/// Throws Error for what is known to be no text in UTF-8.
void requireText(std::string_view text, const Sentence& owner)
{
    const auto refuse = [&](const Sentence& name, const Sentence& remedy) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 is %2, wanted a text in UTF-8; %3"), owner, name, remedy));
    };
    for (const Kind& kind : kinds) {
        if (text.starts_with(kind.start)) {
            refuse(say("%1", kind.name), say("%1", kind.remedy));
        }
    }
    if (const std::string_view encoding = wideEncoding(text); !encoding.empty()) {
        refuse(say(ENGINE_TEXT("Sentences", "a text in %1"), encoding.substr(0, 6)),
               say(ENGINE_TEXT("Sentences", "iconv -f %1 -t UTF-8 makes one of it, as does saving it so"), encoding));
    }
    if (isTar(text)) {
        refuse(say(ENGINE_TEXT("Sentences", "a tar archive")), say(ENGINE_TEXT("Sentences", "tar -x unpacks it")));
    }
}

std::string unpacked(const std::filesystem::path& file, const Sentence& owner, const GoOn& goOn)
{
    constexpr std::size_t piece = 1 << 20;
    GzipFile packed(file);
    std::string text;
    for (bool isWhole = false; !isWhole;) {
        if (!goesOn(goOn)) {
            throw CancelledError(say(ENGINE_TEXT("Sentences", "%1: cancelled"), owner));
        }
        const std::size_t there = text.size();
        if (there + piece > text.capacity()) {
            requireDataMemory(2 * text.capacity(), owner); // to grow
        }
        text.resize(there + piece);
        const std::size_t count = packed.read({reinterpret_cast<std::uint8_t*>(text.data()) + there, piece});
        text.resize(there + count);
        requireUnpackable(std::ssize(text), owner, "gzip -d");
        isWhole = count < piece;
    }
    if (text.empty()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: the compressed data is empty, wanted a text"), owner));
    }
    return text;
}

constexpr bool isControl(std::uint32_t character)
{
    return character < 0x20 && character != '\t' && character != '\n' && character != '\r' && character != '\f' &&
           character != 0x1B;
}

/// Whether the bytes are UTF-16 of this order: each unit well-formed and no control character. The last one may be cut.
bool isWellFormedUtf16(std::string_view bytes, bool bigEndian)
{
    bool wantsLow = false;
    for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
        const auto first = static_cast<std::uint8_t>(bytes[at]), second = static_cast<std::uint8_t>(bytes[at + 1]);
        const std::uint32_t unit = bigEndian ? first * 256U + second : second * 256U + first;
        const bool isLow = unit >= 0xDC00 && unit < 0xE000;
        if (isControl(unit) || unit >= 0xFFFE || isLow != wantsLow) {
            return false;
        }
        wantsLow = unit >= 0xD800 && unit < 0xDC00;
    }
    return true;
}

} // namespace

std::string_view wideEncoding(std::string_view text)
{
    if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) {
        return "UTF-32";
    }
    if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv)) {
        return "UTF-16";
    }
    constexpr std::size_t looked = 4096, minShare = 50;
    const std::string_view start = text.substr(0, std::min(looked, text.size() / 2 * 2));
    std::size_t zeros[2] = {};
    for (std::size_t at = 0; at < start.size(); ++at) {
        zeros[at % 2] += start[at] == '\0';
    }
    const bool bigEndian = zeros[0] > 0;
    const bool isWide = start.size() >= 4 && (zeros[0] > 0) != (zeros[1] > 0) &&
                        minShare * (zeros[0] + zeros[1]) >= start.size() && isWellFormedUtf16(start, bigEndian);
    return !isWide ? std::string_view() : bigEndian ? "UTF-16BE" : "UTF-16LE";
}

bool isBinary(std::string_view bytes)
{
    // In any encoding of text they are rare; of compressed data they are a tenth.
    const auto controls = static_cast<std::size_t>(
        std::ranges::count_if(bytes, [](char byte) { return isControl(static_cast<std::uint8_t>(byte)); }));
    return bytes.find('\0') != std::string_view::npos || 50 * controls > bytes.size();
}

TextFile::TextFile(const std::filesystem::path& file, const Sentence& owner, const GoOn& goOn)
{
    m_mapped.emplace(file, owner);
    if (m_mapped->bytes().starts_with(gzipStart)) {
        m_mapped.reset();
        m_unpacked = unpacked(file, owner, goOn);
    }
    requireText(bytes(), owner);
}

std::int64_t TextFile::checkedAge() const
{
    return m_mapped ? m_mapped->checkedAge() : 0;
}

void TextFile::passOver(const std::function<void(std::string_view piece)>& work) const
{
    if (m_mapped) {
        m_mapped->passOver(work);
        return;
    }
    constexpr std::size_t pieceBytes = std::size_t{1} << 22;
    for (std::size_t begin = 0; begin < m_unpacked.size(); begin += pieceBytes) {
        work(std::string_view(m_unpacked).substr(begin, pieceBytes));
    }
}

} // namespace engine
