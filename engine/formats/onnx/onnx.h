// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/portable_net.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace engine {

struct NetFunctions;

namespace onnx {
struct Graph;
}

// A net as an ONNX graph that reads text, step by step or many steps at once:
//
//     data          int64 [steps, streams]              numbers of characters
//     <layer>.h0    float [L, streams, H], <layer>.c0   state before the first step; zeros where a text starts
//     logits        float [steps, streams, V]
//     probabilities float                               softmax of the logits
//     <layer>.hT    float [L, streams, H], <layer>.cT   state after the last step, for the next call
//
// for each LSTM layer of L stacked ones, or one that says something of sequences, which come whole and one behind the
// other (the names of axes that may be any are steps and batch; of a net that reads `lengths`, steps is one of them):
//
//     image         float [batch, rows, columns]        of images: pixels from 0 to 255
//     window        double [batch, T, columns]          of a table: in the columns' own units
//     text          int64 [batch, T]                    of lines: numbers of characters, any behind the end
//     data          float [batch, T, I]                 of data of an unknown kind: as the net reads it
//     lengths       int64 [batch]                       real steps of each, at least 1, where LAST or
//                                                       MEANOVERSTEPS reads them
//     logits        float [batch, classes]              and probabilities, or for numbers:
//     prediction    double [batch]                      in the target's own unit
//
// where hamnet.sequences (printSequences) is in the metadata, too: classes, columns and how they were standardised.
//
// Gather (EMBED), LSTM (gates i, o, f, c), Scan (CELL; its body is a step, its constants are named as the weights),
// MatMul and Add (INNERPRODUCT), Softmax; dropout is left out. The metadata are those of safetensors: hamnet.model,
// hamnet.vocabulary, hamnet.iteration.

/// The part of a model that a graph holds: forGeneration() of a net of text, forPrediction() of one of sequences.
Model inUse(const Model& model);

/// The graph of the net in use. Throws Error for layers that have no place in it.
std::string printOnnx(const PortableNet& net, TransferReport& report);
onnx::Graph graphOf(const PortableNet& net, TransferReport& report); ///< the same, not printed

/// Reads such graphs. One with a net in its metadata must be what Hamnet wrote for that net, node by node. Of others: a
/// net of text in a chain of Gather, recurrent cells, MatMul or Gemm and activations, see onnx::drawnAfter. Anything
/// else is refused by a node's name. Where the hints have a model, it takes the weights as those of a file by PyTorch
/// (fromTorch). Numbers that lie in other files are read where these are in `folder`.
PortableNet parseOnnx(std::span<const std::byte> bytes, const std::string& fileName, const NetFileHints& hints,
                      const std::optional<std::filesystem::path>& folder = std::nullopt);

/// How the table of files reads and writes nets as .onnx.
NetFunctions onnxFunctions();

} // namespace engine
