// SPDX-License-Identifier: GPL-3.0-or-later
// The man page's list of options is what the options themselves say.
#include "engine/training/run_specs.h"
#include "tests/app/workshop.h"
#include "tests/support/paths.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

namespace {

class Manual : public Workshop {};

std::string page()
{
    std::ifstream stream(sourceRoot() / "resources/man/hamnet.1.in");
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// The entries of a command in the page.
std::string entriesOf(const std::string& command)
{
    const std::string text = page();
    const std::size_t section = text.find(".SS hamnet " + command + " "), first = text.find(".TP\n", section);
    const std::size_t last = text.find(".SS ", first);
    return section == std::string::npos ? std::string() : text.substr(first, last - first);
}

} // namespace

TEST_F(Manual, ThePageHasWhatTheOptionsOfTrainSay)
{
    const Outcome outcome = hamnet({"manual", "train"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(entriesOf("train"), outcome.out) << "put what `hamnet manual train` prints into the page";
}

TEST_F(Manual, OnlyTrainingSpeaksOfARunThatGoesOn)
{
    const std::string sentence = "A resumed run stays on its device.";
    EXPECT_THAT(hamnet({"manual", "train"}).out, testing::HasSubstr(sentence));
    for (const char* command : {"generate", "evaluate"}) {
        const std::string manual = hamnet({"manual", command}).out;
        EXPECT_THAT(manual, testing::HasSubstr("Device that computes")) << command;
        EXPECT_THAT(manual, testing::Not(testing::HasSubstr("resumed run stays"))) << command;
    }
}

TEST_F(Manual, EverySettingOfARunIsAnOption)
{
    const std::string manual = hamnet({"manual", "train"}).out, help = hamnet({"train", "--help"}).out;
    const std::string completion = hamnet({"completion", "bash"}).out;
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        std::string option = engine::optionOf(spec);
        EXPECT_THAT(help, testing::HasSubstr("  " + option + " ")) << option;
        EXPECT_THAT(completion, testing::HasSubstr(option)) << option;
        for (std::size_t place = 0; (place = option.find('-', place)) != std::string::npos; place += 2) {
            option.insert(place, "\\");
        }
        EXPECT_THAT(manual, testing::HasSubstr(".BI " + option + " ")) << option;
    }
}

TEST_F(Manual, OfACommandThatIsNotThereIsRefused)
{
    EXPECT_TRUE(isRefused(hamnet({"manual", "trains"}), "there is no command 'trains'"));
}
