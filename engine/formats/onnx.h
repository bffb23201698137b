// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/net_file.h"

#include <cstddef>
#include <span>
#include <string>

namespace engine {

namespace onnx {
struct Graph;
}

// A net as an ONNX graph that reads text, step by step or many steps at once:
//
//     data          int64 [steps, streams]              numbers of characters
//     <layer>.h0    float [L, streams, H], <layer>.c0   state before the first step; zeros where a text starts
//     logits        float [steps, streams, V], or [rows, V] where the net makes rows of them
//     probabilities float                               softmax of the logits
//     <layer>.hT    float [L, streams, H], <layer>.cT   state after the last step, for the next call
//
// for each LSTM layer of L stacked ones. Gather (EMBED), LSTM (gates i, o, f, c), MatMul and Add (INNERPRODUCT),
// Softmax; dropout is left out. The metadata are those of safetensors: hamnet.model, hamnet.vocabulary,
// hamnet.iteration.

/// The graph of the net as it writes text. Throws Error for layers that have no place in it.
std::string printOnnx(const PortableNet& net, TransferReport& report);
onnx::Graph graphOf(const PortableNet& net, TransferReport& report); ///< the same, not printed

/// Reads such graphs, by Hamnet or by others: a chain of Gather, LSTM, MatMul or Gemm and activations, see
/// onnx::readChain; a file with a node besides them is refused by that node's name. The net is the hint's, or that of
/// Hamnet's metadata, which must be the graph's, or one that is drawn after the graph; weights are matched by kind and
/// order.
PortableNet parseOnnx(std::span<const std::byte> bytes, const std::string& fileName, const NetFileHints& hints);

} // namespace engine
