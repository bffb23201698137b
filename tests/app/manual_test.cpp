// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of options that the build puts into the man page.
#include "engine/training/run/run_specs.h"
#include "tests/app/workshop.h"

#include <gmock/gmock.h>

namespace {

class Manual : public Workshop {};

} // namespace

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
