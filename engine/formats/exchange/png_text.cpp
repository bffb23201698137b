// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/png_text.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <memory>

namespace engine {
namespace {

constexpr std::string_view signature("\x89PNG\r\n\x1A\n", 8);
constexpr std::size_t headerEnd = 8 + 12 + 13; ///< of the signature and the chunk IHDR
constexpr std::size_t longestKeyword = 79;

std::uint32_t numberAt(std::string_view bytes, std::size_t place)
{
    std::uint32_t number = 0;
    for (const char byte : bytes.substr(place, 4)) {
        number = number << 8 | static_cast<unsigned char>(byte);
    }
    return number;
}

std::string bytesOf(std::uint32_t number)
{
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) {
        bytes += static_cast<char>(number >> shift & 0xFF);
    }
    return bytes;
}

/// Of a chunk's type and data.
std::uint32_t checksumOf(std::string_view bytes)
{
    return static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

/// Why a text cannot be had; the file's name comes before it.
[[noreturn]] void fail(const Sentence& words)
{
    throw Error(words);
}

std::string inflated(std::string_view packed, std::size_t most)
{
    z_stream stream{};
    if (::inflateInit(&stream) != Z_OK) {
        fail(ENGINE_TEXT("Sentences", "its text cannot be unpacked"));
    }
    const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, ::inflateEnd);
    stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(packed.data())); // it only reads
    stream.avail_in = static_cast<unsigned>(packed.size());
    std::string text;
    std::array<char, 65536> block{};
    int state = Z_OK;
    while (state == Z_OK) {
        stream.next_out = reinterpret_cast<unsigned char*>(block.data());
        stream.avail_out = block.size();
        state = ::inflate(&stream, Z_NO_FLUSH);
        text.append(block.data(), block.size() - stream.avail_out);
        if (text.size() > most) {
            fail(say(ENGINE_TEXT("Sentences", "its text unpacks to more than %1 bytes"), most));
        }
    }
    if (state != Z_STREAM_END) {
        fail(ENGINE_TEXT("Sentences", "its packed text is damaged"));
    }
    return text;
}

std::string fromLatin1(std::string_view text)
{
    std::string utf8;
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        if (code < 0x80) {
            utf8 += letter;
        } else {
            utf8 += static_cast<char>(0xC0 | code >> 6);
            utf8 += static_cast<char>(0x80 | (code & 0x3F));
        }
    }
    return utf8;
}

/// Up to the next zero, which goes with it.
std::string_view takeWord(std::string_view& data)
{
    const std::size_t end = data.find('\0');
    if (end == std::string_view::npos) {
        fail(ENGINE_TEXT("Sentences", "its text is damaged: it does not say where it begins"));
    }
    const std::string_view word = data.substr(0, end);
    data.remove_prefix(end + 1);
    return word;
}

/// `data` is what stands behind the keyword.
std::string textOf(std::string_view type, std::string_view data, std::size_t most)
{
    if (type == "tEXt") {
        return fromLatin1(data);
    }
    if (type == "zTXt") {
        return data.empty() ? std::string() : fromLatin1(inflated(data.substr(1), most));
    }
    if (data.size() < 2) {
        fail(ENGINE_TEXT("Sentences", "its text is damaged: it ends before it begins"));
    }
    const bool packed = data[0] != 0;
    data.remove_prefix(2);
    takeWord(data); // the language
    takeWord(data); // the keyword in that language
    return packed ? inflated(data, most) : std::string(data);
}

class PngReader {
public:
    explicit PngReader(const std::filesystem::path& file) : m_stream(file, std::ios::binary)
    {
        if (take(signature.size()) != signature) {
            fail(ENGINE_TEXT("Sentences",
                             "is no PNG picture: its first bytes are not those that every PNG starts with"));
        }
    }

    std::optional<std::string> find(std::string_view keyword, std::size_t most)
    {
        constexpr int maxChunks = 200'000; // of a gigabyte of pixels
        for (int chunk = 0; chunk < maxChunks; ++chunk) {
            const std::string head = take(8);
            const std::string_view type = std::string_view(head).substr(std::min<std::size_t>(4, head.size()));
            if (head.size() < 8 || type == "IEND") {
                return std::nullopt;
            }
            const std::uint32_t length = numberAt(head, 0);
            if (type != "tEXt" && type != "zTXt" && type != "iTXt") {
                m_stream.seekg(std::streamoff{length} + 4, std::ios::cur);
                continue;
            }
            if (auto text = textIn(type, length, keyword, most)) {
                return text;
            }
        }
        return std::nullopt;
    }

private:
    /// As many of them as there are.
    std::string take(std::size_t count)
    {
        std::string bytes;
        std::array<char, 65536> block{};
        while (count > 0 && m_stream) {
            m_stream.read(block.data(), static_cast<std::streamsize>(std::min(count, block.size())));
            bytes.append(block.data(), static_cast<std::size_t>(m_stream.gcount()));
            count -= static_cast<std::size_t>(m_stream.gcount());
        }
        return bytes;
    }

    /// Nothing where the chunk has another keyword; then it is passed over.
    std::optional<std::string> textIn(std::string_view type, std::uint32_t length, std::string_view keyword,
                                      std::size_t most)
    {
        const std::string start = take(std::min<std::size_t>(length, longestKeyword + 1));
        if (start.substr(0, start.find('\0')) != keyword || start.size() <= keyword.size()) {
            m_stream.seekg(std::streamoff{length} - std::ssize(start) + 4, std::ios::cur);
            return std::nullopt;
        }
        constexpr std::size_t around = 1024; // keywords and flags
        if (length > most + around) {
            fail(say(ENGINE_TEXT("Sentences", "its text has %1 bytes, but at most %2 are read"), length, most));
        }
        const std::string data = start + take(length - start.size()), checksum = take(4);
        if (data.size() != length || checksum.size() != 4 ||
            numberAt(checksum, 0) != checksumOf(std::string(type) + data)) {
            fail(ENGINE_TEXT("Sentences", "is damaged: its text does not have the checksum that was written"));
        }
        std::string text = textOf(type, std::string_view(data).substr(keyword.size() + 1), most);
        if (text.size() > most) {
            fail(say(ENGINE_TEXT("Sentences", "its text has %1 bytes, but at most %2 are read"), text.size(), most));
        }
        return text;
    }

    std::ifstream m_stream;
};

} // namespace

std::optional<std::string> pngText(const std::filesystem::path& file, std::string_view keyword, std::size_t most)
{
    try {
        return PngReader(file).find(keyword, most);
    } catch (const Error& error) {
        throw Error(say("%1: %2", file.string(), error.sentence()));
    }
}

std::string pngWithText(std::string_view png, std::string_view keyword, std::string_view text)
{
    if (!png.starts_with(signature) || png.size() < headerEnd) {
        throw Error(ENGINE_TEXT("Sentences", "a PNG picture is wanted, but what was drawn is none"));
    }
    // Flags and both words behind the keyword: not packed, no language, no keyword in that language.
    const std::string data = "iTXt" + std::string(keyword) + std::string(5, '\0') + std::string(text);
    return say("%1%2%3%4%5", png.substr(0, headerEnd), bytesOf(static_cast<std::uint32_t>(data.size() - 4)), data,
               bytesOf(checksumOf(data)), png.substr(headerEnd));
}

} // namespace engine
