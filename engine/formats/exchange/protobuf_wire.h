// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/fields.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// Protobuf messages field by field, by their numbers: what we read and write of Caffe's, ONNX's and TensorBoard's
/// files is a handful of fields each, and a reader that takes nothing but those also takes no memory for the rest.
namespace engine::wire {

/// How a value lies in the file: the last three bits of its tag.
enum class Kind : std::uint32_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

/// One field of a message. A view into the message's bytes.
struct Field {
    int number = 0;
    Kind kind = Kind::Varint;
    std::uint64_t value = 0;          ///< of the kinds that are numbers
    std::span<const std::byte> bytes; ///< of Bytes: a text, a message, packed numbers

    std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
    std::int64_t integer() const { return static_cast<std::int64_t>(value); }
};

/// Gives each field of one message to `take`, in the file's order. `what` starts the sentence of an Error: for what is
/// no message, and for more than 2 GiB, which protobuf refuses itself.
void eachField(std::span<const std::byte> message, std::string_view what,
               const std::function<void(const Field&)>& take);

/// A message of which only this field is known.
template <int number, typename Member>
struct Only {
    Member value = {};
    friend void fields(IsA<Only> auto& message, auto&& visit) { visit(number, message.value); }
};

/// Reads structs that list their fields once, for both ways:
///
///     void fields(IsA<Node> auto& node, auto&& visit) { visit(1, node.inputs); visit(3, node.name); ... }
///
/// Members are texts, bytes (a view into the file), numbers, other such structs, and optionals, pointers and lists of
/// those. A third argument of `visit` is how many bytes a text may have, where that is not the usual, or how many
/// elements a list of whole numbers. A struct that lies otherwise in a file than in memory has a function
/// readMessage(reader, bytes, struct) beside it, and wireOf(struct), which gives one that is written.
///
/// Nothing that a file counts may grow faster than its bytes. Throws Error where it does, and for fields of other kinds
/// than their members.
class MessageReader {
public:
    explicit MessageReader(std::string_view what) : m_what(what) {}

    void read(std::span<const std::byte> bytes, auto& message)
    {
        eachField(bytes, m_what, [&](const Field& field) {
            fields(message, [&](int number, auto& member, std::size_t most = 0) {
                if (number == field.number) {
                    take(field, member, most);
                }
            });
        });
    }

    std::string_view what() const { return m_what; }

private:
    void count();
    void requireKind(const Field& field, Kind kind) const;
    std::string_view textOf(const Field& field, std::size_t most);
    template <typename Number>
    requires std::is_arithmetic_v<Number>
    void append(const Field& field, std::vector<Number>& numbers, std::size_t most); ///< packed or one by one

    template <typename Member>
    void take(const Field& field, Member& member, std::size_t most)
    {
        if constexpr (std::is_same_v<Member, std::string>) {
            member = textOf(field, most);
        } else if constexpr (std::is_same_v<Member, std::span<const std::byte>>) {
            requireKind(field, Kind::Bytes);
            member = field.bytes;
        } else if constexpr (std::is_same_v<Member, std::int64_t>) {
            requireKind(field, Kind::Varint);
            member = field.integer();
        } else if constexpr (std::is_same_v<Member, float>) {
            requireKind(field, Kind::Fixed32);
            member = std::bit_cast<float>(static_cast<std::uint32_t>(field.value));
        } else if constexpr (requires { append(field, member, most); }) {
            append(field, member, most);
        } else if constexpr (requires { member.emplace(); }) {
            take(field, member.emplace(), most);
        } else if constexpr (requires { member.emplace_back(); }) {
            take(field, member.emplace_back(), most);
        } else if constexpr (requires { typename Member::element_type; }) {
            const auto made = std::make_shared<std::remove_const_t<typename Member::element_type>>();
            take(field, *made, most);
            member = made;
        } else {
            requireKind(field, Kind::Bytes);
            count();
            ++m_depth;
            readMessage(*this, field.bytes, member);
            --m_depth;
        }
    }

    std::string_view m_what;
    std::size_t m_parts = 0;
    int m_depth = 0;
};

template <typename Message>
void readMessage(MessageReader& reader, std::span<const std::byte> bytes, Message& message)
{
    reader.read(bytes, message);
}

template <typename Message>
const Message& wireOf(const Message& message)
{
    return message;
}

/// Puts a message together, field by field.
class Writer {
public:
    /// What the struct lists (see MessageReader), but for empty texts and lists of numbers.
    static Writer of(const auto& message)
    {
        Writer writer;
        fields(message, [&](int number, const auto& member, std::size_t = 0) { writer.put(number, member); });
        return writer;
    }

    Writer& integer(int number, std::int64_t value);
    Writer& real(int number, double value); ///< as 64 bits
    Writer& real32(int number, float value);
    Writer& text(int number, std::string_view value);
    Writer& message(int number, const Writer& value) { return text(number, value.bytes()); }
    Writer& packed(int number, std::span<const float> values) { return packed(number, std::as_bytes(values)); }
    Writer& packed(int number, std::span<const double> values) { return packed(number, std::as_bytes(values)); }
    Writer& packed(int number, std::span<const std::byte> values)
    {
        return text(number, {reinterpret_cast<const char*>(values.data()), values.size()});
    }
    Writer& packed(int number, std::span<const std::int64_t> values);

    const std::string& bytes() const { return m_bytes; }

private:
    template <typename Member>
    void put(int number, const Member& member)
    {
        if constexpr (std::is_same_v<Member, std::int64_t>) {
            integer(number, member);
        } else if constexpr (std::is_same_v<Member, float>) {
            real32(number, member);
        } else if constexpr (std::is_same_v<Member, std::string>) {
            member.empty() ? *this : text(number, member);
        } else if constexpr (requires {
                                 member.data();
                                 packed(number, member);
                             }) {
            member.empty() ? *this : packed(number, member);
        } else if constexpr (std::is_same_v<Member, std::vector<std::string>>) { // an empty one has its place, too
            std::ranges::for_each(member, [&](const std::string& one) { text(number, one); });
        } else if constexpr (requires { member.begin(); }) {
            std::ranges::for_each(member, [&](const auto& one) { put(number, one); });
        } else if constexpr (requires { *member; }) {
            member ? put(number, *member) : void();
        } else {
            message(number, of(wireOf(member)));
        }
    }

    Writer& write(int number, Kind kind, const auto& value);

    std::string m_bytes;
};

} // namespace engine::wire
