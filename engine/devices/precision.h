// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace engine {

/// How matrix products and fused layers multiply. Weights, their gradients as the solver sees them, and sums are float
/// in each; what a fused engine keeps inside in Bfloat16, its README says.
enum class Precision {
    Float32,  ///< all 24 bits of a float's mantissa; the only one on a CPU without AVX512_BF16 or AMX
    Tf32,     ///< factors are rounded to 11 bits on the way into the tensor cores: what frameworks call fp32
    Bfloat16, ///< factors, and the activations of fused layers, are rounded to 8 bits
};

/// "fp32", "tf32", "bf16": how options and files name them.
std::string_view nameOf(Precision precision);
std::optional<Precision> precisionNamed(std::string_view name); ///< any case

} // namespace engine
