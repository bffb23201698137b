// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_options.h"

#include "app/cli/options.h"

#include <filesystem>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

namespace cli {
namespace {

constexpr double endless = 1e30; ///< ends of ranges from here on say nothing to a reader

struct CheckOf {
    const engine::RunSpec& spec;

    std::optional<CLI::Validator> operator()(const engine::IntRange& range) const
    {
        return wholeFrom(range.least, range.most);
    }
    std::optional<CLI::Validator> operator()(const engine::FloatRange& range) const
    {
        const bool open = spec.lower == engine::RunSpec::Lower::Open;
        return numberIn({.least = range.least,
                         .most = range.most < endless ? range.most : std::numeric_limits<double>::infinity(),
                         .lowerEnd = open ? LowerEnd::Open : LowerEnd::Closed});
    }
    std::optional<CLI::Validator> operator()(const engine::Choices& choices) const
    {
        return oneOf({choices.names.begin(), choices.names.end()}, Case::Ignored);
    }
    std::optional<CLI::Validator> operator()(const engine::Flag&) const { return oneOf({"on", "off"}); }
    template <typename Other>
    std::optional<CLI::Validator> operator()(const Other&) const
    {
        return std::nullopt;
    }
};

} // namespace

CLI::Option* describe(CLI::Option* option, const engine::RunSpec& spec)
{
    option->type_name(std::string(spec.value));
    if (const std::optional<CLI::Validator> check = std::visit(CheckOf{spec}, spec.param.kind)) {
        option->check(*check);
    }
    if (spec.unset.empty()) {
        option->default_str(engine::optionText(engine::fallbackOf(spec.param, engine::Dialect::Bvlc)));
    }
    return option;
}

void addRunOptions(CLI::App& command, engine::Params& given)
{
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        CLI::Option* const option = command.add_option_function<std::string>(
            engine::optionOf(spec),
            [&given, &spec](const std::string& text) {
                // From where it is typed: a queue's run trains in another folder.
                const bool isFolder = spec.value == folderName && !text.empty();
                given.insert_or_assign(
                    std::string(spec.param.key),
                    engine::optionValue(spec, isFolder ? std::filesystem::absolute(text).string() : text));
            },
            engine::trainHelpOf(spec));
        describe(option, spec);
    }
}

} // namespace cli
