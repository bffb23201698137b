// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/data_memory.h"
#include "engine/data/table.h"
#include "engine/graph/error.h"
#include "tests/data/environment.h"
#include "tests/data/packed.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

using engine::requireDataMemory;
using testing::AllOf;
using testing::HasSubstr;

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

TEST(DataMemory, OfPackedDataHasALimitThatCanBeRaised)
{
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "a.csv.gz";
    std::string text = "a,b\n";
    while (text.size() < (3 << 20)) {
        text += "1,2\n3,4\n";
    }
    writeGzip(file, text);
    {
        const Environment limit("HAMNET_UNPACK_GIB", "0.001");
        EXPECT_THAT(sentenceOf([&] { engine::readTable(file); }),
                    AllOf(HasSubstr("a.csv.gz: it is packed, and has more than"), HasSubstr("gzip -d unpacks it")));
    }
    {
        const Environment limit("HAMNET_UNPACK_GIB", "0.01");
        EXPECT_GT(engine::readTable(file).rows, 0);
    }
    {
        const Environment limit("HAMNET_UNPACK_GIB", "much");
        EXPECT_THAT(sentenceOf([&] { engine::readTable(file); }), HasSubstr("HAMNET_UNPACK_GIB is 'much'"));
    }
    const Environment unset("HAMNET_UNPACK_GIB", "");
    EXPECT_EQ(engine::maxUnpackedBytes(), std::int64_t{2} << 30);
}
