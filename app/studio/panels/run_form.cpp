// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_form.h"

#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"
#include "editor/words/numbers.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"

#include <algorithm>
#include <array>
#include <QLocale>
#include <QVBoxLayout>

namespace studio {
namespace {

using engine::RunGroup;

bool isChosenElsewhere(const engine::ParamSpec& spec)
{
    return spec.key == "engine" || spec.key == "device" || spec.key == "precision";
}

QString tip(const engine::ParamSpec& spec)
{
    const QString help = editor::engineText("Run", engine::formHelpOf(engine::runSpec(spec.key)));
    return QStringLiteral("<p>%1</p>").arg(help.toHtmlEscaped());
}

editor::SettingsGroup groupOf(RunGroup group, const QString& title, bool open)
{
    editor::SettingsGroup made{.title = title, .specs = {}, .open = open};
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        if (spec.group == group && !isChosenElsewhere(spec.param)) {
            made.specs.push_back(&spec.param);
        }
    }
    return made;
}

/// Whether a value of the solver's is one that the run's setting may have: max_iter 0 stands for no limit.
bool suits(const engine::RunSpec& spec, const engine::ParamValue& value)
{
    try {
        engine::checkParam(spec.param, value, {});
        return true;
    } catch (const engine::Error&) {
        return false;
    }
}

/// Also of a value that no specification can refuse: a limit of 0.
QString refusal(const engine::ParamSpec& spec, const engine::ParamValue& value)
{
    const QString plain = editor::paramRefusal(spec, value);
    if (!plain.isEmpty()) {
        return plain;
    }
    try {
        engine::checkRunParams({{std::string(spec.key), value}});
    } catch (const engine::Error&) {
        return RunForm::tr("This must be greater than %1.")
            .arg(QLocale().toString(std::get<engine::FloatRange>(spec.kind).least));
    }
    return {};
}

} // namespace

RunForm::RunForm(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_form(new editor::SettingsForm("Run", tip, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_form);
    m_form->setRefusal(refusal);
    m_form->setGroups({groupOf(RunGroup::Machine, {}, true), groupOf(RunGroup::Length, {}, true),
                       groupOf(RunGroup::Measuring, tr("Validation and reports"), true),
                       groupOf(RunGroup::Samples, tr("Samples during training"), false),
                       groupOf(RunGroup::Checkpoints, tr("Checkpoints"), false)});
    connect(m_form, &editor::SettingsForm::edited, this, &RunForm::set);
    connect(m_form, &editor::SettingsForm::takenBack, this, &RunForm::takeBack);
    // Not at each digit: the first one of a larger number would end the run under way.
    connect(m_form, &editor::SettingsForm::finished, &workspace, [&workspace] { workspace.nextRun().changeLimits(); });
    connect(&workspace, &Workspace::choiceChanged, this, &RunForm::refresh);
    connect(&workspace, &Workspace::opened, this, &RunForm::refresh);
    connect(&workspace.document(), &editor::Document::changed, this, &RunForm::refresh);
    connect(&workspace.training(), &TrainingSession::stateChanged, this, &RunForm::refresh);
    refresh();
}

void RunForm::set(const editor::SettingEdit& edit)
{
    if (!m_before || m_before->key != edit.key || m_before->typing != edit.typing) {
        const engine::Params& settings = m_workspace.nextRun().choice().settings;
        const auto given = settings.find(edit.key);
        m_before = {edit.key, given == settings.end() ? std::nullopt : std::optional(given->second), edit.typing};
    }
    m_workspace.nextRun().set(edit.key, edit.value);
    if (!edit.value) {
        m_workspace.nextRun().changeLimits();
    }
}

/// "20" of "20k" was not meant.
void RunForm::takeBack(const editor::SettingEdit& edit)
{
    if (m_before && m_before->key == edit.key && m_before->typing == edit.typing) {
        m_workspace.nextRun().set(edit.key, m_before->value);
    }
}

void RunForm::refresh()
{
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        m_form->show(spec.param.key, stateOf(spec));
    }
}

editor::SettingState RunForm::stateOf(const engine::RunSpec& spec) const
{
    const engine::Params& settings = m_workspace.nextRun().choice().settings;
    const auto given = settings.find(spec.param.key);
    editor::SettingState state{.whyNot = whyNot(spec)};
    if (given != settings.end()) {
        state.value = given->second;
        state.changed = true;
    } else if (spec.unset.empty()) {
        state.value = engine::fallbackOf(spec.param, engine::Dialect::Bvlc);
    } else {
        state.placeholder = placeholder(spec);
    }
    return state;
}

/// What counts where the setting is not given: the solver's, or the absence of a limit.
QString RunForm::placeholder(const engine::RunSpec& spec) const
{
    const QString unset = editor::engineText("Run", spec.unset);
    const NextRun& next = m_workspace.nextRun();
    try {
        const bool eachEpoch = spec.param.key == "validate_every" &&
                               engine::learnsSequences(m_workspace.document().derived().model) &&
                               next.plan().mayValidateEachEpoch;
        const bool pushedAside = spec.param.key == "iterations" && next.choice().settings.contains("epochs");
        if (spec.solverKey.empty() || eachEpoch || pushedAside) {
            return unset;
        }
        const engine::Params solver = engine::completeParams(m_workspace.document().content().solver);
        const engine::ParamValue& value = solver.find(spec.solverKey)->second;
        return suits(spec, value) ? tr("%1 (solver)").arg(QLocale().toString(std::get<std::int64_t>(value))) : unset;
    } catch (const engine::Error&) {
        return unset; // the solver's panel says what is wrong with it
    }
}

QString RunForm::whyNot(const engine::RunSpec& spec) const
{
    const bool isLive = spec.change == engine::RunSpec::Change::AtAnyTime;
    if (!m_workspace.files().isOpen()) {
        return tr("Nothing is open.");
    }
    if (m_workspace.training().isBusy() && !isLive) {
        return tr("Cannot be changed during a run.");
    }
    if (spec.group == RunGroup::Samples && engine::learnsSequences(m_workspace.document().derived().model)) {
        return tr("This net writes no text.");
    }
    return spec.param.key == "every" ? tr("The window shows every iteration.") : QString();
}

} // namespace studio
