// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/onnx_graph.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace engine::onnx {

/// Where the numbers of a value come from, whatever was done to its shape on the way.
struct Origin {
    enum class Kind {
        Outside,  ///< an input of the graph
        Constant, ///< a constant of the file
        Extents,  ///< the shape of some value
        Computed
    };

    Kind kind = Kind::Outside;
    std::string_view constant = {};   ///< its name
    std::optional<double> every = {}; ///< of a constant: what each of its numbers is, if they are known and all equal
    const Node* node = nullptr;       ///< of what is computed: by which node
};

/// Follows values from node to node, in the graph's order. Names, tensors and nodes that are added must outlive this.
class Origins {
public:
    void addConstant(const std::string& name, const Tensor& tensor);
    void add(const Node& node);

    Origin of(const std::string& value) const;

private:
    std::map<std::string, Origin> m_origins;
};

} // namespace engine::onnx
