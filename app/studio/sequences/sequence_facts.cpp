// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/sequence_facts.h"

#include "editor/document/edits.h"
#include "editor/document/sentence_words.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/sample_wiring.h"
#include "engine/training/run/batch_source.h"
#include "engine/training/run/run.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <QCoreApplication>
#include <string>
#include <utility>

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
    try {
        if (facts.kind->ofPictures && !facts.problem.isEmpty() && settings.damaged == engine::Damaged::Refuse) {
            facts.damaged = engine::damagedPictures(data, settings, goOn);
        }
        if (facts.kind->ofColumns && (!facts.problem.isEmpty() || !settings.gaps.empty())) { // a whole table has none
            const engine::Table table = engine::tableOf(data, settings, goOn);
            for (std::size_t column = 0; column < table.columns.size(); ++column) {
                facts.outline.columns.at(column).gaps = table.columns[column].gaps;
            }
        }
    } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): the problem says it
    }
    return facts;
}

namespace {

struct WidthProblems {
    Q_DECLARE_TR_FUNCTIONS(WidthProblems)
};

/// Whether the phase TRAIN asks for what the data answer with: else another problem comes first.
bool fits(const engine::Model& model, const engine::SampleFacts& facts)
{
    const std::optional<engine::Answer> answer = engine::wiringOf(model, engine::Phase::Train).answer;
    return answer == (facts.classes.empty() ? engine::Answer::Numbers : engine::Answer::Classes);
}

/// Why a run refuses these sequences for this drawing; nothing where it takes them, or where the drawing's own problems
/// come first.
std::optional<editor::Warning> refusalOf(const engine::Samples& samples, const editor::Document& document)
{
    const engine::Model& model = document.derived().model;
    if (!document.derived().problems.empty() || !engine::wiringOf(model, engine::Phase::Train).problems.empty()) {
        return std::nullopt;
    }
    const std::optional<engine::Sentence> why = engine::whyNotLearned(samples, model);
    if (!why) {
        return std::nullopt;
    }
    editor::Warning problem{.severity = editor::Warning::Severity::Error, .sentence = editor::inWords(*why)};
    const auto& nodes = document.content().nodes;
    const auto source =
        std::ranges::find(nodes, "SEQUENCEDATA", [](const editor::Node& node) { return node.layer.type; });
    const std::int64_t most = std::ssize(samples.part(engine::Split::Train));
    if (fits(model, samples.facts) && source != nodes.end() && most > 0) { // so they are too few for a batch
        problem.node = source->id;
        problem.fixes.push_back(
            {WidthProblems::tr("Take %1 sequences in a batch").arg(most),
             [node = source->id, most](editor::Content& content) { setParam(content, node, "batch_size", most); }});
    }
    return problem;
}

} // namespace

std::vector<editor::Warning> widthProblems(const editor::Document& document, const SequenceFacts& facts)
{
    const engine::Model& model = document.derived().model;
    const engine::Samples& samples = facts.samples;
    if (samples.count() == 0 || engine::dataKindOf(model).answersEachStep) {
        return {};
    }
    std::vector<editor::Warning> problems;
    if (auto refusal = refusalOf(samples, document)) {
        problems.push_back(std::move(*refusal));
    }
    if (!fits(model, samples.facts)) {
        return problems;
    }
    for (const engine::OtherWidth& other :
         engine::otherWidths(model, engine::sizesOf(samples.facts, samples.vocabulary.size()))) {
        const editor::Id node = document.nodeNamed(other.layer);
        problems.push_back(
            {.node = node,
             .severity = editor::Warning::Severity::Error,
             .sentence = editor::inWords(other.sentence),
             .fixes = {{WidthProblems::tr("Take the width from the data"),
                        [node](editor::Content& content) { setParam(content, node, "from_data", true); }},
                       {WidthProblems::tr("Set num_output to %1").arg(other.wanted),
                        [node, wanted = other.wanted](editor::Content& content) {
                            setParam(content, node, "num_output", wanted);
                        }}}});
    }
    return problems;
}

} // namespace studio
