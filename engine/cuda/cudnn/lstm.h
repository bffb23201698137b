// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"
#include "engine/cuda/cudnn/edges.h"
#include "engine/cuda/cudnn/layout.h"
#include "engine/cuda/cudnn/rnn.h"
#include "engine/kernels/engine.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine::cuda::cudnn {

/// What came of trying an algorithm.
struct Trial {
    const Algorithm* algorithm;
    std::optional<double> microseconds; ///< of the library's calls; nothing where it does not apply
    std::string reason;                 ///< why it does not
};

/// L stacked LSTMs with dropout between them (engine/layers/lstm.cpp), as one call of the library each way. Where
/// sequences start inside a batch it runs in pieces between the starts.
class LstmKernel final : public Kernel {
public:
    /// Times the algorithms where it is not known yet which is the fastest. Throws Error where none applies.
    explicit LstmKernel(const LayerSetup& setup);

    void forward(const Pass& pass) override;
    void backward() override;
    std::int64_t workspaceBytes() const override;
    std::string_view method() const override { return m_rnn->algorithm().name; }
    std::vector<std::string> notes() const override { return m_notes; }
    std::vector<PrivateState> privateState() override;
    void restartPrivateState(std::uint64_t pass) override;

    /// The library's calls alone, there and in training back, over whatever lies in memory: what an algorithm's time is
    /// the time of.
    void runLibrary();

    /// Of the search when this was made; empty where there was none.
    const std::vector<Trial>& trials() const { return m_trials; }

private:
    /// A run of steps of which only the first may start sequences.
    struct Piece {
        std::int64_t first, steps;
        std::int64_t kept; ///< bytes from the start of m_kept
    };

    bool training() const { return m_setup.training(); }
    bool isRounded() const { return m_elements == Elements::Bfloat16; }
    StateSizes stateSizes() const { return {m_layers, m_streams, m_units}; }

    void makeBuffers();
    void chooseAlgorithm();
    void take(const Algorithm& algorithm);
    bool takeKnown(const std::string& name);
    const Algorithm& fastest();
    Trial tried(const Algorithm& algorithm, double best);
    double timed(double best);
    std::string cacheKey() const;
    std::vector<std::span<float>> tensorsOf(const std::vector<std::span<float>>& all, std::int64_t layer) const;
    void makeLayouts();

    std::vector<Piece> wholeBatch() const { return {{0, m_steps, 0}}; }
    std::vector<Piece> everyStep() const;
    std::vector<Piece> betweenStarts();
    void cutIntoPieces(const Pass& pass);
    void reserve(std::vector<Piece>& pieces);
    void refreshWeights();
    void passForward();
    void passBackward();

    std::int64_t statePairBytes() const;
    LibraryState statePair(const Buffer& buffer, std::int64_t index) const;
    LibraryState stateAfter() const { return statePair(m_states, 0); }
    LibraryState stateBefore(std::size_t piece) const;
    const float* marksOf(const Piece& piece) const;
    Rnn::Call callOf(std::size_t piece) const;
    StatePlaces exposed(std::span<const Tensor> tensors, std::size_t firstPort, float* Tensor::*part) const;
    StatePlaces carried() const;
    const void* gradientsByOutput() const;
    void* gradientsByInput() const;
    void backwardPieces(const LibraryState& byLast, const LibraryState& byFirst);

    LayerSetup m_setup;
    CudaDevice& m_device;
    std::int64_t m_steps, m_streams, m_width, m_units, m_layers;
    Elements m_elements;
    Dropout m_dropout;
    std::unique_ptr<Rnn> m_rnn;
    Layout m_weightLayout, m_gradientLayout;
    PackOnChange m_current;
    std::vector<Trial> m_trials;
    std::vector<std::string> m_notes;

    bool m_isRecorded = false;      ///< whether a recording points into what is held
    std::vector<Buffer> m_recorded; ///< what has become too short since, and recordings may still point into
    std::vector<float> m_marks;     ///< [T, N] on the host, where they must be looked at
    std::vector<Piece> m_pieces;    ///< of the last forward
    Buffer m_kept;                  ///< what forward keeps for backward, piece after piece
    Buffer m_states;             ///< the state after the last piece; before each piece, in inference before the current
    Buffer m_stateGradients;     ///< by the state after the current piece, by the state before it
    Buffer m_x, m_y, m_dx, m_dy; ///< rounded; m_dx and m_dy in float too where nobody wants or gives gradients
};

} // namespace engine::cuda::cudnn
