// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/data_kind.h"
#include "engine/graph/layer_type.h"
#include "engine/graph/model.h"
#include "engine/graph/wires.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// The wires of one phase with what is known of the layers at their ends: type, shapes, what a port stands for. What
/// feeds a net finds its way through it by this, never by the names of tensors. The model outlives it.
class Wiring {
public:
    using End = Wires::End;

    Wiring(const Model& model, Phase phase); ///< never throws: what does not fit has no shapes

    const Wires& wires() const { return m_wires; }
    const std::vector<std::size_t>& layers() const { return m_wires.layers(); }
    const Layer& layer(std::size_t number) const { return m_model.layers[number]; }
    const LayerType* type(std::size_t number) const { return m_types[number]; } ///< null where it is not known
    bool is(std::size_t number, std::string_view type) const
    {
        return m_types[number] && m_types[number]->name == type;
    }

    const std::string& nameOf(const End& top) const { return layer(top.layer).tops[top.index]; }
    const Shape* shapeOf(const End& top) const; ///< null where it is not known
    bool isSized() const { return m_sized; }    ///< whether the shapes of all tops are known

    const Port* portAt(const End& bottom) const; ///< null where the layer's type is not known or reads nothing
    Role roleAt(const End& bottom) const;        ///< Other without a port

    /// The bottoms that a tensor leads to, through layers that pass it on, in the order of the layers; without those of
    /// SILENCE.
    std::vector<End> readersBehind(const End& top) const;

    /// The top whose numbers a top, or what a bottom reads, has: before the layers that only pass it on. Nothing where
    /// no layer makes it.
    std::optional<End> originOfTop(const End& top) const;
    std::optional<End> origin(const End& bottom) const;

    /// The INNERPRODUCTs whose columns are the classes of `top`, found upwards through the layers that keep classes.
    /// Where the number of classes is given, an INNERPRODUCT counts only if it is as wide, since a SLICE or CONCAT
    /// between may have changed the width; else the search ends at these two.
    std::set<std::size_t> productsBehind(const End& top, std::optional<std::int64_t> classes) const;

private:
    std::vector<Shape> shapesOfSource(std::size_t number) const;

    const Model& m_model;
    Wires m_wires;
    std::vector<const LayerType*> m_types;
    std::vector<std::vector<Shape>> m_shapes; ///< of each layer's tops; empty where they are not known
    bool m_sized = true;
};

/// Reads by them how a net is wired to a kind of data.
class WiringReader : public Wiring {
public:
    using Wiring::Wiring;

    const DataWiring& wiring() const { return m_found; }

protected:
    void refuse(std::size_t number, const Sentence& why)
    {
        m_found.problems.push_back(
            {.layer = layer(number).name,
             .sentence = say(ENGINE_TEXT("Sentences", "layer %1: %2"), layer(number).name, why)});
    }

    DataWiring m_found;
};

} // namespace engine
