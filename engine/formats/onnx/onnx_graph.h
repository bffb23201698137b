// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/shape.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What an ONNX file says, as far as nets like ours need it: messages read and written by the numbers of their fields.
///
///     ModelProto      ir_version 1, producer_name 2, graph 7, opset_import 8 { domain 1, version 2 },
///                     metadata_props 14
///     GraphProto      node 1, name 2, initializer 5, doc_string 10, input 11, output 12
///     NodeProto       input 1, output 2, name 3, op_type 4, attribute 5, domain 7
///     AttributeProto  name 1, f 2, i 3, s 4, t 5, g 6, floats 7, ints 8, strings 9, type 20
///     TensorProto     dims 1, data_type 2, float_data 4, int32_data 5, int64_data 7, name 8, raw_data 9,
///                     double_data 10, external_data 13 { key 1, value 2 }, data_location 14
///     ValueInfoProto  name 1, type 2 { tensor_type 1 { elem_type 1, shape 2 { dim 1 { dim_value 1, dim_param 2 } } } }
namespace engine::onnx {

// TensorProto.DataType
inline constexpr std::int64_t floatType = 1, int32Type = 6, int64Type = 7, boolType = 9, halfType = 10, doubleType = 11,
                              bfloatType = 16;

// AttributeProto.AttributeType
inline constexpr std::int64_t realAttribute = 1, integerAttribute = 2, textAttribute = 3, tensorAttribute = 4,
                              graphAttribute = 5, integersAttribute = 7, textsAttribute = 8;

bool isReal(std::int64_t type);    ///< float, double, half or bfloat16
bool isInteger(std::int64_t type); ///< int64 or int32

/// A constant: floats (also read from double and half precision and from bfloat16) or whole numbers.
struct Tensor {
    std::string name;
    Shape shape;
    std::vector<float> values = {};
    std::vector<std::int64_t> integers = {}; ///< of a tensor of int64, int32 or bool
    bool known = true;                       ///< false: of a type that is not read

    bool operator==(const Tensor&) const = default;
};

struct Graph;

struct Attribute {
    std::string name;
    std::optional<std::int64_t> integer = {};
    std::optional<float> real = {};
    std::string text = {};
    std::vector<float> reals = {}; ///< read, never written
    std::vector<std::int64_t> integers = {};
    std::vector<std::string> texts = {};
    std::optional<Tensor> tensor = {};
    std::shared_ptr<const Graph> graph = {}; ///< null: none
    std::int64_t type = 0;                   ///< AttributeProto.AttributeType; of files alone

    bool operator==(const Attribute& other) const;
};

struct Node {
    std::string type; ///< "LSTM"
    std::string name;
    std::vector<std::string> inputs, outputs; ///< names of values; empty for what is left out
    std::vector<Attribute> attributes = {};
    std::string domain = {}; ///< empty: ONNX's own operators; read, never written

    const Attribute* attribute(const std::string& wanted) const;
    std::int64_t integer(const std::string& wanted, std::int64_t otherwise) const;

    bool operator==(const Node&) const = default;
};

/// An input or output of the graph. An axis is a number or, where it may be any, a word.
struct Value {
    struct Axis {
        std::int64_t extent = 0;
        std::string word = {};
        bool operator==(const Axis&) const = default;
    };

    std::string name;
    std::int64_t element = floatType; ///< TensorProto.DataType
    std::vector<Axis> axes;
    bool shaped = true; ///< false where the file does not tell the axes; read, never written

    bool operator==(const Value&) const = default;
};

/// The version of ONNX's operators that print() writes.
inline constexpr std::int64_t writtenOpset = 14;

struct Graph {
    std::int64_t opset = writtenOpset; ///< read, never written
    std::string name;
    std::string words; ///< for who reads the file
    std::vector<Node> nodes;
    std::vector<Tensor> constants;
    std::vector<Value> inputs, outputs;
    std::map<std::string, std::string> metadata;

    bool operator==(const Graph&) const = default;
};

/// Throws Error for what is no such file or is damaged. Takes a small multiple of the bytes. Tensors in other files are
/// read where these are in `folder`, and refused without one.
Graph parse(std::span<const std::byte> bytes, const std::string& fileName,
            const std::optional<std::filesystem::path>& folder = std::nullopt);

/// With writtenOpset, so that old programs read it.
std::string print(const Graph& graph);

} // namespace engine::onnx
