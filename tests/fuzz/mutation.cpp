// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutation.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace fuzz {

namespace {

constexpr std::size_t longestPiece = 256;

std::size_t below(std::size_t end, std::mt19937_64& random)
{
    return end == 0 ? 0 : random() % end;
}

std::ptrdiff_t place(const Bytes& file, std::mt19937_64& random)
{
    return static_cast<std::ptrdiff_t>(below(file.size() + 1, random));
}

Bytes pieceOf(const Bytes& file, std::mt19937_64& random)
{
    const std::size_t first = below(file.size(), random);
    const std::size_t size = std::min(1 + below(longestPiece, random), file.size() - first);
    const auto begin = file.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(size)};
}

void setByte(Bytes& file, std::mt19937_64& random)
{
    file[below(file.size(), random)] = static_cast<std::byte>(random());
}

void flipBit(Bytes& file, std::mt19937_64& random)
{
    file[below(file.size(), random)] ^= static_cast<std::byte>(1 << below(8, random));
}

/// Sizes and counts that no file has, or that overflow where somebody multiplies them.
void setNumber(Bytes& file, std::mt19937_64& random)
{
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    const std::array<std::uint64_t, 12> numbers{0,        1,        2,         255,       256,      65'535,
                                                1U << 20, 1U << 31, most >> 1, most >> 2, most - 7, most};
    const std::uint64_t number = numbers[below(numbers.size(), random)];
    const std::size_t width = std::size_t{1} << below(4, random);
    const std::size_t first = below(file.size(), random);
    std::memcpy(&file[first], &number, std::min(width, file.size() - first));
}

/// The same in words, for formats that are text.
void insertWord(Bytes& file, std::mt19937_64& random)
{
    constexpr std::array<std::string_view, 14> words{
        "-1", "0", "99999999999999999999", "1e400", "nan", "{", "}", "\"", "#", ":", "[", "]", "\n", "layer { "};
    const Bytes word = bytesOf(words[below(words.size(), random)]);
    file.insert(file.begin() + place(file, random), word.begin(), word.end());
}

void leaveOut(Bytes& file, std::mt19937_64& random)
{
    const std::size_t size = pieceOf(file, random).size();
    const auto first = file.begin() + static_cast<std::ptrdiff_t>(below(file.size() - size + 1, random));
    file.erase(first, first + static_cast<std::ptrdiff_t>(size));
}

void insertPiece(Bytes& file, const Bytes& from, std::mt19937_64& random)
{
    const Bytes piece = from.empty() ? Bytes(1, std::byte{0}) : pieceOf(from, random);
    file.insert(file.begin() + place(file, random), piece.begin(), piece.end());
}

void overwrite(Bytes& file, const Bytes& from, std::mt19937_64& random)
{
    const Bytes piece = from.empty() ? Bytes(1, std::byte{0}) : pieceOf(from, random);
    const std::size_t first = below(file.size(), random);
    std::copy_n(piece.begin(), std::min(piece.size(), file.size() - first),
                file.begin() + static_cast<std::ptrdiff_t>(first));
}

} // namespace

Bytes mutated(const Bytes& file, const Bytes& other, std::mt19937_64& random)
{
    Bytes result = file;
    const std::size_t changes = 1 + below(5, random);
    for (std::size_t change = 0; change < changes; ++change) {
        if (result.empty()) {
            result = bytesOf(std::string_view("x"));
        }
        switch (below(9, random)) {
        case 0:
            setByte(result, random);
            break;
        case 1:
            flipBit(result, random);
            break;
        case 2:
            setNumber(result, random);
            break;
        case 3:
            insertWord(result, random);
            break;
        case 4:
            leaveOut(result, random);
            break;
        case 5:
            insertPiece(result, Bytes(result), random);
            break;
        case 6:
            insertPiece(result, other, random);
            break;
        case 7:
            overwrite(result, other, random);
            break;
        default:
            result.resize(below(result.size(), random) + 1);
            break;
        }
    }
    return result;
}

} // namespace fuzz
