// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/recurrent.h"

#include <dnnl.hpp>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <vector>

/// What this folder asks of oneDNN, the same for its two interfaces: version 2 describes an operation first and then
/// the primitive, version 3 the primitive at once.
namespace engine::onednn {

/// A place to run and the queue that is run in; the CPU's queue works on the calling thread and its pool of threads.
struct Library {
    dnnl::engine engine{dnnl::engine::kind::cpu, 0};
    dnnl::stream stream{engine};
};

enum class Purpose { Inference, Training };

/// What a primitive computes: one direction of one layer.
struct RecurrentOperation {
    Cell::Kind cell; ///< one of knownCells
    Direction direction = Direction::Forward;
    Purpose purpose = Purpose::Training;
};

/// How the tensors of one operation lie, or their gradients. c has no elements where the cell has no such
/// state.
struct RecurrentTensors {
    dnnl::memory::desc source, h, c, inputWeights, recurrentWeights, bias, destination;
};

/// The primitives of one operation. The backward one is empty for inference.
struct RecurrentDescription {
    dnnl::rnn_primitive_desc_base forward, backward;
};

/// Scratch memory comes from us, so that running allocates nothing.
inline dnnl::primitive_attr ownScratchpad()
{
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    return attributes;
}

template <typename Forward, typename... Arguments>
typename Forward::primitive_desc describeForward(const Library& library, const Arguments&... arguments)
{
#if DNNL_VERSION_MAJOR < 3
    return {typename Forward::desc(arguments...), ownScratchpad(), library.engine};
#else
    return {library.engine, arguments..., ownScratchpad()};
#endif
}

template <typename Backward, typename Forward, typename... Arguments>
typename Backward::primitive_desc describeBackward(const Library& library, const Forward& forward,
                                                   const Arguments&... arguments)
{
#if DNNL_VERSION_MAJOR < 3
    return {typename Backward::desc(arguments...), ownScratchpad(), library.engine, forward};
#else
    return {library.engine, arguments..., forward, ownScratchpad()};
#endif
}

/// How the tensors of an operation lie in each of its passes; `gradients` as `backward` but for the weights'.
struct PassTensors {
    const RecurrentTensors &forward, &backward, &gradients;
};

/// Of a cell with one state. `first` is what the primitive asks before the direction.
template <typename Forward, typename Backward, typename... First>
RecurrentDescription describeWithH(const Library& library, Purpose purpose, dnnl::rnn_direction direction,
                                   const PassTensors& tensors, First... first)
{
    const dnnl::prop_kind kind =
        purpose == Purpose::Training ? dnnl::prop_kind::forward_training : dnnl::prop_kind::forward_inference;
    const auto forward = describeForward<Forward>(
        library, kind, first..., direction, tensors.forward.source, tensors.forward.h, tensors.forward.inputWeights,
        tensors.forward.recurrentWeights, tensors.forward.bias, tensors.forward.destination, tensors.forward.h);
    if (purpose == Purpose::Inference) {
        return {forward, {}};
    }
    return {forward,
            describeBackward<Backward>(
                library, forward, dnnl::prop_kind::backward, first..., direction, tensors.backward.source,
                tensors.backward.h, tensors.backward.inputWeights, tensors.backward.recurrentWeights,
                tensors.backward.bias, tensors.backward.destination, tensors.backward.h, tensors.gradients.source,
                tensors.gradients.h, tensors.gradients.inputWeights, tensors.gradients.recurrentWeights,
                tensors.gradients.bias, tensors.gradients.destination, tensors.gradients.h)};
}

/// Of an LSTM, with two states.
inline RecurrentDescription describeLstm(const Library& library, Purpose purpose, dnnl::rnn_direction direction,
                                         const PassTensors& tensors)
{
    const dnnl::prop_kind kind =
        purpose == Purpose::Training ? dnnl::prop_kind::forward_training : dnnl::prop_kind::forward_inference;
    const auto forward = describeForward<dnnl::lstm_forward>(
        library, kind, direction, tensors.forward.source, tensors.forward.h, tensors.forward.c,
        tensors.forward.inputWeights, tensors.forward.recurrentWeights, tensors.forward.bias,
        tensors.forward.destination, tensors.forward.h, tensors.forward.c);
    if (purpose == Purpose::Inference) {
        return {forward, {}};
    }
    return {forward,
            describeBackward<dnnl::lstm_backward>(
                library, forward, dnnl::prop_kind::backward, direction, tensors.backward.source, tensors.backward.h,
                tensors.backward.c, tensors.backward.inputWeights, tensors.backward.recurrentWeights,
                tensors.backward.bias, tensors.backward.destination, tensors.backward.h, tensors.backward.c,
                tensors.gradients.source, tensors.gradients.h, tensors.gradients.c, tensors.gradients.inputWeights,
                tensors.gradients.recurrentWeights, tensors.gradients.bias, tensors.gradients.destination,
                tensors.gradients.h, tensors.gradients.c)};
}

/// A cell that the library has primitives for.
struct KnownCell {
    Cell::Kind kind;
    RecurrentDescription (*describe)(const Library&, Purpose, dnnl::rnn_direction, const PassTensors&);
    std::span<const std::int64_t> gates = {}; ///< the library's block k is ours at gates[k]; empty for the same order
};

template <dnnl::algorithm Activation>
RecurrentDescription describeRnn(const Library& library, Purpose purpose, dnnl::rnn_direction direction,
                                 const PassTensors& tensors)
{
    return describeWithH<dnnl::vanilla_rnn_forward, dnnl::vanilla_rnn_backward>(library, purpose, direction, tensors,
                                                                                Activation);
}

inline RecurrentDescription describeGru(const Library& library, Purpose purpose, dnnl::rnn_direction direction,
                                        const PassTensors& tensors)
{
    return describeWithH<dnnl::lbr_gru_forward, dnnl::lbr_gru_backward>(library, purpose, direction, tensors);
}

inline constexpr std::int64_t gatesOfGru[] = {1, 0, 2}; ///< z, r, n where ours are r, z, n

/// Every cell that this engine runs.
inline constexpr KnownCell knownCells[] = {
    {Cell::Kind::Lstm, describeLstm},
    {Cell::Kind::Gru, describeGru, gatesOfGru},
    {Cell::Kind::RnnTanh, describeRnn<dnnl::algorithm::eltwise_tanh>},
    {Cell::Kind::RnnRelu, describeRnn<dnnl::algorithm::eltwise_relu>},
};

/// Null for a cell that the library has not.
inline const KnownCell* findCell(Cell::Kind kind)
{
    const auto* const found = std::ranges::find(knownCells, kind, &KnownCell::kind);
    return found != std::end(knownCells) ? found : nullptr;
}

inline bool knows(const Cell& cell)
{
    return findCell(cell.kind) != nullptr;
}

/// Throws dnnl::error where the library has no such primitive.
inline RecurrentDescription describe(const Library& library, const RecurrentOperation& operation,
                                     const PassTensors& tensors)
{
    using dnnl::rnn_direction;
    const KnownCell* const cell = findCell(operation.cell);
    assert(cell != nullptr);
    return cell->describe(library, operation.purpose,
                          operation.direction == Direction::Forward ? rnn_direction::unidirectional_left2right
                                                                    : rnn_direction::unidirectional_right2left,
                          tensors);
}

/// Whether the processor multiplies bf16 in hardware (AVX512_BF16 or AMX) and the library may use it: its
/// instruction sets are bits, each set holding those before it.
inline bool multipliesBfloat16()
{
    return (dnnl_get_effective_cpu_isa() & dnnl_cpu_isa_avx512_core_bf16) == dnnl_cpu_isa_avx512_core_bf16;
}

/// What a product makes of its result.
enum class Result { Written, Added };

/// How the matrices of C = A B + bias or C += A B lie: A [M, K] and B [K, N] bf16, C [M, N] and the bias [1, N]
/// float; no bias has no elements.
struct ProductLayouts {
    dnnl::memory::desc a, b, bias, c;
};

/// Sums are floats. Throws dnnl::error where the library has no such primitive.
inline dnnl::matmul::primitive_desc describeProduct(const Library& library, const ProductLayouts& layouts,
                                                    Result result)
{
    dnnl::primitive_attr attributes = ownScratchpad();
    if (result == Result::Added) {
        dnnl::post_ops after;
        after.append_sum(1.0f);
        attributes.set_post_ops(after);
    }
    const auto& [a, b, bias, c] = layouts;
#if DNNL_VERSION_MAJOR < 3
    const dnnl::matmul::desc operation =
        bias.get_size() > 0 ? dnnl::matmul::desc(a, b, bias, c) : dnnl::matmul::desc(a, b, c);
    return {operation, attributes, library.engine};
#else
    if (bias.get_size() > 0) {
        return {library.engine, a, b, bias, c, attributes};
    }
    return {library.engine, a, b, c, attributes};
#endif
}

/// What one argument of a primitive (DNNL_ARG_...) looks like.
struct ArgumentLayout {
    int which;
    dnnl::memory::desc layout;
};

/// Where one argument of a primitive lies.
struct Argument {
    int which;
    void* data;
};

/// A primitive and the layouts of what it reads and writes, made once. Where that lies is told at every run; running
/// allocates nothing of ours.
class Call {
public:
    Call() = default;

    /// Arguments without elements are left out.
    Call(const Library& library, const dnnl::primitive& primitive, std::initializer_list<ArgumentLayout> arguments)
        : m_primitive(primitive)
    {
        for (const ArgumentLayout& argument : arguments) {
            if (argument.layout.get_size() > 0) {
                m_tensors.emplace_back(argument.layout, library.engine, nullptr);
                m_arguments.push_back({argument.which, m_tensors.back().get()});
            }
        }
    }

    /// Needs a place for every argument that has elements.
    void run(const Library& library, std::initializer_list<Argument> places) const
    {
        for (const dnnl_exec_arg_t& one : m_arguments) {
            const auto* const place = std::ranges::find(places, one.arg, &Argument::which);
            assert(place != places.end());
            dnnl::error::wrap_c_api(dnnl_memory_set_data_handle(one.memory, place->data), "could not place a tensor");
        }
        dnnl::error::wrap_c_api(dnnl_primitive_execute(m_primitive.get(), library.stream.get(),
                                                       static_cast<int>(m_arguments.size()), m_arguments.data()),
                                "could not run a primitive");
    }

private:
    dnnl::primitive m_primitive;
    std::vector<dnnl::memory> m_tensors; ///< own what m_arguments points to
    std::vector<dnnl_exec_arg_t> m_arguments;
};

} // namespace engine::onednn
