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

constexpr std::string_view gzipStart = "\x1F\x8B"sv;

/// What documents, tables of other programs, archives, compressed files, pictures and Hamnet's own files start with.
constexpr std::array starts = {"PK\x03\x04"sv,
                               "\xD0\xCF\x11\xE0"sv,
                               "%PDF-"sv,
                               "{\\rtf"sv,
                               gzipStart,
                               "\xFD\x37zXZ\0"sv,
                               "BZh"sv,
                               "LZIP\x01"sv,
                               "\x28\xB5\x2F\xFD"sv,
                               "\x04\x22\x4D\x18"sv,
                               "\x1F\x9D"sv,
                               "7z\xBC\xAF\x27\x1C"sv,
                               "Rar!\x1A\x07"sv,
                               "PAR1"sv,
                               "SQLite format 3\0"sv,
                               "\x89PNG\r\n"sv,
                               "\xFF\xD8\xFF"sv,
                               "GIF8"sv,
                               "\x89HAMNET\n"sv};

/// Throws Error for what is known to be no text in UTF-8.
void requireText(std::string_view text, const Sentence& owner)
{
    if (std::ranges::any_of(starts, [&](std::string_view start) { return text.starts_with(start); })) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 is an archive or a document of another program, wanted a text in "
                                                 "UTF-8; unpack it, or save it as text or CSV there"),
                        owner));
    }
    if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv)) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 is a text in UTF-16, wanted a text in UTF-8; iconv -f UTF-16 -t "
                                                 "UTF-8 makes one of it, as does saving it so"),
                        owner));
    }
}

std::vector<std::uint8_t> unpacked(const std::filesystem::path& file, const Sentence& owner, const GoOn& goOn)
{
    const std::int64_t most = maxUnpackedBytes();
    std::vector<std::uint8_t> text = GzipFile(file).readRest(most + 1, owner, goOn);
    if (std::ssize(text) > most) {
        throw Error(say(ENGINE_TEXT("Sentences",
                                    "%1: it is packed, and has more than %2 when it is unpacked into memory; "
                                    "HAMNET_UNPACK_GIB=8 in the environment allows 8 GiB, and %3 unpacks it on disk"),
                        owner, bytesInWords(most), "gzip -d"));
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

} // namespace

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
    for (std::size_t begin = 0; begin < bytes().size(); begin += pieceBytes) {
        work(bytes().substr(begin, pieceBytes));
    }
}

} // namespace engine
