// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/sequence_facts.h"

#include "editor/document/sentence_words.h"

#include <exception>

namespace studio {

std::vector<std::int64_t> SequenceFacts::countsOfClasses() const
{
    std::vector<std::int64_t> counts(samples.facts.classes.size());
    for (const float answer : samples.answers) {
        if (answer >= 0 && static_cast<std::size_t>(answer) < counts.size()) {
            ++counts[static_cast<std::size_t>(answer)];
        }
    }
    return counts;
}

SequenceFacts readSequenceFacts(const std::filesystem::path& data, const engine::SampleSettings& settings,
                                const engine::GoOn& goOn)
{
    SequenceFacts facts{.data = data, .kind = settings.kind};
    try {
        facts.kind = &engine::kindOf(data, settings);
        if (facts.kind->ofColumns) {
            facts.outline = engine::outlineOfTable(data, settings.format);
        }
        facts.samples = engine::readSamples(data, settings, goOn);
    } catch (const std::exception& error) {
        facts.problem = editor::inWords(error);
    }
    if (facts.kind->ofPictures && !facts.problem.isEmpty() && settings.damaged == engine::Damaged::Refuse) {
        try {
            facts.damaged = engine::damagedPictures(data, settings, goOn);
        } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): the problem says it
        }
    }
    if (facts.kind->ofColumns && (!facts.problem.isEmpty() || !settings.table.gaps.empty())) { // a whole table has none
        try {
            facts.gaps = engine::gapsOfTable(data, settings, goOn);
        } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): the problem says it
        }
    }
    return facts;
}

} // namespace studio
