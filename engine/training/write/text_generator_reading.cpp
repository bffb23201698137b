// SPDX-License-Identifier: GPL-3.0-or-later
// What is read before a text is written: a saved state, a prompt, units that are held.
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/utf8.h"
#include "engine/training/write/text_generator_parts.h"

#include <algorithm>

namespace engine {

/// Never empty: without a prompt the net starts from a line's end.
std::vector<std::int32_t> TextGenerator::promptIds(const std::string& prompt, std::vector<std::string>* unknown) const
{
    std::vector<std::int32_t> ids = m_vocabulary.encode(prompt, unknown);
    if (ids.empty()) {
        ids.push_back(m_vocabulary.idOf('\n').value_or(0));
    }
    return ids;
}

TextGenerator::PromptReading TextGenerator::readingOf(const SamplingSettings& settings,
                                                      std::vector<std::string>* unknown)
{
    PromptReading reading{.characters = {}, .held = settings.held};
    std::int64_t place = 0;
    if (settings.start) {
        reading.start = &*settings.start;
        const std::vector<std::int32_t> last = m_vocabulary.encode(settings.start->last);
        if (last.size() != 1) {
            throw Error(say(ENGINE_TEXT("Sentences",
                                        "the state was saved at the character %1, but the net knows no such character"),
                            shown(settings.start->last)));
        }
        place = settings.start->place;
        reading.characters.push_back({last[0], place});
        reading.passed = static_cast<std::uint64_t>(settings.start->draws);
    }
    const std::string& prompt = settings.prompt;
    if (!settings.start && settings.drawn == static_cast<std::int64_t>(prompt.size())) { // it began without a prompt
        reading.characters.push_back({promptIds({}, nullptr)[0], 0});
    }
    m_vocabulary.encode(prompt, unknown); // as a whole: each unknown character is told once
    for (std::size_t first = 0; first < prompt.size();) {
        std::size_t size = 1;
        while (m_vocabulary.encoding() == Encoding::Utf8 && first + size < prompt.size() &&
               isTrail(prompt[first + size])) {
            ++size;
        }
        const std::vector<std::int32_t> id = m_vocabulary.encode(std::string_view(prompt).substr(first, size));
        first += size;
        if (!id.empty()) {
            reading.characters.push_back({id[0], place + static_cast<std::int64_t>(first)});
        }
    }
    if (reading.characters.empty()) {
        reading.characters.push_back({promptIds({}, nullptr)[0], 0});
    }
    const std::string_view drawn =
        std::string_view(prompt).substr(prompt.size() - static_cast<std::size_t>(settings.drawn));
    reading.passed += m_vocabulary.encode(drawn).size();
    for (HeldUnit& unit : reading.held) {
        if (unit.from == HeldUnit::atThePromptsEnd) {
            unit.from = reading.characters.back().place;
        }
    }
    if (!reading.held.empty()) {
        const std::vector<UnitState> states = unitStates(m_net, m_store->device());
        for (const HeldUnit& unit : reading.held) {
            requireUnit(unit, states);
        }
        if (!m_held) {
            m_held = std::make_unique<HeldNet>(m_model, m_net, *m_store, m_wish);
        }
        for (const HeldUnit& unit : reading.held) {
            m_held->require(unit);
        }
    }
    return reading;
}

/// Reads with the units that are held at this place. The scores are the net's, whoever made them.
void TextGenerator::read(std::int32_t id, bool first, const PromptReading& reading, std::int64_t place)
{
    if (std::ranges::none_of(reading.held, [&](const HeldUnit& unit) { return unit.holdsAt(place); })) {
        read(id, first);
        return;
    }
    m_held->read(id, first, reading.held, place);
    const Tensor& scores = m_net.tensor(m_scoresName);
    m_store->device().copy(m_held->tensor(m_scoresName).data, scores.data, scores.count());
}

void TextGenerator::begin(const PromptReading& reading)
{
    m_net.clearState();
    if (reading.start == nullptr) {
        return;
    }
    try {
        m_net.setState(reading.start->tensors);
    } catch (const Error& error) {
        throw Error(say(ENGINE_TEXT("Sentences", "the saved state does not fit this net: %1"), error.sentence()));
    }
}

/// False: `goOn` said no.
bool TextGenerator::readPrompt(const PromptReading& reading, const GoOn& goOn)
{
    begin(reading);
    bool first = reading.start == nullptr;
    for (const PromptReading::ReadCharacter& step : reading.characters) {
        if (!goesOn(goOn)) {
            return false;
        }
        read(step.id, first, reading, step.place);
        first = false;
    }
    return true;
}

WritingPlace TextGenerator::placeAfter(const SamplingSettings& settings, const GoOn& goOn)
{
    check(settings);
    PromptReading reading = readingOf(settings, nullptr);
    const PromptReading::ReadCharacter last = reading.characters.back();
    reading.characters.pop_back();
    if (!readPrompt(reading, goOn)) {
        throw CancelledError(ENGINE_TEXT("Sentences", "reading the text was stopped"));
    }
    WritingPlace place;
    place.state = {.tensors = m_net.state(),
                   .last = m_vocabulary.textOf(last.id),
                   .place = last.place,
                   .seed = settings.seed,
                   .draws = static_cast<std::int64_t>(reading.passed),
                   .held = reading.held};
    read(last.id, reading.start == nullptr && reading.characters.empty(), reading, last.place);
    place.units = unitStates(m_net, m_store->device());
    return place;
}

} // namespace engine
