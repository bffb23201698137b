// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint/writing_state.h"

#include "engine/formats/checkpoint/archive.h"
#include "engine/formats/checkpoint/tensor_sections.h"
#include "engine/graph/error.h"

#include <cmath>
#include <limits>

BOOST_CLASS_VERSION(engine::WritingState, 1)
BOOST_CLASS_TRACKING(engine::WritingState, boost::serialization::track_never)

namespace engine {
namespace {

using namespace archive;

constexpr auto stateSection = "writing";
constexpr auto tensorGroup = "state";
constexpr auto provenanceSection = "provenance";

template <typename Archive>
void heldOf(Archive& archive, HeldUnit& unit)
{
    name(archive, unit.layer);
    archive& unit.stacked;
    name(archive, unit.state);
    auto value = static_cast<double>(unit.value);
    archive& unit.unit& value& unit.from& unit.to;
    if constexpr (!writes<Archive>) {
        unit.value = static_cast<float>(value);
    }
}

/// What no program writes.
void check(const WritingState& state)
{
    constexpr std::size_t longestCharacter = 4;
    if (state.last.empty() || state.last.size() > longestCharacter) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "its last character has %1 bytes, but 1 to 4 are wanted"), state.last.size()));
    }
    for (const HeldUnit& unit : state.held) {
        if (unit.unit < 0 || unit.stacked < 0 || !std::isfinite(unit.value)) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "a clamped unit of layer %1 has no number or no value"), unit.layer));
        }
    }
}

WritingState stateIn(const Container& container)
{
    WritingState state;
    unarchive(container.read(stateSection), state);
    check(state);
    checkTensors(container, tensorGroup, state.tensors);
    return state;
}

} // namespace

template <typename Archive>
void serialize(Archive& archive, WritingState& state, unsigned version)
{
    requireKnown<WritingState>(version);
    tensors(archive, state.tensors);
    name(archive, state.last);
    amounts(archive, state.place);
    archive& state.seed;
    amounts(archive, state.draws);
    things(archive, state.held, [&](HeldUnit& unit) { heldOf(archive, unit); });
}

void requireReplaceableByState(const std::filesystem::path& file)
{
    if (holdsAnother(file, stateSection)) {
        throw Error(
            say(ENGINE_TEXT("Sentences",
                            "%1 exists and is no saved state of a net, so no state replaces it; choose another name"),
                file.string()));
    }
}

void saveWritingState(const std::filesystem::path& file, const WritingState& state, std::string_view provenance)
{
    requireReplaceableByState(file);
    const std::string words = archived(state);
    std::vector<SectionView> sections{{stateSection, std::as_bytes(std::span(words))}};
    addTensors(sections, tensorGroup, state.tensors);
    if (!provenance.empty()) {
        sections.push_back({provenanceSection, std::as_bytes(std::span(provenance))});
    }
    writeContainer(file, sections, [](const Container& written) { stateIn(written); });
}

WritingState loadWritingState(const std::filesystem::path& file)
{
    const Container container(file);
    if (!container.has(stateSection)) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found another file of Hamnet's, wanted a saved state of a net"),
                        file.string()));
    }
    WritingState state;
    try {
        state = stateIn(container);
    } catch (const Error& error) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: holds no state that can be used: %2"), file.string(), error.sentence()));
    }
    readTensors(container, tensorGroup, state.tensors);
    requireFinite(state.tensors);
    return state;
}

std::string provenanceTextIn(const std::filesystem::path& file)
{
    const Container container(file);
    if (!container.has(provenanceSection)) {
        return {};
    }
    const std::vector<std::byte> bytes = container.read(provenanceSection);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace engine
