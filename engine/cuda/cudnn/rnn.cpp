// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cudnn/rnn.h"

#include "engine/cuda/check.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace engine::cuda::cudnn {
namespace {

/// Sizes of layers are checked to fit when they are inferred, and `refusal` bounds the steps.
template <typename Whole>
std::int32_t narrow(Whole value)
{
    return static_cast<std::int32_t>(value);
}

template <typename Descriptor, typename Create>
Descriptor made(const Create& create)
{
    typename Descriptor::pointer raw = nullptr;
    cuda::check(create(&raw), "making a descriptor");
    return Descriptor(raw);
}

/// The library's message on its last failure, beside the status; reading it clears it.
std::string lastWords()
{
    char words[1024] = {};
    cudnnGetLastErrorString(words, sizeof words);
    std::ranges::replace(words, '\n', ' ');
    return words;
}

cudnnDataType_t dataType(Elements elements)
{
    switch (elements) {
    case Elements::Float:
        return CUDNN_DATA_FLOAT;
    case Elements::Bfloat16:
        return CUDNN_DATA_BFLOAT16;
    case Elements::Half:
        break;
    }
    return CUDNN_DATA_HALF;
}

/// DEFAULT lets float data through the tensor cores as TF32, FMA does not; elements of 16 bits always go through them,
/// and sums are float in each.
cudnnMathType_t mathType(Precision precision, Elements elements)
{
    if (elements != Elements::Float) {
        return CUDNN_TENSOR_OP_MATH;
    }
    return precision == Precision::Float32 ? CUDNN_FMA_MATH : CUDNN_DEFAULT_MATH;
}

/// Nothing for a cell that the library lacks.
std::optional<cudnnRNNMode_t> modeOf(const Cell& cell)
{
    switch (cell.kind) {
    case Cell::Kind::Lstm:
        return CUDNN_LSTM;
    case Cell::Kind::Gru:
        return CUDNN_GRU;
    case Cell::Kind::RnnTanh:
        return CUDNN_RNN_TANH;
    case Cell::Kind::RnnRelu:
        return CUDNN_RNN_RELU;
    case Cell::Kind::Typed:
        break;
    }
    return std::nullopt;
}

} // namespace

bool knows(const Cell& cell)
{
    return modeOf(cell).has_value();
}

Dropout::Dropout(CudaDevice& device, double ratio, std::uint64_t seed)
    : m_device(&device),
      m_ratio(static_cast<float>(ratio)),
      m_descriptor(made<DropoutDescriptor>(cudnnCreateDropoutDescriptor))
{
    if (ratio > 0) {
        cuda::check(cudnnDropoutGetStatesSize(device.cudnn(), &m_bytes), "asking for the size of dropout's generators");
        m_states = device.allocate(floatsFor(static_cast<std::int64_t>(m_bytes)));
    }
    restart(seed);
}

void Dropout::restart(std::uint64_t seed)
{
    cuda::check(
        cudnnSetDropoutDescriptor(m_descriptor.get(), m_device->cudnn(), m_ratio, m_states.data(), m_bytes, seed),
        say(ENGINE_TEXT("Sentences", "starting dropout of %1, %2 bytes of generators"), static_cast<double>(m_ratio),
            m_bytes));
}

Rnn::Rnn(const Setup& setup)
    : m_setup(setup),
      m_elements(setup.elements()),
      m_descriptor(made<RnnDescriptor>(cudnnCreateRNNDescriptor)),
      m_state(made<TensorDescriptor>(cudnnCreateTensorDescriptor))
{
    const Setup& s = m_setup;
    const cudnnDirectionMode_t directions = s.stack.isBidirectional() ? CUDNN_BIDIRECTIONAL : CUDNN_UNIDIRECTIONAL;
    check(cudnnSetRNNDescriptor_v8(m_descriptor.get(), s.algorithm->id, *modeOf(*s.stack.cell), CUDNN_RNN_DOUBLE_BIAS,
                                   directions, CUDNN_LINEAR_INPUT, dataType(m_elements), CUDNN_DATA_FLOAT,
                                   mathType(s.device->precision(), m_elements), narrow(s.width), narrow(s.units),
                                   narrow(s.units), narrow(s.stack.layers), s.dropout->descriptor(),
                                   CUDNN_RNN_PADDED_IO_DISABLED),
          "describing the stack");
    const int extents[] = {narrow(s.stack.parts()), narrow(s.streams), narrow(s.units)};
    const int strides[] = {narrow(s.streams * s.units), narrow(s.units), 1};
    check(cudnnSetTensorNdDescriptor(m_state.get(), dataType(m_elements), 3, extents, strides), "describing the state");
    if (s.algorithm->id == CUDNN_RNN_ALGO_PERSIST_DYNAMIC) {
        check(cudnnBuildRNNDynamic(s.device->cudnn(), m_descriptor.get(), narrow(s.streams)), "building its kernel");
    }
    check(cudnnGetRNNWeightSpaceSize(s.device->cudnn(), m_descriptor.get(), &m_weightBytes),
          "asking for the size of the weights");
}

void Rnn::takeWeightSpace()
{
    CudaDevice& device = *m_setup.device;
    const std::int64_t floats = floatsFor(static_cast<std::int64_t>(m_weightBytes));
    m_weights = device.allocate(floats); // zeroed: the second biases stay so
    if (m_setup.purpose == Purpose::Training) {
        m_gradients = device.allocate(floats);
    }
}

/// The library counts parts as we do, and products so: first each gate's input product, then each gate's recurrent one.
GatePlace Rnn::gatePlace(std::size_t part, std::int32_t product, std::int64_t columns) const
{
    const auto matrix = made<TensorDescriptor>(cudnnCreateTensorDescriptor);
    const auto bias = made<TensorDescriptor>(cudnnCreateTensorDescriptor);
    void *matrixAddress = nullptr, *biasAddress = nullptr;
    check(cudnnGetRNNWeightParams(m_setup.device->cudnn(), m_descriptor.get(), narrow(part), m_weightBytes,
                                  m_weights.data(), product, matrix.get(), &matrixAddress, bias.get(), &biasAddress),
          "asking where weights lie");
    int axes = 0, extents[3] = {}, strides[3] = {};
    cudnnDataType_t type{};
    check(cudnnGetTensorNdDescriptor(matrix.get(), 3, &type, &axes, extents, strides), "asking for a matrix's sizes");
    if (matrixAddress == nullptr || biasAddress == nullptr || extents[1] != m_setup.units || extents[2] != columns) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "cuDNN: product %1 of part %2 is %3×%4×%5 (%6 axes), but 1×%7×%8 was wanted"),
                product, part, extents[0], extents[1], extents[2], axes, m_setup.units, columns));
    }
    const auto offset = [&](const void* address) {
        return (static_cast<const std::byte*>(address) - reinterpret_cast<const std::byte*>(m_weights.data())) /
               bytesOf(m_elements);
    };
    return {.matrix = offset(matrixAddress),
            .bias = offset(biasAddress),
            .matrixCount = m_setup.units * columns,
            .biasCount = m_setup.units};
}

PartPlaces Rnn::places(std::int64_t layer, Direction direction) const
{
    const RecurrentStack& stack = m_setup.stack;
    const std::size_t part = stack.part(layer, direction);
    const std::int64_t gates = stack.cell->gateCount(), width = stack.widthOf(layer, m_setup.width, m_setup.units);
    PartPlaces places;
    for (std::int64_t gate = 0; gate < gates; ++gate) {
        places.input.push_back(gatePlace(part, narrow(gate), width));
        places.recurrent.push_back(gatePlace(part, narrow(gates + gate), m_setup.units));
    }
    return places;
}

/// [T, N, width], every sequence T long.
RnnDataDescriptor Rnn::sequence(std::int64_t steps, std::int64_t width) const
{
    auto descriptor = made<RnnDataDescriptor>(cudnnCreateRNNDataDescriptor);
    const std::vector<int> lengths(static_cast<std::size_t>(m_setup.streams), narrow(steps));
    check(cudnnSetRNNDataDescriptor(descriptor.get(), dataType(m_elements), CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED,
                                    narrow(steps), narrow(m_setup.streams), narrow(width), lengths.data(), nullptr),
          say(ENGINE_TEXT("Sentences", "describing %1 steps of %2"), steps, width));
    return descriptor;
}

Rnn::Spaces Rnn::spacesOf(const RnnDataDescriptor& x) const
{
    std::size_t work = 0, kept = 0;
    const bool training = m_setup.purpose == Purpose::Training;
    check(cudnnGetRNNTempSpaceSizes(m_setup.device->cudnn(), m_descriptor.get(),
                                    training ? CUDNN_FWD_MODE_TRAINING : CUDNN_FWD_MODE_INFERENCE, x.get(), &work,
                                    &kept),
          "asking for the size of its work space");
    return {.weights = static_cast<std::int64_t>(m_weightBytes),
            .kept = training ? static_cast<std::int64_t>(kept) : 0,
            .work = static_cast<std::int64_t>(work)};
}

void Rnn::prepare(std::int64_t steps)
{
    if (m_lengths.contains(steps)) {
        return;
    }
    CudaDevice& device = *m_setup.device;
    const std::vector<std::int32_t> lengths(static_cast<std::size_t>(m_setup.streams), narrow(steps));
    Length length{.x = sequence(steps, m_setup.width),
                  .y = sequence(steps, m_setup.stack.directions * m_setup.units),
                  .lengths = {device, lengths}};
    const Spaces spaces = spacesOf(length.x);
    length.kept = spaces.kept;
    if (static_cast<std::size_t>(spaces.work) > workBytes()) {
        m_work.push_back(device.allocate(floatsFor(spaces.work)));
    }
    m_lengths.emplace(steps, std::move(length));
}

void Rnn::forward(const Call& call)
{
    const Length& length = m_lengths.at(call.steps);
    const bool training = m_setup.purpose == Purpose::Training;
    check(cudnnRNNForward(m_setup.device->cudnn(), m_descriptor.get(),
                          training ? CUDNN_FWD_MODE_TRAINING : CUDNN_FWD_MODE_INFERENCE, length.lengths.data(),
                          length.x.get(), call.x, length.y.get(), call.y, m_state.get(), call.before.h, call.after.h,
                          m_state.get(), call.before.c, call.after.c, m_weightBytes, m_weights.data(), workBytes(),
                          work(), static_cast<std::size_t>(length.kept), call.kept),
          say(ENGINE_TEXT("Sentences", "forward over %1 steps"), call.steps));
}

void Rnn::backwardData(const Call& call, const Gradients& gradients)
{
    const Length& length = m_lengths.at(call.steps);
    check(cudnnRNNBackwardData_v8(m_setup.device->cudnn(), m_descriptor.get(), length.lengths.data(), length.y.get(),
                                  call.y, gradients.y, length.x.get(), gradients.x, m_state.get(), call.before.h,
                                  gradients.after.h, gradients.before.h, m_state.get(), call.before.c,
                                  gradients.after.c, gradients.before.c, m_weightBytes, m_weights.data(), workBytes(),
                                  work(), static_cast<std::size_t>(length.kept), call.kept),
          say(ENGINE_TEXT("Sentences", "gradients by data over %1 steps"), call.steps));
}

void Rnn::backwardWeights(const Call& call)
{
    const Length& length = m_lengths.at(call.steps);
    check(cudnnRNNBackwardWeights_v8(m_setup.device->cudnn(), m_descriptor.get(), CUDNN_WGRAD_MODE_ADD,
                                     length.lengths.data(), length.x.get(), call.x, m_state.get(), call.before.h,
                                     length.y.get(), call.y, m_weightBytes, m_gradients.data(), workBytes(), work(),
                                     static_cast<std::size_t>(length.kept), call.kept),
          say(ENGINE_TEXT("Sentences", "gradients by weights over %1 steps"), call.steps));
}

void Rnn::clearGradients()
{
    m_setup.device->zero(m_gradients.data(), m_gradients.count());
}

std::int64_t Rnn::bytes() const
{
    const auto lengths = static_cast<std::int64_t>(m_lengths.size()) * m_setup.streams;
    std::int64_t floats = m_weights.count() + m_gradients.count() + lengths;
    for (const Buffer& work : m_work) {
        floats += work.count();
    }
    return 4 * floats;
}

void Rnn::check(cudnnStatus_t status, std::string_view what) const
{
    if (status == CUDNN_STATUS_SUCCESS) {
        return;
    }
    const Setup& s = m_setup;
    const std::string words = lastWords();
    throw Error(say(ENGINE_TEXT("Sentences", "cuDNN: %1 by %2: %3 (%4%5%6 layers, width %7, %8 units, %9 streams%10)"),
                    what, s.algorithm->name, cudnnGetErrorString(status), s.stack.cell->name,
                    s.stack.isBidirectional() ? ENGINE_TEXT("Sentences", ", bidirectional, ") : ", ", s.stack.layers,
                    s.width, s.units, s.streams, words.empty() ? "" : "; " + words));
}

} // namespace engine::cuda::cudnn
