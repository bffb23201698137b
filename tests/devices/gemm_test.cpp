// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/blas.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/cpu/gemm.h"
#include "engine/devices/random.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <ostream>
#include <vector>

namespace engine {
namespace {

struct Sizes {
    std::int64_t rows, columns, depth;
};

void PrintTo(const Sizes& sizes, std::ostream* to)
{
    *to << sizes.rows << " x " << sizes.columns << " x " << sizes.depth;
}

/// The operands of a product, with gaps of `gap` elements behind each row, and the product by three plain loops.
struct Operands {
    MatrixProduct product;
    std::vector<float> A, B, C;
    std::vector<double> wanted;

    Operands(const MatrixProduct& given, std::int64_t gap) : product(given)
    {
        const bool aTransposed = product.a == Transposed::Yes, bTransposed = product.b == Transposed::Yes;
        product.strideA = (aTransposed ? product.rows : product.depth) + gap;
        product.strideB = (bTransposed ? product.depth : product.columns) + gap;
        product.strideC = product.columns + gap;
        A = drawn((aTransposed ? product.depth : product.rows) * product.strideA, 1);
        B = drawn((bTransposed ? product.columns : product.depth) * product.strideB, 2);
        C = drawn(product.rows * product.strideC, 3);
        wanted.assign(C.begin(), C.end());
        for (std::int64_t row = 0; row < product.rows; ++row) {
            for (std::int64_t column = 0; column < product.columns; ++column) {
                double sum = 0;
                for (std::int64_t k = 0; k < product.depth; ++k) {
                    sum += static_cast<double>(A[at(aTransposed ? k : row, aTransposed ? row : k, product.strideA)]) *
                           B[at(bTransposed ? column : k, bTransposed ? k : column, product.strideB)];
                }
                double& place = wanted[at(row, column, product.strideC)];
                place = product.alpha * sum + (product.beta == 0 ? 0 : product.beta * place);
            }
        }
    }

    static std::size_t at(std::int64_t row, std::int64_t column, std::int64_t stride)
    {
        return static_cast<std::size_t>(row * stride + column);
    }

    static std::vector<float> drawn(std::int64_t count, std::uint64_t stream)
    {
        RandomSequence random({.seed = 1, .stream = stream});
        std::vector<float> values;
        for (std::int64_t index = 0; index < count; ++index) {
            values.push_back(static_cast<float>(random.uniform01() - 0.5));
        }
        return values;
    }
};

::testing::AssertionResult isRight(Operands operands)
{
    gemm(operands.product, operands.A.data(), operands.B.data(), operands.C.data());
    for (std::size_t index = 0; index < operands.C.size(); ++index) {
        if (!(std::abs(operands.C[index] - operands.wanted[index]) < 1e-4)) {
            return ::testing::AssertionFailure() << "element " << index << " is " << operands.C[index] << ", but "
                                                 << operands.wanted[index] << " is wanted";
        }
    }
    return ::testing::AssertionSuccess();
}

class Gemm : public ::testing::TestWithParam<Sizes> {};

TEST_P(Gemm, IsThePlainProductInEveryForm)
{
    for (const int threads : {1, 3}) {
        CpuDevice device(cpuBackend(), threads);
        for (const Transposed a : {Transposed::No, Transposed::Yes}) {
            for (const Transposed b : {Transposed::No, Transposed::Yes}) {
                const auto [rows, columns, depth] = GetParam();
                const MatrixProduct product{.rows = rows, .columns = columns, .depth = depth, .a = a, .b = b};
                EXPECT_TRUE(isRight(Operands(product, 0)));
                MatrixProduct weighed = product;
                weighed.alpha = 0.5f;
                weighed.beta = -2;
                EXPECT_TRUE(isRight(Operands(weighed, 3)));
            }
        }
    }
}

TEST_P(Gemm, OnlyWritesWhereBetaIsZero)
{
    CpuDevice device(cpuBackend(), 2);
    const auto [rows, columns, depth] = GetParam();
    for (const Transposed b : {Transposed::No, Transposed::Yes}) {
        Operands operands({.rows = rows, .columns = columns, .depth = depth, .b = b}, 0);
        operands.C.assign(operands.C.size(), std::numeric_limits<float>::quiet_NaN());
        EXPECT_TRUE(isRight(operands));
    }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Gemm,
                         ::testing::Values(Sizes{1, 1, 1}, Sizes{1, 65, 129}, Sizes{1, 700, 300}, Sizes{2, 700, 300},
                                           Sizes{9, 601, 257}, Sizes{25, 256, 128}, Sizes{25, 256, 1000},
                                           Sizes{60, 500, 70}, Sizes{3, 2, 1}, Sizes{200, 17, 31}, Sizes{300, 1, 40},
                                           Sizes{900, 40, 64}));

TEST(GemmThreads, TheSameNumberGivesTheSameBits)
{
    CpuDevice device(cpuBackend(), 2);
    Operands one({.rows = 40, .columns = 600, .depth = 300, .b = Transposed::Yes}, 0), other = one;
    gemm(one.product, one.A.data(), one.B.data(), one.C.data());
    gemm(other.product, other.A.data(), other.B.data(), other.C.data());
    EXPECT_EQ(one.C, other.C);
}

TEST(Gemm, OfNoRowsDoesNothingAndOfAnEmptyDepthIsZero)
{
    CpuDevice device(cpuBackend(), 1);
    const float nothing = 0;
    std::vector<float> C(6, 7);
    gemm({.rows = 0, .columns = 3, .depth = 2}, &nothing, &nothing, C.data());
    EXPECT_EQ(C, std::vector<float>(6, 7));
    gemm({.rows = 2, .columns = 3, .depth = 0}, &nothing, &nothing, C.data());
    EXPECT_EQ(C, std::vector<float>(6, 0));
}

TEST(Blas, IsNotTheOneForATwentyYearOldProcessor)
{
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2")) {
        GTEST_SKIP() << "this processor has no AVX2";
    }
    EXPECT_THAT(blas().name, ::testing::Not(::testing::HasSubstr("Prescott")));
#else
    GTEST_SKIP() << "a matter of x86-64";
#endif
}

} // namespace
} // namespace engine
