// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <dnnl.hpp>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <vector>

/// What this folder asks of oneDNN, the same for its two interfaces: version 2 describes an operation first and then
/// the primitive, version 3 the primitive at once.
namespace engine::onednn {

/// A place to run and the queue that is run in; the CPU's queue works on the calling thread and its pool of threads.
struct Library {
    dnnl::engine engine{dnnl::engine::kind::cpu, 0};
    dnnl::stream stream{engine};
};

/// How the tensors of one LSTM lie, or their gradients.
struct LstmTensors {
    dnnl::memory::desc source, state, inputWeights, recurrentWeights, bias, destination;
};

enum class LstmPurpose { Inference, Training };

/// Scratch memory comes from us, so that running allocates nothing.
inline dnnl::primitive_attr ownScratchpad()
{
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    return attributes;
}

/// Throws dnnl::error where the library has no such primitive.
inline dnnl::lstm_forward::primitive_desc describeForward(const Library& library, LstmPurpose purpose,
                                                          const LstmTensors& of)
{
    const dnnl::prop_kind kind =
        purpose == LstmPurpose::Training ? dnnl::prop_kind::forward_training : dnnl::prop_kind::forward_inference;
    constexpr auto direction = dnnl::rnn_direction::unidirectional_left2right;
#if DNNL_VERSION_MAJOR < 3
    const dnnl::lstm_forward::desc operation(kind, direction, of.source, of.state, of.state, of.inputWeights,
                                             of.recurrentWeights, of.bias, of.destination, of.state, of.state);
    return {operation, ownScratchpad(), library.engine};
#else
    return {library.engine,      kind,    direction,      of.source, of.state, of.state,       of.inputWeights,
            of.recurrentWeights, of.bias, of.destination, of.state,  of.state, ownScratchpad()};
#endif
}

/// The way back of `forward`, which read and wrote `of`; `gradients` lie like their tensors but for the weights'.
inline dnnl::lstm_backward::primitive_desc describeBackward(const Library& library, const LstmTensors& of,
                                                            const LstmTensors& gradients,
                                                            const dnnl::lstm_forward::primitive_desc& forward)
{
    constexpr auto direction = dnnl::rnn_direction::unidirectional_left2right;
#if DNNL_VERSION_MAJOR < 3
    const dnnl::lstm_backward::desc operation(dnnl::prop_kind::backward, direction, of.source, of.state, of.state,
                                              of.inputWeights, of.recurrentWeights, of.bias, of.destination, of.state,
                                              of.state, gradients.source, gradients.state, gradients.state,
                                              gradients.inputWeights, gradients.recurrentWeights, gradients.bias,
                                              gradients.destination, gradients.state, gradients.state);
    return {operation, ownScratchpad(), library.engine, forward};
#else
    return {library.engine,
            dnnl::prop_kind::backward,
            direction,
            of.source,
            of.state,
            of.state,
            of.inputWeights,
            of.recurrentWeights,
            of.bias,
            of.destination,
            of.state,
            of.state,
            gradients.source,
            gradients.state,
            gradients.state,
            gradients.inputWeights,
            gradients.recurrentWeights,
            gradients.bias,
            gradients.destination,
            gradients.state,
            gradients.state,
            forward,
            ownScratchpad()};
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
    float* data;
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
