// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/protobuf_wire.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <google/protobuf/io/coded_stream.h>

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cstring>
#include <span>

namespace engine::wire {
namespace {

using google::protobuf::io::CodedInputStream;
using google::protobuf::io::CodedOutputStream;

static_assert(std::endian::native == std::endian::little, "packed numbers are copied as they lie");

const std::uint8_t* raw(std::span<const std::byte> bytes)
{
    return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

} // namespace

void eachField(std::span<const std::byte> message, std::string_view what, const std::function<void(const Field&)>& take)
{
    if (message.size() > INT_MAX) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: has %2 bytes, but 2 GiB are the most that protobuf takes"), what,
                        message.size()));
    }
    CodedInputStream stream(raw(message), static_cast<int>(message.size()));
    const auto position = [&] { return static_cast<std::size_t>(stream.CurrentPosition()); };
    const auto require = [&](bool good) {
        if (!good) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: is damaged or no such file (at byte %2 of %3 of a message)"),
                            what, stream.CurrentPosition(), message.size()));
        }
    };
    while (position() < message.size()) {
        const std::uint32_t tag = stream.ReadTag();
        Field field{.number = static_cast<int>(tag >> 3), .kind = static_cast<Kind>(tag & 7U), .value = 0, .bytes = {}};
        std::uint32_t small = 0;
        require(tag != 0);
        bool good = false; // groups none of these formats has
        if (field.kind == Kind::Fixed64) {
            good = stream.ReadLittleEndian64(&field.value);
        } else if (field.kind == Kind::Fixed32) {
            good = stream.ReadLittleEndian32(&small);
            field.value = small;
        } else if (field.kind == Kind::Varint) {
            good = stream.ReadVarint64(&field.value);
        } else if (std::uint64_t length = 0;
                   field.kind == Kind::Bytes && stream.ReadVarint64(&length) && length <= message.size() - position()) {
            field.bytes = message.subspan(position(), length);
            good = stream.Skip(static_cast<int>(length));
        }
        require(good && field.number != 0);
        take(field);
    }
}

void MessageReader::count()
{
    constexpr std::size_t maxParts = 65'536;
    constexpr int deepest = 24;
    if (++m_parts > maxParts || m_depth == deepest) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: has more than %2 parts, or some nested more than %3 deep"),
                        m_what, maxParts, deepest));
    }
}

void MessageReader::requireKind(const Field& field, Kind kind) const
{
    if (field.kind != kind) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: field %2 is of another kind than such a file has"), m_what,
                        field.number));
    }
}

std::string_view MessageReader::textOf(const Field& field, std::size_t most)
{
    constexpr std::size_t usual = 4096;
    requireKind(field, Kind::Bytes);
    count();
    if (const std::size_t limit = most > 0 ? most : usual; field.bytes.size() > limit) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: a text has %2 bytes, but %3 are the most"), m_what,
                        field.bytes.size(), limit));
    }
    return field.text();
}

/// Of a fixed size.
template <typename Number>
requires std::is_arithmetic_v<Number>
void MessageReader::append(const Field& field, std::vector<Number>& numbers, std::size_t /*most*/)
{
    if (field.kind != Kind::Bytes) {
        requireKind(field, sizeof(Number) == 4 ? Kind::Fixed32 : Kind::Fixed64);
        std::memcpy(&numbers.emplace_back(), &field.value, sizeof(Number));
        return;
    }
    if (field.bytes.size() % sizeof(Number) != 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 bytes of numbers are no multiple of %3"), m_what,
                        field.bytes.size(), sizeof(Number)));
    }
    const std::size_t first = numbers.size();
    numbers.resize(first + field.bytes.size() / sizeof(Number));
    std::ranges::copy(field.bytes, std::as_writable_bytes(std::span(numbers).subspan(first)).begin());
}
template void MessageReader::append(const Field&, std::vector<float>&, std::size_t);
template void MessageReader::append(const Field&, std::vector<double>&, std::size_t);

template <>
void MessageReader::append(const Field& field, std::vector<std::int64_t>& numbers, std::size_t most)
{
    const auto add = [&](std::uint64_t value) {
        if (most > 0 && numbers.size() >= most) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: field %2 has more than %3 numbers"), m_what, field.number, most));
        }
        numbers.push_back(static_cast<std::int64_t>(value));
    };
    if (field.kind == Kind::Varint) {
        add(field.value);
        return;
    }
    requireKind(field, Kind::Bytes);
    CodedInputStream stream(raw(field.bytes), static_cast<int>(field.bytes.size()));
    while (static_cast<std::size_t>(stream.CurrentPosition()) < field.bytes.size()) {
        std::uint64_t value = 0;
        if (!stream.ReadVarint64(&value)) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: field %2 ends within a number"), m_what, field.number));
        }
        add(value);
    }
}

Writer& Writer::write(int number, Kind kind, const auto& value)
{
    std::array<std::uint8_t, 16> buffer{}; // a tag of at most 5 bytes, a number of at most 10
    const auto tag = static_cast<std::uint32_t>(number) << 3U | static_cast<std::uint32_t>(kind);
    const std::uint8_t* const end = value(CodedOutputStream::WriteTagToArray(tag, buffer.data()));
    m_bytes.append(reinterpret_cast<const char*>(buffer.data()), static_cast<std::size_t>(end - buffer.data()));
    return *this;
}

Writer& Writer::integer(int number, std::int64_t value)
{
    return write(number, Kind::Varint, [&](std::uint8_t* to) {
        return CodedOutputStream::WriteVarint64ToArray(static_cast<std::uint64_t>(value), to);
    });
}

Writer& Writer::real(int number, double value)
{
    return write(number, Kind::Fixed64, [&](std::uint8_t* to) {
        return CodedOutputStream::WriteLittleEndian64ToArray(std::bit_cast<std::uint64_t>(value), to);
    });
}

Writer& Writer::real32(int number, float value)
{
    return write(number, Kind::Fixed32, [&](std::uint8_t* to) {
        return CodedOutputStream::WriteLittleEndian32ToArray(std::bit_cast<std::uint32_t>(value), to);
    });
}

Writer& Writer::text(int number, std::string_view value)
{
    write(number, Kind::Bytes,
          [&](std::uint8_t* to) { return CodedOutputStream::WriteVarint64ToArray(value.size(), to); });
    m_bytes += value;
    return *this;
}

Writer& Writer::packed(int number, std::span<const std::int64_t> values)
{
    std::string numbers;
    for (const std::int64_t value : values) {
        std::array<std::uint8_t, 10> buffer{};
        std::uint8_t* const end =
            CodedOutputStream::WriteVarint64ToArray(static_cast<std::uint64_t>(value), buffer.data());
        numbers.append(buffer.data(), end);
    }
    return text(number, numbers);
}

} // namespace engine::wire
