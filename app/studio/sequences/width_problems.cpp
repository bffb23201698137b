// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/width_problems.h"

#include "editor/document/edits.h"
#include "engine/graph/sample_wiring.h"
#include "engine/training/run.h"

#include <QCoreApplication>

namespace studio {
namespace {

struct WidthProblems {
    Q_DECLARE_TR_FUNCTIONS(WidthProblems)
};

/// Whether the phase TRAIN asks for what the data answer with: else another problem comes first.
bool fits(const engine::Model& model, const engine::SampleFacts& facts)
{
    const std::optional<engine::Answer> answer = engine::sampleWiring(model, engine::Phase::Train).answer;
    return answer == (facts.classes.empty() ? engine::Answer::Numbers : engine::Answer::Classes);
}

} // namespace

std::vector<editor::Warning> widthProblems(const editor::Document& document, const SequenceFacts& facts)
{
    const engine::Model& model = document.derived().model;
    const engine::Samples& samples = facts.samples;
    if (samples.count() == 0 || !engine::learnsSequences(model) || !fits(model, samples.facts)) {
        return {};
    }
    std::vector<editor::Warning> problems;
    for (const engine::OtherWidth& other :
         engine::otherWidths(model, engine::sizesOf(samples.facts, samples.vocabulary.size()))) {
        const editor::Id node = document.nodeNamed(other.layer);
        problems.push_back(
            {.node = node,
             .severity = editor::Warning::Severity::Error,
             .sentence = QString::fromStdString(other.sentence),
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
