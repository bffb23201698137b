// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

/// Compiles a function for AVX-512, AVX2 and the plain processor at once; which one runs is settled when the program is
/// loaded. Loops inside are vectorised for each; what they call must be inline and without branches.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(HAMNET_SANITIZED)
#define ENGINE_VECTOR_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ENGINE_VECTOR_CLONES
#endif

#define ENGINE_ALWAYS_INLINE inline __attribute__((always_inline))

namespace engine {

/// exp, tanh and the logistic function in single precision, without branches, so that a loop over them becomes vector
/// code. Within 2 units in the last place of the true value (tests/devices says what is held); NaN stays NaN,
/// infinities go to their limits.
struct FastMath {
    /// e^x = 2^n · e^r with n whole and |r| <= ln 2 / 2; e^r = 1 + r + r² q(r), q fitted to the smallest relative
    /// error.
    ENGINE_ALWAYS_INLINE static float exp(float x)
    {
        // Beyond these the result is infinite or zero; NaN passes, as it compares as neither.
        x = x > 89.0f ? 89.0f : x;
        x = x < -104.0f ? -104.0f : x;
        // Adding this pushes the fraction out of the float's 24 bits: what stays is the nearest whole number.
        constexpr float shift = 12582912.0f; // 1.5 · 2^23
        const float shifted = x * 1.44269504f + shift;
        const std::int32_t n = std::bit_cast<std::int32_t>(shifted) - std::bit_cast<std::int32_t>(shift);
        const float whole = shifted - shift;
        const float r = (x - whole * 0.693359375f) + whole * 2.12194440e-4f; // ln 2 in two parts, the first one exact
        float q = 0.00138145394f;
        q = q * r + 0.00836874545f;
        q = q * r + 0.041668389f;
        q = q * r + 0.166665211f;
        q = q * r + 0.49999994f;
        const float power = q * (r * r) + r + 1.0f;
        const std::int32_t half = n >> 1; // twice, as 2^n alone may be no normal float where the product is one
        return power * twoTo(half) * twoTo(n - half);
    }

    ENGINE_ALWAYS_INLINE static float sigmoid(float x) { return 1.0f / (1.0f + exp(-x)); }

    ENGINE_ALWAYS_INLINE static float tanh(float x)
    {
        const float size = std::fabs(x);
        const float far = 1.0f - 2.0f / (exp(2.0f * size) + 1.0f);
        const float square = x * x;
        float p = -0.0057170447f; // tanh x = x + x³ p(x²) near zero, where `far` would cancel
        p = p * square + 0.0206505861f;
        p = p * square - 0.0537434965f;
        p = p * square + 0.133314908f;
        p = p * square - 0.333332837f;
        const float near = x + x * square * p;
        return size < 0.625f ? near : std::copysign(far, x);
    }

private:
    ENGINE_ALWAYS_INLINE static float twoTo(std::int32_t power) { return std::bit_cast<float>((power + 127) << 23); }
};

} // namespace engine
