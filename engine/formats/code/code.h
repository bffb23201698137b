// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/portable_net.h"

#include <string>

namespace engine::code {

/// The net in use as one file of C99 that needs math.h and string.h and allocates nothing. `stem` begins the names of
/// its functions and types:
///
///     text        stem_start(state), stem_step(state, id, scores), and where the characters are known
///                 stem_write(prompt, length, temperature, seed, put)
///     sequences   stem_predict(data, scores); with a number of steps where sequences may be shorter
///     lines       that, and stem_number(text) where the characters are known
///
/// With HAMNET_MAIN defined it is a program that writes text, or predicts of a line of text that it is given or of the
/// numbers on its input, which it checks. Its weights come last, behind weightsLine. Throws Error for nets that have no
/// place in it, and for the character 0.
std::string printC(const PortableNet& net, const std::string& stem);

/// The same for a net that roundToInt8() rounded: its matrices as integers of 8 bits, each row with its scale.
std::string printInt8C(const PortableNet& net, const std::string& stem);

/// The matrices of products and of characters' rows, and those of them that are rounded: all but such as layers share
/// that have them in different ways.
struct Int8Matrices {
    int rounded = 0, all = 0;
};

/// Rounds each row of the matrices to whole multiples, -127 to 127, of a 127th of its largest value. Throws Error as
/// printC() does.
Int8Matrices roundToInt8(PortableNet& net);

/// The net in use as a module of PyTorch's in plain Python, which loads `stem`.safetensors beside it: what
/// torch_weights.h writes. Writes text or predicts where it is run. Throws Error likewise.
std::string printPython(const PortableNet& net, const std::string& stem);

/// What a reader needs to see of such a file: all before its weights.
std::string withoutWeights(const std::string& code);

} // namespace engine::code
