// SPDX-License-Identifier: GPL-3.0-or-later
// The pool of threads on a machine where other programs compute, too: no thread waits long for one that has no
// processor, and no bit changes. With oneDNN on the pool: tests/kernels/onednn_test.cpp.
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/cpu/gemm.h"
#include "engine/devices/cpu/parallel.h"
#include "tests/support/busy_processes.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <vector>

namespace engine {
namespace {

/// Two factors and their product.
class Product {
public:
    explicit Product(const MatrixProduct& product = ofATrainingStep)
        : m_product(product),
          m_A(static_cast<std::size_t>(product.rows * product.depth)),
          m_B(static_cast<std::size_t>(product.columns * product.depth)),
          m_C(static_cast<std::size_t>(product.rows * product.columns))
    {
        for (std::size_t index = 0; index < m_A.size(); ++index) {
            m_A[index] = 1.0f / static_cast<float>(1 + index % 97);
        }
        for (std::size_t index = 0; index < m_B.size(); ++index) {
            m_B[index] = 1.0f / static_cast<float>(3 + index % 89);
        }
    }

    const std::vector<float>& compute()
    {
        gemm(m_product, m_A.data(), m_B.data(), m_C.data());
        return m_C;
    }

private:
    /// Sizes of a small net.
    static constexpr MatrixProduct ofATrainingStep{.rows = 50, .columns = 512, .depth = 129, .b = Transposed::Yes};

    MatrixProduct m_product;
    std::vector<float> m_A, m_B, m_C;
};

struct Share {
    int processes; ///< that compute beside ours
    double wanted; ///< of the speed without them
};
constexpr Share shares[] = {{1, 0.4}, {2, 0.25}};

TEST(BesideBusyProcesses, LoopsKeepTheirShare)
{
    std::vector<float> values(1 << 14, 1.0f);
    const auto make = [&](int threads) -> std::function<void()> {
        const auto pool = std::make_shared<ThreadPool>(threads); // shared with the copies of the function
        return [&values, pool] {
            parallelFor(std::ssize(values), 1024, [&](IndexRange range) {
                for (std::int64_t index = range.first; index < range.last; ++index) {
                    values[static_cast<std::size_t>(index)] *= 1.0001f;
                }
            });
        };
    };
    for (const auto& [processes, wanted] : shares) {
        EXPECT_GE(shareBeside(processes, wanted, make), wanted) << "beside " << processes;
    }
}

TEST(BesideBusyProcesses, ProductsKeepTheirShare)
{
    Product product;
    product.compute(); // settles into how many parts it is cut, by all processors
    const auto make = [&](int threads) -> std::function<void()> {
        const auto device = std::make_shared<CpuDevice>(cpuBackend(), threads); // as above
        return [&product, device] { product.compute(); };
    };
    for (const auto& [processes, wanted] : shares) {
        EXPECT_GE(shareBeside(processes, wanted, make), wanted) << "beside " << processes;
    }
}

TEST(BesideBusyProcesses, ProductsHaveTheSameBitsWhateverNumberOfThreadsHelps)
{
    // For these OpenBLAS takes other ways, with other sums, where it is handed other parts.
    const MatrixProduct products[] = {{.rows = 50, .columns = 512, .depth = 129, .b = Transposed::Yes},
                                      {.rows = 8, .columns = 600, .depth = 500},
                                      {.rows = 1, .columns = 700, .depth = 900}};
    const BusyProcesses others(2);
    for (const MatrixProduct& sizes : products) {
        const std::vector<float> wanted = Product(sizes).compute(); // no device: the caller alone
        others.goOn();
        for (const int threads : {1, 2, 3, 5}) {
            CpuDevice device(cpuBackend(), threads);
            Product product(sizes);
            for (int turn = 0; turn < 100; ++turn) {
                ASSERT_EQ(product.compute(), wanted) << sizes.rows << " rows, " << threads << " threads, turn " << turn;
            }
        }
        others.stop();
    }
}

} // namespace
} // namespace engine
