// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/messages.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cmath>

namespace {

class Messages : public testing::Test {
protected:
    Messages() { EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, m_ends.data()), 0); }
    ~Messages() override
    {
        ::close(m_ends[0]);
        ::close(m_ends[1]);
    }

    template <typename Value>
    Value throughTheSocket(const Value& value)
    {
        EXPECT_TRUE(contest::send(m_ends[0], value));
        return contest::receive(m_ends[1]).value().get<Value>();
    }

    std::array<int, 2> m_ends{};
};

} // namespace

TEST_F(Messages, KeepAnyBytesAndAnyNumber)
{
    const std::string bytes("caf\xE9\n\0\xFF", 7);
    EXPECT_EQ(throughTheSocket(bytes), bytes);
    const contest::SeedResult told =
        throughTheSocket(contest::SeedResult{.rows = {0.1, 1e-300}, .steps = {{.iteration = 1, .loss = std::nan("")}}});
    EXPECT_EQ(told.rows, (std::vector{0.1, 1e-300}));
    EXPECT_TRUE(std::isnan(told.steps.at(0).loss));
}

TEST_F(Messages, KeepWhatIsNotKnown)
{
    EXPECT_FALSE(throughTheSocket(contest::Trial{.seconds = 5}).iterations);
    const auto memory = throughTheSocket(contest::Memory{.process = 5, .device = 0, .byDriver = std::nullopt});
    EXPECT_EQ(memory.process, 5);
    EXPECT_FALSE(memory.byDriver);
}

TEST_F(Messages, KeepHowASentenceWasMade)
{
    const engine::Sentence inner = engine::say(ENGINE_TEXT("Sentences", "exit code %1"), 3);
    const auto sentence = throughTheSocket(engine::say("%1: %2", std::string("net.prototxt"), inner));
    EXPECT_EQ(sentence, "net.prototxt: exit code 3");
    EXPECT_EQ(sentence.pattern(), "%1: %2");
    ASSERT_EQ(sentence.parts().size(), 2U);
    EXPECT_TRUE(sentence.parts()[0].isName());
    EXPECT_FALSE(sentence.parts()[1].isName());
    EXPECT_EQ(sentence.parts()[1].pattern(), "exit code %1");
}

TEST_F(Messages, EndWhereTheOtherEndGoes)
{
    ::close(m_ends[0]);
    EXPECT_FALSE(contest::receive(m_ends[1]));
    EXPECT_FALSE(contest::send(m_ends[1], "hello"));
}

TEST_F(Messages, AreNotAwaitedWhenNoLongerWanted)
{
    EXPECT_THROW(static_cast<void>(contest::receive(m_ends[1], [] { return false; })), engine::CancelledError);
}
