// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/engine.h"

#include "engine/graph/error.h"

#include <algorithm>
#include <cctype>

namespace engine {
namespace {

bool sameWord(std::string_view one, std::string_view other)
{
    const auto upper = [](char letter) { return std::toupper(static_cast<unsigned char>(letter)); };
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [&](char a, char b) { return upper(a) == upper(b); });
}

/// "CAFFE, ONEDNN"
std::string namesOf(std::span<const Engine* const> engines)
{
    std::string names;
    for (const Engine* engine : engines) {
        names += (names.empty() ? "" : ", ") + std::string(engine->name());
    }
    return names;
}

} // namespace

const Engine& choose(std::span<const Engine* const> preferred, std::string_view wish, const LayerSetup& layer)
{
    const bool any = sameWord(wish, "DEFAULT");
    std::string refusals;
    for (const Engine* engine : preferred) {
        if (!any && !sameWord(wish, engine->name())) {
            continue;
        }
        const std::optional<std::string> refusal = engine->refusal(layer);
        if (!refusal) {
            return *engine;
        }
        refusals += (refusals.empty() ? "" : "; ") + std::string(engine->name()) + " " + *refusal;
    }
    const std::string reason =
        refusals.empty() ? "there is no engine of that name, only " + namesOf(preferred) : refusals;
    throw UnavailableError("layer " + layer.name + ": no engine " + (any ? "at all" : std::string(wish)) +
                           " can run it: " + reason);
}

} // namespace engine
