// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace engine {

/// The wires of a model: who makes what a layer reads, and who reads what it makes. Layers go by their number in the
/// model. An in-place layer makes a tensor of its own.
class Wires {
public:
    /// One end of a wire: a top or a bottom of a layer.
    struct End {
        std::size_t layer, index;
        auto operator<=>(const End&) const = default;
    };

    explicit Wires(const Model& model, std::optional<Phase> phase = {}); ///< of all layers, or of those in the phase

    const std::vector<std::size_t>& layers() const { return m_layers; } ///< those that take part, in the model's order

    std::optional<End> maker(const End& bottom) const; ///< the top that it reads; nothing where no layer makes that
    const std::vector<End>& readers(const End& top) const;

    /// Every top that is read, with its readers.
    const std::map<End, std::vector<End>>& read() const { return m_readers; }

private:
    std::vector<std::size_t> m_layers;
    std::map<End, End> m_makers;
    std::map<End, std::vector<End>> m_readers;
};

} // namespace engine
