// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/data_memory.h"
#include "engine/graph/error.h"
#include "tests/support/sentence_of.h"

#include <gtest/gtest.h>

using engine::requireDataMemory;

TEST(DataMemory, IsRefusedWhereLessIsFree)
{
    const engine::Device::Memory memory{.total = std::int64_t{8} << 30, .available = std::int64_t{2} << 30};
    EXPECT_NO_THROW(requireDataMemory(memory.available, "a.csv", memory));
    EXPECT_THROW(requireDataMemory(memory.available + 1, "a.csv", memory), engine::UnavailableError);
    EXPECT_EQ(
        sentenceOf([&] { requireDataMemory(std::int64_t{3} << 30, "a.csv", memory); }),
        "a.csv: reading it takes about 3.0 GiB of memory, but only 2.0 GiB of 8.0 GiB are free: fewer rows, columns, "
        "pictures or lines need less");
    EXPECT_THROW(requireDataMemory(std::int64_t{1} << 60, "a.csv"), engine::UnavailableError);
}
