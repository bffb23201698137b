// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace google::protobuf::io {
class CodedInputStream;
}

/// Protobuf messages field by field, by their numbers: what we read and write of Caffe's, ONNX's and TensorBoard's
/// files is a handful of fields each, and a reader that takes nothing but those also takes no memory for the rest.
namespace engine::wire {

/// How a value lies in the file.
enum class Kind { Varint, Fixed64, Bytes, Fixed32 };

/// One field of a message. A view into the message's bytes.
struct Field {
    int number = 0;
    Kind kind = Kind::Varint;
    std::uint64_t value = 0;          ///< of the kinds that are numbers
    std::span<const std::byte> bytes; ///< of Bytes: a text, a message, packed numbers

    std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
    std::int64_t integer() const { return static_cast<std::int64_t>(value); }
};

/// The fields of one message, in the file's order.
class Reader {
public:
    /// `what` starts the sentence of an error; messages of more than 2 GiB are refused, as protobuf itself refuses
    /// them.
    Reader(std::span<const std::byte> message, std::string_view what);
    ~Reader();
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    /// The next field, or false at the end. Throws Error for what is no message.
    bool next(Field& field);

private:
    [[noreturn]] void fail() const;

    std::span<const std::byte> m_message;
    std::string_view m_what;
    std::unique_ptr<google::protobuf::io::CodedInputStream> m_stream;
};

// Repeated numbers, packed or one by one: appends what the field holds. Throw Error where it holds no such numbers.
void appendFloats(const Field& field, std::string_view what, std::vector<float>& into);
void appendDoubles(const Field& field, std::string_view what, std::vector<float>& into);
void appendIntegers(const Field& field, std::string_view what, std::size_t most, std::vector<std::int64_t>& into);

/// Puts a message together, field by field.
class Writer {
public:
    Writer& integer(int number, std::int64_t value);
    Writer& real(int number, double value); ///< as 64 bits
    Writer& real32(int number, float value);
    Writer& text(int number, std::string_view value);
    Writer& message(int number, const Writer& value) { return text(number, value.bytes()); }
    Writer& packed(int number, std::span<const float> values);
    Writer& packed(int number, std::span<const std::int64_t> values);

    const std::string& bytes() const { return m_bytes; }

private:
    void tag(int number, int wireType);
    void varint(std::uint64_t value);
    void little(std::uint64_t value, int bytes);

    std::string m_bytes;
};

} // namespace engine::wire
