// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/error.h"
#include "engine/kernels/caffe/cpu_operations.h"
#include "tests/support/sentence_of.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace engine::caffe {
namespace {

/// An image's row and column in one number, so that each element shows who wrote it.
struct WritePlace {
    std::int64_t columns;
    float* to;
    void operator()(std::int64_t row, std::int64_t column) const
    {
        to[row * columns + column] += static_cast<float>(1000 * row + column);
    }
};

struct TakeThird {
    CpuFaults::Place faults;
    Tally operator()(CpuTeam, std::int64_t task) const
    {
        if (task % 3 == 0) {
            return {0.5, 1};
        }
        faults.tell(task, static_cast<float>(-task));
        return {};
    }
};

struct Keep {
    Tally* to;
    void operator()(const Tally& all) const { *to = all; }
};

class CpuOperationsTest : public ::testing::Test {
protected:
    CpuOperations operations()
    {
        LayerSetup layer;
        layer.device = &m_device;
        return CpuOperations(layer);
    }

    CpuDevice m_device{cpuBackend(), 2};
};

} // namespace

TEST_F(CpuOperationsTest, VisitEachElementOfAMatrixOnce)
{
    constexpr std::int64_t rows = 301, columns = 97;
    std::vector<float> matrix(rows * columns, 0.0f);
    operations().forEach(rows, columns, WritePlace{columns, matrix.data()});
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column) {
            ASSERT_EQ(matrix[static_cast<std::size_t>(row * columns + column)],
                      static_cast<float>(1000 * row + column));
        }
    }
}

TEST_F(CpuOperationsTest, TallyAllTasksAndTellTheFirstFault)
{
    const CpuFaults faults = operations().faults([](long long element, double value) {
        return std::to_string(element) + " is " + std::to_string(static_cast<int>(value));
    });
    Tally all{};
    operations().tallies({100'000, 1, TeamSize::One}).run(TakeThird{faults.place()}, Keep{&all});
    EXPECT_EQ(all.counted, 33'334);
    EXPECT_EQ(all.sum, 16'667.0);
    EXPECT_EQ(sentenceOf([&] { faults.throwIfFound(); }), "1 is -1");
    EXPECT_NO_THROW(faults.throwIfFound()); // it is forgotten
}

} // namespace engine::caffe
