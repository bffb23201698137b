// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/run_form.h"

#include "app/studio/panels/run_settings.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "editor/widgets/parts.h"
#include "editor/words/numbers.h"
#include "engine/backends/engine_choices.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"

#include <QLocale>

namespace studio {
namespace {

using engine::RunGroup;

bool hasField(const engine::RunSpec& spec)
{
    const std::string_view key = spec.param.key;
    const bool isChosenElsewhere = key == "engine" || key == "device" || key == "precision";
    return !isChosenElsewhere && spec.place == engine::RunSpec::Place::Everywhere;
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
        if (spec.group == group && hasField(spec)) {
            made.specs.push_back(&spec.param);
        }
    }
    return made;
}

/// Why no GPU can be taken on this machine; empty: one can.
QString whyNoGpu()
{
    static const std::vector<engine::DeviceChoice> devices = engine::deviceChoices();
    QString why = RunForm::tr("No GPU is here.");
    for (const engine::DeviceChoice& device : devices) {
        if (device.name.starts_with("CUDA")) {
            if (!device.refusal) {
                return {};
            }
            why = editor::inWords(*device.refusal);
        }
    }
    return why;
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
    editor::inColumn(this, {m_form}, QMargins());
    m_form->setRefusal(refusal);
    m_form->setGroups({groupOf(RunGroup::Machine, {}, true), groupOf(RunGroup::Length, {}, true),
                       groupOf(RunGroup::Measuring, tr("Validation and reports"), true),
                       groupOf(RunGroup::Samples, tr("Samples during training"), false),
                       groupOf(RunGroup::Checkpoints, tr("Checkpoints"), false)});
    connect(m_form, &editor::SettingsForm::edited, this, &RunForm::set);
    // Not at each digit: the first one of a larger number would end the run under way.
    connect(m_form, &editor::SettingsForm::finished, this, [this] {
        m_workspace.nextRun().changeLimits();
        refresh(); // words in place of a number that is no longer typed
    });
    workspace.onChange(this, Change::Project, [this] { m_form->forgetRefused(); });
    workspace.onChange(this, Changes(Change::Choice) | Change::Drawing | Change::Training, [this] { refresh(); });
    refresh();
}

void RunForm::set(const editor::SettingEdit& edit)
{
    const bool isTyped = m_before && m_before->key == edit.key && m_before->typing == edit.typing;
    if (edit.isTakenBack) { // "20" of "20k" was not meant
        if (isTyped) {
            m_workspace.nextRun().set(edit.key, m_before->value);
        }
        return;
    }
    if (!isTyped) {
        const engine::Params& settings = m_workspace.nextRun().choice().settings;
        const auto given = settings.find(edit.key);
        m_before = {edit.key, given == settings.end() ? std::nullopt : std::optional(given->second), edit.typing};
    }
    m_workspace.nextRun().set(edit.key, edit.value);
    if (!edit.value) {
        m_workspace.nextRun().changeLimits();
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
        showGiven(state, spec, given->second);
    } else if (spec.unset.empty()) {
        state.value = engine::fallbackOf(spec.param, engine::Dialect::Bvlc);
    } else {
        showUnset(state, spec);
    }
    return state;
}

void RunForm::showGiven(editor::SettingState& state, const engine::RunSpec& spec, const engine::ParamValue& value) const
{
    const QString word = wordFor(spec, value);
    const editor::ParamField* const field = m_form->field(spec.param.key);
    const bool isTyped = field != nullptr && field->focusProxy()->hasFocus();
    state.changed = true;
    if (word.isEmpty() || isTyped) {
        state.value = value;
    } else {
        state.placeholder = word;
    }
}

/// With the number that stands for what a number cannot say, where that is not what counts anyway.
void RunForm::showUnset(editor::SettingState& state, const engine::RunSpec& spec) const
{
    state.placeholder = placeholder(spec);
    const QString word = spec.word ? editor::engineText("Run", spec.word->meaning) : QString();
    if (!word.isEmpty() && state.placeholder != word && state.whyNot.isEmpty()) {
        state.note = QStringLiteral("%1: %2").arg(QLocale().toString(qlonglong{spec.word->value}), word);
    }
}

/// What counts where the setting is not given: the solver's, or the absence of a limit.
QString RunForm::placeholder(const engine::RunSpec& spec) const
{
    const QString unset = editor::engineText("Run", spec.unset);
    const NextRun& next = m_workspace.nextRun();
    const engine::DataKind& kind = engine::dataKindOf(m_workspace.document().derived().model);
    try {
        if (spec.param.key == "sample_every" && kind.writes) {
            return QLocale().toString(qlonglong{next.runSettings().sampleEvery});
        }
        const auto value =
            engine::solversValue(spec, next.choice().settings, m_workspace.document().content().solver, kind);
        if (!value) {
            return unset;
        }
        const QString word = wordFor(spec, *value);
        return word.isEmpty() ? tr("%1 (solver)").arg(QLocale().toString(qlonglong{std::get<std::int64_t>(*value)}))
                              : word;
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
    if (spec.group == RunGroup::Samples && !engine::dataKindOf(m_workspace.document().derived().model).writes) {
        return tr("This net writes no text.");
    }
    if (spec.param.key == "graph") {
        return whyNoGpu();
    }
    return {};
}

std::set<std::string, std::less<>> RunForm::solverKeys()
{
    std::set<std::string, std::less<>> keys;
    for (const engine::RunSpec& spec : engine::runSpecs()) {
        if (hasField(spec) && !spec.solverKey.empty() &&
            spec.solverKeySays == engine::RunSpec::SolverKey::SaysTheSame) {
            keys.emplace(spec.solverKey);
        }
    }
    return keys;
}

} // namespace studio

#include "moc_run_form.cpp"
