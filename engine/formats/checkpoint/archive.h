// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/error.h"
#include "engine/graph/named_tensor.h"

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/stream_buffer.hpp>
#include <boost/serialization/tracking.hpp>
#include <boost/serialization/version.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <sstream>
#include <streambuf>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// What the archives inside .hamnet files are written and read with: see checkpoint.cpp for how it is used.
/// Who includes it says HAMNET_VERSION.
namespace engine::archive {

// Without header (which would tie a file to the version of Boost that wrote it: the container has a version of its own)
// and without conversion of characters.
inline constexpr unsigned archiveFlags = boost::archive::no_header | boost::archive::no_codecvt;

// Boost's own code for strings and vectors takes the memory that the bytes ask for before it looks whether so many
// follow. Here everything is read piece by piece: a size that is not true ends at the end of the archive. And all
// numbers have 64 bits or are bytes, so that an archive means the same on every machine.
//
// Each function both writes and reads, by the kind of archive.

template <typename Archive>
inline constexpr bool writes = Archive::is_saving::value;

template <typename Archive>
std::int64_t count(Archive& archive, std::size_t size)
{
    auto number = static_cast<std::int64_t>(size);
    archive& number;
    if (number < 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "it counts %1 things, but a count is 0 or more"), number));
    }
    return number;
}

inline constexpr std::int64_t longestTrusted = 1 << 20; ///< elements that room is made for before they are there

/// Elements without structure of their own: characters, code points, numbers.
template <typename Archive, typename Elements>
void elements(Archive& archive, Elements& all)
{
    using Element = typename Elements::value_type;
    static_assert(std::is_trivially_copyable_v<Element>);
    std::int64_t left = count(archive, all.size());
    if constexpr (writes<Archive>) {
        archive.save_binary(all.data(), all.size() * sizeof(Element));
    } else {
        all.clear(); // a default may have some
        all.reserve(static_cast<std::size_t>(std::min(left, longestTrusted)));
        std::array<Element, 4096> piece;
        while (left > 0) {
            const std::int64_t now = std::min<std::int64_t>(left, piece.size());
            archive.load_binary(piece.data(), static_cast<std::size_t>(now) * sizeof(Element));
            all.insert(all.end(), piece.begin(), piece.begin() + now);
            left -= now;
        }
    }
}

/// Things with a structure: `one` writes or reads one of them.
template <typename Archive, typename Thing, typename One>
void things(Archive& archive, std::vector<Thing>& all, const One& one)
{
    const std::int64_t size = count(archive, all.size());
    if constexpr (!writes<Archive>) {
        all.clear();
    }
    for (std::int64_t index = 0; index < size; ++index) {
        if constexpr (!writes<Archive>) {
            all.emplace_back();
        }
        one(all[static_cast<std::size_t>(index)]);
    }
}

template <typename Archive, typename Enum>
void choice(Archive& archive, Enum& value, Enum last, const char* what)
{
    auto number = static_cast<std::int64_t>(value);
    archive& number;
    if (number < 0 || number > static_cast<std::int64_t>(last)) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has the number %2, but only 0 to %3 are known"), what, number,
                        static_cast<std::int64_t>(last)));
    }
    if constexpr (!writes<Archive>) {
        value = static_cast<Enum>(number);
    }
}

/// A name or a path. No real one is longer: a hostile file must not make a sentence that quotes it long.
template <typename Archive>
void name(Archive& archive, std::string& text)
{
    constexpr std::size_t longest = 4096;
    elements(archive, text);
    if (!writes<Archive> && text.size() > longest) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "a name in it has %1 bytes, but %2 are the most"), text.size(), longest));
    }
}

/// Numbers from 0.
template <typename Archive, typename... Number>
void amounts(Archive& archive, Number&... numbers)
{
    const auto one = [&](auto& number) {
        archive& number;
        const auto value = static_cast<double>(number);
        if (!writes<Archive> && (!(value >= 0) || std::isinf(value))) { // so written that NaN is refused
            throw Error(
                say(ENGINE_TEXT("Sentences", "a number in it is %1, but must be 0 or more"), std::to_string(value)));
        }
    };
    (one(numbers), ...);
}

template <typename Archive>
void flags(Archive& archive, std::vector<bool>& all)
{
    std::vector<std::uint8_t> bytes(all.begin(), all.end());
    elements(archive, bytes);
    if constexpr (!writes<Archive>) {
        all.assign(bytes.begin(), bytes.end());
    }
}

/// Their names and shapes.
template <typename Archive>
void tensors(Archive& archive, std::vector<NamedTensor>& all)
{
    things(archive, all, [&](NamedTensor& tensor) {
        std::vector<std::int64_t> extents = tensor.shape.extents();
        name(archive, tensor.name);
        elements(archive, extents);
        if constexpr (!writes<Archive>) {
            tensor.shape = Shape(std::move(extents));
        }
    });
}

/// Boost reads any version of a class and leaves it to the class what to make of it.
template <typename Class>
void requireKnown(unsigned version)
{
    constexpr unsigned known = boost::serialization::version<Class>::value;
    if (version != known) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "its structure has version %1, but this is Hamnet %2, which reads version %3"),
                version, std::string_view(HAMNET_VERSION), known));
    }
}

/// `expected` bytes are made room for; it may be more or fewer.
template <typename Value>
std::string archived(const Value& value, std::size_t expected = 0)
{
    std::string bytes;
    bytes.reserve(expected);
    {
        boost::iostreams::stream_buffer<boost::iostreams::back_insert_device<std::string>> buffer(
            boost::iostreams::back_inserter(bytes));
        boost::archive::binary_oarchive archive(buffer, archiveFlags);
        archive << value;
    } // flushed
    return bytes;
}

/// Into a value that was just made.
template <typename Value>
void unarchive(std::span<const std::byte> bytes, Value& value)
{
    boost::iostreams::stream_buffer<boost::iostreams::array_source> buffer(reinterpret_cast<const char*>(bytes.data()),
                                                                           bytes.size());
    try {
        boost::archive::binary_iarchive archive(buffer, archiveFlags);
        archive >> value;
    } catch (const Error&) {
        throw;
    } catch (const std::exception& exception) { // the archive's own, and those of the standard library
        throw Error(say(ENGINE_TEXT("Sentences", "its structure does not read: %1"), exception.what()));
    }
    if (buffer.sgetc() != std::streambuf::traits_type::eof()) {
        throw Error(ENGINE_TEXT("Sentences", "its structure ends before its section does"));
    }
}

} // namespace engine::archive
