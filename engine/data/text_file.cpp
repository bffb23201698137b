// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/text_file.h"

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
constexpr std::string_view saveAsText = ENGINE_TEXT("Sentences", "the program that wrote it saves it as CSV in UTF-8");

constexpr std::array kinds = {
    Kind{"PK\x03\x04"sv, ENGINE_TEXT("Sentences", "a zip archive, as .xlsx and .ods files are"), saveAsText},
    Kind{"\xD0\xCF\x11\xE0"sv, ENGINE_TEXT("Sentences", "a file of an old Office program, as .xls files are"),
         saveAsText},
    Kind{"\xFD\x37zXZ\0"sv, ENGINE_TEXT("Sentences", "compressed by xz"), ENGINE_TEXT("Sentences", "xz -d unpacks it")},
    Kind{"BZh"sv, ENGINE_TEXT("Sentences", "compressed by bzip2"), ENGINE_TEXT("Sentences", "bzip2 -d unpacks it")},
    Kind{"\x28\xB5\x2F\xFD"sv, ENGINE_TEXT("Sentences", "compressed by zstd"),
         ENGINE_TEXT("Sentences", "zstd -d unpacks it")},
    Kind{"PAR1"sv, ENGINE_TEXT("Sentences", "a Parquet file"), saveAsText},
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
        throw Error(sentence(owner, " is ", name, ", wanted a text in UTF-8; ", remedy));
    };
    for (const Kind& kind : kinds) {
        if (text.starts_with(kind.start)) {
            refuse(sentence(kind.name), sentence(kind.remedy));
        }
    }
    if (isUtf16(text)) {
        refuse(sentence("a text in UTF-16"),
               sentence("iconv -f UTF-16 -t UTF-8 makes one of it, as does saving it so"));
    }
    if (isTar(text)) {
        refuse(sentence("a tar archive"), sentence("tar -x unpacks it"));
    }
}

std::string unpacked(const std::filesystem::path& file, const Sentence& owner, const GoOn& goOn)
{
    constexpr std::size_t piece = 1 << 20;
    GzipFile packed(file);
    std::string text;
    for (bool isWhole = false; !isWhole;) {
        if (!goesOn(goOn)) {
            throw CancelledError(sentence(owner, ": cancelled"));
        }
        const std::size_t there = text.size();
        text.resize(there + piece);
        const std::size_t count = packed.read({reinterpret_cast<std::uint8_t*>(text.data()) + there, piece});
        text.resize(there + count);
        isWhole = count < piece;
    }
    if (text.empty()) {
        throw Error(sentence(owner, ": the compressed data is empty, wanted a text"));
    }
    return text;
}

} // namespace

bool isUtf16(std::string_view text)
{
    if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv)) {
        return true;
    }
    constexpr std::size_t looked = 64;
    const std::string_view start = text.substr(0, std::min(looked, text.size() / 2 * 2));
    std::size_t zeros[2] = {};
    for (std::size_t at = 0; at < start.size(); ++at) {
        zeros[at % 2] += start[at] == '\0';
    }
    return start.size() >= 4 && (zeros[0] > 0) != (zeros[1] > 0) && 4 * (zeros[0] + zeros[1]) > start.size();
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

void TextFile::checkAge() const
{
    if (m_mapped) {
        m_mapped->checkedAge();
    }
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
