// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/params.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/shape.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

enum class Presence { Required, Optional, Repeated };
enum class GradientFlow { Passes, Stops };

/// What the numbers at a port stand for, where a run has to know: it feeds a net by this, whatever tensors are called.
enum class Role {
    Other,
    Characters, ///< numbers of characters
    Cont,       ///< 0 where a sequence starts, else 1
    Labels,     ///< the number of the class that really came
    Scores,     ///< a score for each class, held against labels
    Targets,    ///< the number that really came
    Lengths,    ///< how many steps of each stream's sequence are real
};

/// A place where a wire ends or starts.
struct Port {
    std::string_view name; ///< "x", "cont"
    std::string_view help = {};
    Presence presence = Presence::Required;       ///< Repeated: any number from one up; only the last port may be
    GradientFlow gradient = GradientFlow::Passes; ///< Stops: identifiers, labels, cont
    Role role = Role::Other;
};

/// A port by its number, of which the last may be repeated; null where there is none.
inline const Port* portNumber(const std::vector<Port>& ports, std::size_t number)
{
    return ports.empty() ? nullptr : &ports[std::min(number, ports.size() - 1)];
}

/// A run of elements of a weight that starts at one constant instead of the filler's values.
struct ConstantBlock {
    std::int64_t first, count;
    double value;
};

/// A learned tensor in the canonical layout: that of files, of solvers and between engines.
struct WeightSpec {
    std::string name; ///< "Wx"; in stacked layers "l0.Wx", "l1.Wx"
    Shape shape;
    std::string axes; ///< "4H, I"
    Filler filler = {};
    std::vector<ConstantBlock> blocks = {}; ///< applied after the filler
    std::optional<std::size_t> blob = {};   ///< its place among Caffe's blobs and `param` fields, where that is not its
                                            ///< place in Sizes::weights: see weightSettings
};

/// A tensor that is carried from one batch to the next, such as h of an LSTM.
struct StateSpec {
    std::string name; ///< "h", "c"; in stacked layers "l0.h", ...
    Shape shape;      ///< [N, H]
};

/// Which tensors may live inside others, so that no bytes are moved.
enum class Sharing {
    None,
    OutputsInsideInput, ///< output k starts in input 0 at offsets[k], data and gradient (RESHAPE, SLICE on the outer
                        ///< axis)
    InputsInsideOutput, ///< input k starts in output 0 at offsets[k], data and gradient (CONCAT on the outer axis)
    OutputsEqualInput,  ///< every output has input 0's data; the gradients are summed (SPLIT)
};

/// What is left in a layer's outputs of the tensor at its first port. A class stays in its place where both are as
/// wide.
enum class Passing {
    Nothing,
    Classes, ///< other numbers, each class in its place
    Joined,  ///< the classes of several inputs behind each other
    Pieces,  ///< the same numbers, some in each output
    Whole    ///< the same numbers
};

/// What follows from a layer's settings and input shapes before anything is computed.
struct Sizes {
    std::vector<Shape> outputs;
    std::vector<WeightSpec> weights = {};
    std::vector<StateSpec> state = {};
    Sharing sharing = Sharing::None;
    std::vector<std::int64_t> offsets = {}; ///< in elements, as Sharing says
    std::int64_t flopsForward = 0;          ///< one multiplication and one addition are 2
    std::int64_t flopsBackward = 0;
    std::int64_t kept = 0; ///< floats besides the outputs that the formula needs in the backward pass; what an engine
                           ///< holds, Engine::memory tells
};

/// What a layer's sizes are worked out from.
struct LayerRequest {
    std::string_view name;     ///< of the layer, for the sentence of an error
    Params params;             ///< complete: see completeParams
    std::vector<Shape> inputs; ///< in the order of the ports
    std::size_t outputCount;   ///< how many tops the layer has; SLICE and SPLIT make as many
};

enum class LayerGroup { Source, Recurrent, Common, Activation, Shape, Loss };

/// All that the program knows about one kind of layer, without a line that computes.
struct LayerType {
    std::string_view name;      ///< "INNERPRODUCT": on screen and in Model
    std::string_view caffeName; ///< "InnerProduct": in prototxt files
    LayerGroup group;
    std::string_view help;    ///< one sentence
    std::string_view formula; ///< what it computes, with shapes
    std::vector<Port> inputs;
    std::vector<Port> outputs;
    std::vector<ParamSpec> params;

    /// Throws Error that names the input that does not fit and the shape it should have.
    std::function<Sizes(const LayerRequest&)> infer;

    /// How a recurrent layer is built, by its settings; null for others. Throws Error where they name no cell. See
    /// recurrentStack.
    std::function<RecurrentStack(const Params&)> recurrent = {};

    /// The setting that says how many streams lie side by side in the rows of x; empty where x is not made of rows.
    std::string_view streamsKey = {};

    Passing passing = Passing::Nothing;
    bool inPlace = false;   ///< an output may have its input's name and memory
    bool loss = false;      ///< output 0 counts in the net's loss, with weight 1 unless the model says otherwise
    bool extension = false; ///< Hamnet's or MyCaffe's own: BVLC Caffe has no such layer
};

/// What the kernel of one layer holds in training besides the tensors at its ports, its weights and its state: bytes.
struct LayerMemory {
    std::int64_t kept = 0;      ///< from the forward pass to the backward pass
    std::int64_t workspace = 0; ///< private copies of weights, and what is needed within a pass only

    /// More, once a sequence starts inside a batch: an engine whose library takes a state before the first step only
    /// then runs the batch in pieces. Batches of text that go on from each other never need it.
    std::int64_t inPieces = 0;
};

/// What will be held for a layer with these settings and sizes: asked of the engine that will run it (see
/// engine/backends/run_memory.h). Does not throw.
using MemoryOf = std::function<LayerMemory(const LayerType&, const LayerRequest&, const Sizes&)>;

/// What the formula itself needs in the backward pass, whoever runs it: Sizes::kept and no workspace. For where no
/// engine is known.
LayerMemory memoryByFormula(const LayerType& type, const LayerRequest& request, const Sizes& sizes);

} // namespace engine
