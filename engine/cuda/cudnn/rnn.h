// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/cuda/cudnn/algorithm.h"
#include "engine/cuda/cudnn/edges.h"
#include "engine/cuda/cudnn/elements.h"
#include "engine/cuda/cudnn/layout.h"
#include "engine/cuda/cudnn/library.h"
#include "engine/cuda/device_array.h"
#include "engine/graph/recurrent.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace engine::cuda::cudnn {

/// Destroys a descriptor of the library.
template <auto& Destroy>
struct Destroyer {
    template <typename Described>
    void operator()(Described* descriptor) const
    {
        static_cast<void>(Destroy(descriptor));
    }
};
using RnnDescriptor = std::unique_ptr<cudnnRNNStruct, Destroyer<cudnnDestroyRNNDescriptor>>;
using RnnDataDescriptor = std::unique_ptr<cudnnRNNDataStruct, Destroyer<cudnnDestroyRNNDataDescriptor>>;
using TensorDescriptor = std::unique_ptr<cudnnTensorStruct, Destroyer<cudnnDestroyTensorDescriptor>>;
using DropoutDescriptor = std::unique_ptr<cudnnDropoutStruct, Destroyer<cudnnDestroyDropoutDescriptor>>;

/// Dropout between stacked layers: the library's own random generators, in our memory, moved on by its kernels.
class Dropout {
public:
    /// None where `ratio` is 0.
    Dropout(CudaDevice& device, double ratio, std::uint64_t seed);

    void restart(std::uint64_t seed); ///< takes milliseconds: the library fills all generators

    cudnnDropoutDescriptor_t descriptor() const { return m_descriptor.get(); }
    const Buffer& states() const { return m_states; } ///< empty where there is no dropout

private:
    CudaDevice* m_device;
    float m_ratio;
    std::size_t m_bytes = 0;
    Buffer m_states;
    DropoutDescriptor m_descriptor;
};

/// Whether a backward follows each forward.
enum class Purpose { Training, Inference };

/// Whether the library has this cell.
bool knows(const Cell& cell);

/// A stack of recurrent cells by one of the library's algorithms: descriptors, the weight space, workspace. Every
/// length of sequence up to the longest can be run; descriptors for each are made once.
class Rnn {
public:
    struct Setup {
        CudaDevice* device;
        const Algorithm* algorithm;
        const Dropout* dropout; ///< outlives this
        Purpose purpose;
        RecurrentStack stack;
        std::int64_t streams, width, units;

        Elements elements() const { return algorithm->elementsIn(device->precision()); }
    };

    /// Throws Error where the library does not take the algorithm for these sizes, with what it says. Allocates none.
    explicit Rnn(const Setup& setup);

    /// The memory that the library requires with sequences of that length. Throws Error as the constructor does.
    struct Spaces {
        std::int64_t weights, kept, work; ///< bytes; kept for backward: 0 in inference
    };
    Spaces spacesFor(std::int64_t steps) const { return spacesOf(sequence(steps, m_setup.width)); }

    /// Zeros, for weights and in training for their gradients: before all below.
    void takeWeightSpace();

    /// Makes descriptors for a length, and room to work in. Throws Error as the constructor does.
    void prepare(std::int64_t steps);

    /// Bytes that forward keeps for backward, for a length that was prepared; 0 in inference.
    std::int64_t keptBytes(std::int64_t steps) const { return m_lengths.at(steps).kept; }

    /// Tensors of one call, x [T, N, I] and y [T, N, D·H] of the precision's elements; states [L·D, N, H]; of `after`
    /// null is not wanted.
    struct Call {
        std::int64_t steps;
        const void* x;
        void* y;
        LibraryState before, after;
        void* kept; ///< keptBytes(steps)
    };
    void forward(const Call& call);

    /// Gradients: by y and by the state after (null counts as zero) on the way in, by x and by the state before (null
    /// is not wanted) on the way out.
    struct Gradients {
        const void* y;
        LibraryState after;
        void* x;
        LibraryState before;
    };
    void backwardData(const Call& call, const Gradients& gradients);

    /// Follows backwardData; adds to the gradient space.
    void backwardWeights(const Call& call);

    void clearGradients();

    void* weights() const { return m_weights.data(); }
    const void* gradients() const { return m_gradients.data(); }
    std::int64_t gradientCount() const { return static_cast<std::int64_t>(m_weightBytes) / bytesOf(m_elements); }

    /// Where weights and gradients of one direction of one layer lie in their spaces.
    PartPlaces places(std::int64_t layer, Direction direction) const;
    std::int64_t bytes() const; ///< of device memory

private:
    struct Length {
        RnnDataDescriptor x, y;
        DeviceArray<std::int32_t> lengths; ///< [N], all the same
        std::int64_t kept = 0;
    };

    Spaces spacesOf(const RnnDataDescriptor& x) const;
    GatePlace gatePlace(std::size_t part, std::int32_t product, std::int64_t columns) const;
    RnnDataDescriptor sequence(std::int64_t steps, std::int64_t width) const;
    void* work() const { return m_work.empty() ? nullptr : m_work.back().data(); }
    std::size_t workBytes() const { return m_work.empty() ? 0 : bytesIn(m_work.back()); }
    static std::size_t bytesIn(const Buffer& buffer)
    {
        return static_cast<std::size_t>(buffer.count()) * sizeof(float);
    }
    void check(cudnnStatus_t status, std::string_view what) const; ///< tells algorithm, sizes and the library's words

    Setup m_setup;
    Elements m_elements;
    RnnDescriptor m_descriptor;
    TensorDescriptor m_state; ///< [L·D, N, H]
    std::map<std::int64_t, Length> m_lengths;
    std::size_t m_weightBytes = 0;
    Buffer m_weights, m_gradients; ///< the latter for training only
    std::vector<Buffer> m_work;    ///< the last is as long as the longest wish; recordings may point into all
};

} // namespace engine::cuda::cudnn
