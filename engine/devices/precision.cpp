// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/precision.h"

#include "engine/devices/backend.h"
#include "engine/devices/precision_choice.h"
#include "engine/graph/params.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace engine {
namespace {

constexpr std::array precisions = {std::pair{Precision::Float32, "fp32"}, std::pair{Precision::Tf32, "tf32"},
                                   std::pair{Precision::Bfloat16, "bf16"}};

} // namespace

std::string_view nameOf(Precision precision)
{
    return std::ranges::find(precisions, precision, &decltype(precisions)::value_type::first)->second;
}

std::optional<Precision> precisionNamed(std::string_view name)
{
    std::string lower(name);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    const auto found = std::ranges::find(precisions, lower, &decltype(precisions)::value_type::second);
    return found == precisions.end() ? std::nullopt : std::optional(found->first);
}

const char* meaningOf(Precision precision)
{
    switch (precision) {
    case Precision::Tf32:
        return ENGINE_TEXT("Engines", "factors are rounded to 11 bits, sums, states and weights are fp32");
    case Precision::Bfloat16:
        return ENGINE_TEXT("Engines", "factors are rounded to 8 bits, sums, states and weights are fp32");
    case Precision::Float32:
        break;
    }
    return ENGINE_TEXT("Engines", "full fp32 precision, 24 bits");
}

Precision automaticPrecision(const DeviceInfo& device, std::string_view engine)
{
    const bool isOnlyFloat32 =
        std::ranges::any_of(device.onlyFloat32, [&](const std::string& one) { return folded(one) == folded(engine); });
    return isOnlyFloat32 ? Precision::Float32 : device.automatic;
}

std::string_view nameOf(PrecisionFrom from)
{
    switch (from) {
    case PrecisionFrom::Option:
        return "option";
    case PrecisionFrom::Checkpoint:
        return "checkpoint";
    case PrecisionFrom::Auto:
        break;
    }
    return "auto";
}

} // namespace engine
