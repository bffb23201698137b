// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint/tensor_sections.h"

#include "engine/graph/error.h"

#include <cstdint>
#include <set>
#include <span>
#include <string_view>

namespace engine {
namespace {

std::string sectionName(const char* group, std::size_t index)
{
    return std::string(group) + "/" + std::to_string(index);
}

constexpr std::size_t maxAxes = 32;

} // namespace

std::optional<std::int64_t> elementsOf(std::span<const std::int64_t> extents)
{
    constexpr std::int64_t most = std::int64_t{1} << 40;
    std::int64_t count = 1;
    for (const std::int64_t extent : extents) {
        if (extents.size() > maxAxes || extent < 0 || extent > most || (extent > 0 && count > most / extent)) {
            return std::nullopt;
        }
        count *= extent;
    }
    return count;
}

void addTensors(std::vector<SectionView>& sections, const char* group, const std::vector<NamedTensor>& tensors)
{
    for (std::size_t index = 0; index < tensors.size(); ++index) {
        sections.push_back({sectionName(group, index), std::as_bytes(std::span(tensors[index].values))});
    }
}

void checkTensors(const Container& container, const char* group, const std::vector<NamedTensor>& tensors)
{
    std::set<std::string_view> names;
    for (std::size_t index = 0; index < tensors.size(); ++index) {
        const NamedTensor& tensor = tensors[index];
        const std::string section = sectionName(group, index);
        const std::optional<std::int64_t> elements = elementsOf(tensor.shape.extents());
        if (!elements) {
            throw Error(say(ENGINE_TEXT("Sentences", "the tensor %1 has the shape %2, but extents are 0 or more, their "
                                                     "product at most 2^40 and their number at most %3"),
                            tensor.name, toString(tensor.shape), maxAxes));
        }
        const std::uint64_t bytes = static_cast<std::uint64_t>(*elements) * sizeof(float);
        const std::uint64_t found = container.has(section) ? container.bytes(section) : 0;
        if (found != bytes) {
            throw Error(say(ENGINE_TEXT("Sentences", "the tensor %1 has %2 bytes, but its shape %3 needs %4"),
                            tensor.name, found, toString(tensor.shape), bytes));
        }
        if (!names.insert(tensor.name).second) {
            throw Error(say(ENGINE_TEXT("Sentences", "the tensor %1 comes twice in %2, but must come once"),
                            tensor.name, group));
        }
    }
}

void readTensors(const Container& container, const char* group, std::vector<NamedTensor>& tensors)
{
    for (std::size_t index = 0; index < tensors.size(); ++index) {
        const std::string section = sectionName(group, index);
        tensors[index].values.resize(container.bytes(section) / sizeof(float));
        container.read(section, std::as_writable_bytes(std::span(tensors[index].values)));
    }
}

} // namespace engine
