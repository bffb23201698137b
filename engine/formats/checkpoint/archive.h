// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/error.h"
#include "engine/graph/named_tensor.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// What the sections of .hamnet files are written and read with: values one behind the other, as they lie in memory;
/// numbers of 64 bits, bytes for flags, counts before what may be of any length. Who includes it says HAMNET_VERSION.
///
/// Each function both writes and reads, by the kind of archive. A struct has a function members(archive, value) in this
/// namespace, which calls all() with its members in their order, behind version() where it is a section of its own.
///
/// Everything is read piece by piece: a size that is not true ends at the end of the archive.
namespace engine::archive {

class Writer {
public:
    static constexpr bool writes = true;

    explicit Writer(std::size_t expected) { m_bytes.reserve(expected); }
    void raw(const void* bytes, std::size_t count) { m_bytes.append(static_cast<const char*>(bytes), count); }
    std::string take() { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

class Reader {
public:
    static constexpr bool writes = false;

    explicit Reader(std::span<const std::byte> bytes) : m_left(bytes) {}
    void raw(void* into, std::size_t count)
    {
        if (count > m_left.size()) {
            throw Error(ENGINE_TEXT("Sentences", "its structure does not read: it ends too early"));
        }
        std::memcpy(into, m_left.data(), count);
        m_left = m_left.subspan(count);
    }
    bool atEnd() const { return m_left.empty(); }

private:
    std::span<const std::byte> m_left;
};

template <typename Archive>
inline constexpr bool writes = Archive::writes;

template <typename Value>
inline constexpr bool isOptional = false;
template <typename Value>
inline constexpr bool isOptional<std::optional<Value>> = true;
template <typename Value>
inline constexpr bool isMap = requires
{
    typename Value::mapped_type;
};

/// Elements that lie as they are in the file: characters, code points, numbers.
template <typename Value>
inline constexpr bool isRaw = requires(Value& value)
{
    value.data();
    value.clear();
    requires std::is_arithmetic_v<typename Value::value_type> && !std::is_same_v<typename Value::value_type, int>;
};

template <typename Archive, typename Value>
void put(Archive& archive, Value& value);

template <typename Archive, typename... Values>
void all(Archive& archive, Values&... values)
{
    (put(archive, values), ...);
}

template <typename Archive>
std::int64_t count(Archive& archive, std::size_t size)
{
    auto number = static_cast<std::int64_t>(size);
    archive.raw(&number, sizeof number);
    if (number < 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "it counts %1 things, but a count is 0 or more"), number));
    }
    return number;
}

inline constexpr std::int64_t longestTrusted = 1 << 20; ///< elements that room is made for before they are there

template <typename Archive, typename Elements>
void elements(Archive& archive, Elements& all)
{
    using Element = typename Elements::value_type;
    std::int64_t left = count(archive, all.size());
    if constexpr (writes<Archive>) {
        archive.raw(all.data(), all.size() * sizeof(Element));
    } else {
        all.clear(); // a default may have some
        all.reserve(static_cast<std::size_t>(std::min(left, longestTrusted)));
        std::array<Element, 4096> piece;
        while (left > 0) {
            const std::int64_t now = std::min<std::int64_t>(left, piece.size());
            archive.raw(piece.data(), static_cast<std::size_t>(now) * sizeof(Element));
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

/// A value that stands in the file as another one, which `take` makes the value of.
template <typename Archive, typename Other, typename Take>
void as(Archive& archive, Other other, const Take& take)
{
    put(archive, other);
    if constexpr (!writes<Archive>) {
        take(std::move(other));
    }
}

template <typename Archive, typename Enum>
void choice(Archive& archive, Enum& value, Enum last, const char* what)
{
    auto number = static_cast<std::int64_t>(value);
    put(archive, number);
    if (number < 0 || number > static_cast<std::int64_t>(last)) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has the number %2, but only 0 to %3 are known"), what, number,
                        static_cast<std::int64_t>(last)));
    }
    value = static_cast<Enum>(number);
}

template <typename Archive, typename Value>
void put(Archive& archive, Value& value)
{
    if constexpr (std::is_same_v<Value, bool>) {
        as(archive, static_cast<std::uint8_t>(value), [&](std::uint8_t byte) { value = byte != 0; });
    } else if constexpr (std::is_same_v<Value, int>) { // with 64 bits in the file
        std::int64_t number = value;
        put(archive, number);
        if (!std::in_range<int>(number)) {
            throw Error(say(ENGINE_TEXT("Sentences", "it has the number %1 where a small one belongs"), number));
        }
        value = static_cast<int>(number);
    } else if constexpr (std::is_arithmetic_v<Value>) {
        archive.raw(&value, sizeof value);
    } else if constexpr (std::is_same_v<Value, std::vector<bool>>) {
        as(archive, std::vector<std::uint8_t>(value.begin(), value.end()),
           [&](const auto& bytes) { value.assign(bytes.begin(), bytes.end()); });
    } else if constexpr (isRaw<Value>) {
        elements(archive, value);
    } else if constexpr (isMap<Value>) {
        as(archive,
           std::vector<std::pair<typename Value::key_type, typename Value::mapped_type>>(value.begin(), value.end()),
           [&](const auto& entries) { value = Value(entries.begin(), entries.end()); });
    } else if constexpr (requires { value.emplace_back(); }) {
        things(archive, value, [&](auto& one) { put(archive, one); });
    } else if constexpr (isOptional<Value>) {
        bool given = value.has_value();
        put(archive, given);
        if (!given) {
            value.reset();
        } else {
            put(archive, value ? *value : value.emplace());
        }
    } else if constexpr (requires { value.second; }) {
        all(archive, value.first, value.second);
    } else if constexpr (std::is_same_v<Value, std::filesystem::path>) {
        as(archive, value.string(), [&](const std::string& name) { value = name; });
    } else if constexpr (std::is_same_v<Value, Shape>) {
        as(archive, value.extents(), [&](auto extents) { value = Shape(std::move(extents)); });
    } else if constexpr (std::is_same_v<Value, NamedTensor>) { // without its numbers
        all(archive, value.name, value.shape);
    } else {
        members(archive, value);
    }
}

/// What the bytes of a class begin with. Throws Error for another one than is known.
template <typename Archive>
void version(Archive& archive, std::uint32_t known)
{
    std::uint8_t unused = 0;
    std::uint32_t found = known;
    all(archive, unused, found);
    if (found != known) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "its structure has version %1, but this is Hamnet %2, which reads version %3"),
                found, std::string_view(HAMNET_VERSION), known));
    }
}

/// `expected` bytes are made room for; it may be more or fewer.
template <typename Value>
std::string archived(const Value& value, std::size_t expected = 0)
{
    Writer writer(expected);
    put(writer, const_cast<Value&>(value)); // writing changes nothing
    return writer.take();
}

/// Into a value that was just made.
template <typename Value>
void unarchive(std::span<const std::byte> bytes, Value& value)
{
    Reader reader(bytes);
    put(reader, value);
    if (!reader.atEnd()) {
        throw Error(ENGINE_TEXT("Sentences", "its structure ends before its section does"));
    }
}

} // namespace engine::archive
