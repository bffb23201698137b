// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace engine::cells {

/// What a cell's text says without its comments, in one line: "f = sigmoid(W x); h = f * h[t-1]". The text need not
/// read.
std::string equationsLine(std::string_view text);

} // namespace engine::cells
