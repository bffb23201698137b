// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/cuda/cudnn/directions_apart.h"
#include "engine/cuda/cudnn/piecewise_rnn.h"
#include "engine/kernels/engine.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine::cuda::cudnn {

/// Which algorithms are timed if the fastest is not known yet.
enum class Search {
    Whole,  ///< all; the fastest is kept on disk
    Likely, ///< those that usually win, for a kernel that is made only to be timed: the others can take seconds to
            ///< start
};

std::unique_ptr<Kernel> makeRecurrent(const LayerSetup& layer, Search search = Search::Whole);

/// The result of trying an algorithm.
struct Trial {
    const Algorithm* algorithm;
    std::optional<double> microseconds; ///< of the library's calls, recorded; nothing where it does not apply
    double plain;                       ///< microseconds of the same calls without a recording
    std::string reason;                 ///< why it does not
};

/// A stack of recurrent cells in one or both directions with dropout between the layers (engine/layers/recurrent.h), as
/// one call of the library for each pass. If sequences start inside a batch, it runs in pieces between the starts.
class RecurrentKernel final : public Kernel {
public:
    /// Times the algorithms where it is not known yet which is the fastest. Throws Error where none applies.
    explicit RecurrentKernel(const LayerSetup& setup, Search search = Search::Whole);

    void forward(const Pass& pass) override;
    void backward() override;
    std::int64_t workspaceBytes() const override;
    std::string_view method() const override { return m_whole->setup().algorithm->name; }
    std::vector<Sentence> notes() const override { return m_notes; }
    std::vector<PrivateState> privateState() override;
    void restartPrivateState(std::uint64_t pass) override;

    /// The library's calls alone, forward and in training backward, over whatever is in memory: what an algorithm is
    /// timed by.
    void runLibrary();

    /// Of the search when this was made; empty where there was none.
    const std::vector<Trial>& trials() const { return m_trials; }

private:
    bool training() const { return m_setup.training(); }
    bool isRounded() const { return m_elements != Elements::Float; }
    std::int64_t outputWidth() const { return m_stack.directions * m_units; }

    /// Microseconds of the library's calls, from a recording and without one.
    struct Times {
        double recorded = 0, plain = 0;
    };

    void makeBuffers(Elements elements); ///< for the library's element type, if it has changed
    void chooseAlgorithm();
    void take(const Algorithm& algorithm);
    bool takeKnown(const std::string& name);
    const Algorithm& fastest();
    Trial tried(const Algorithm& algorithm, double firstPlain);
    Times timed(double firstPlain);
    std::string cacheKey() const;

    void cutIntoPieces(const Pass& pass);
    bool cutsEveryStep() const;
    void cutDirections();
    DirectionsApart& apart();
    const std::vector<float>& contOnHost();
    void passForward(const Pass& pass);
    void passBackward();

    PiecewiseRnn::Batch batch() const;
    PiecewiseRnn::Gradients gradients() const;
    GradientScale* scale() const { return reinterpret_cast<GradientScale*>(m_scale.data()); }
    void scaleGradients(const StatePlaces& last);
    StatePlaces exposed(std::span<const Tensor> tensors, std::size_t firstPort, float* Tensor::*part) const;
    StatePlaces carried() const;

    LayerSetup m_setup;
    Search m_search;
    CudaDevice& m_device;
    RecurrentStack m_stack;
    std::int64_t m_steps, m_streams, m_width, m_units;
    std::optional<Elements> m_elements; ///< what the library computes with
    Dropout m_dropout;
    std::unique_ptr<PiecewiseRnn> m_whole;
    std::unique_ptr<DirectionsApart> m_apart; ///< both directions in pieces; made when they are needed first
    bool m_runsApart = false;                 ///< of the last forward
    std::vector<Trial> m_trials;
    std::vector<Sentence> m_notes;

    std::vector<float> m_contOnHost; ///< [T, N], cont copied to the host to find the starts
    Buffer m_x, m_y, m_dx,
        m_dy;       ///< rounded; m_dx and m_dy in float too where gradients are not needed or do not arrive
    Buffer m_scale; ///< a GradientScale; training in half precision only
};

} // namespace engine::cuda::cudnn
