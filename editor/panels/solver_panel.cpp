// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/solver_panel.h"

#include "editor/document/edits.h"
#include "editor/looks/theme.h"
#include "editor/panels/rate_curve.h"
#include "editor/panels/settings_form.h"
#include "editor/widgets/tinted_label.h"
#include "editor/words/numbers.h"
#include "editor/words/solver_words.h"
#include "editor/words/tips.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

namespace editor {
namespace {

/// What is typed into one field in one go is one step.
QString mergeKey(const SettingEdit& edit)
{
    return QStringLiteral("solver/%1/%2").arg(QString::fromStdString(edit.key)).arg(edit.typing);
}

const engine::ParamSpec& specNamed(std::string_view key)
{
    const auto specs = engine::solverSpecs();
    return *std::find_if(specs.begin(), specs.end(), [&](const auto& spec) { return spec.key == key; });
}

/// Whether the settings say what the preset says, written out or by default.
bool isTaken(const SolverPreset& preset, const engine::SolverSettings& solver)
{
    try {
        return engine::completeParams(withPreset(solver, preset)) == engine::completeParams(solver);
    } catch (const engine::Error&) {
        return false; // what is wrong is said beside
    }
}

} // namespace

SolverPanel::SolverPanel(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_form(new SettingsForm("Solver", [](const engine::ParamSpec& spec) { return settingTip(spec, "Solver"); }))
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(10, 10, 10, 10);
    column->setSpacing(8);
    column->addWidget(makeHead());
    column->addWidget(makeCurve());
    column->addWidget(m_form);
    column->addStretch(1);
    auto* area = new QScrollArea(this);
    area->setWidget(page);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setObjectName(QStringLiteral("form"));
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(area);
    setAccessibleName(tr("Solver"));
    setMinimumWidth(minPanelWidth(*this));
    fillForm();
    connect(m_form, &SettingsForm::edited, this, &SolverPanel::set);
    connect(m_form, &SettingsForm::takenBack, this,
            [this](const SettingEdit& edit) { m_document.takeBack(mergeKey(edit)); });
    connect(&document, &Document::loaded, m_form, &SettingsForm::forgetRefused);
    connect(&document, &Document::changed, this, &SolverPanel::refresh);
    refresh();
}

QWidget* SolverPanel::makeHead()
{
    auto* head = new QWidget;
    m_presets = new QComboBox(head);
    m_presets->setAccessibleName(tr("Use a preset"));
    m_presets->setPlaceholderText(tr("Use a preset…"));
    for (const SolverPreset& preset : solverPresets()) {
        m_presets->addItem(preset.name);
        m_presets->setItemData(m_presets->count() - 1, preset.explanation, Qt::ToolTipRole);
    }
    m_explanation = new TintedLabel(head);
    m_problem = new TintedLabel(head);
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_presets);
    column->addWidget(m_explanation);
    column->addWidget(m_problem);
    connect(m_presets, &QComboBox::activated, this, &SolverPanel::takePreset);
    return head;
}

QWidget* SolverPanel::makeCurve()
{
    auto* part = new QWidget;
    m_curve = new RateCurve(part);
    auto* title = new QLabel(tr("Learning rate"), part);
    auto* logScale = new QToolButton(part);
    logScale->setIcon(icon(QStringLiteral("log_scale")));
    logScale->setCheckable(true);
    logScale->setChecked(true);
    logScale->setAutoRaise(true);
    logScale->setToolTip(tr("Logarithmic"));
    logScale->setAccessibleName(tr("Logarithmic"));
    auto* line = new QHBoxLayout;
    line->addWidget(title, 1);
    line->addWidget(logScale);
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(line);
    column->addWidget(m_curve);
    connect(logScale, &QToolButton::toggled, m_curve, &RateCurve::setLogScale);
    return part;
}

void SolverPanel::fillForm()
{
    std::vector<SettingsGroup> groups;
    for (const SolverGroup group : {SolverGroup::Method, SolverGroup::Pace, SolverGroup::Decay, SolverGroup::Clipping,
                                    SolverGroup::Length, SolverGroup::Files, SolverGroup::Caffe}) {
        groups.push_back({.title = solverGroupName(group),
                          .specs = {},
                          .open = group != SolverGroup::Files && group != SolverGroup::Caffe});
        for (const engine::ParamSpec& spec : engine::solverSpecs()) {
            if (solverGroup(spec.key) == group && !m_leftOut.contains(spec.key)) {
                groups.back().specs.push_back(&spec);
            }
        }
    }
    m_form->setGroups(std::move(groups));
}

void SolverPanel::leaveOut(std::set<std::string, std::less<>> keys)
{
    m_leftOut = std::move(keys);
    fillForm();
    m_shown.reset();
    refresh();
}

void SolverPanel::refresh()
{
    const engine::SolverSettings& solver = m_document.content().solver;
    if (m_shown == solver) {
        return; // most edits are of the drawing
    }
    m_shown = solver;
    for (const engine::ParamSpec& spec : engine::solverSpecs()) {
        const engine::ParamValue fallback = engine::fallbackOf(spec, solver.dialect);
        const engine::ParamValue value = solverValue(solver, spec.key);
        m_form->show(spec.key, {.value = value, .changed = value != fallback, .whyNot = whyUnused(solver, spec.key)});
    }
    const std::vector<SolverPreset> presets = solverPresets();
    const auto taken = std::find_if(presets.begin(), presets.end(),
                                    [&](const SolverPreset& preset) { return isTaken(preset, solver); });
    m_presets->setCurrentIndex(taken == presets.end() ? -1 : static_cast<int>(taken - presets.begin()));
    m_explanation->showMuted(taken == presets.end() ? QString() : taken->explanation);
    m_problem->showError(solverProblem(solver));
    m_curve->show(ratePoints(solver));
}

void SolverPanel::set(const SettingEdit& edit)
{
    const QString label = engineText("Solver", specNamed(edit.key).label);
    m_document.change(
        edit.value ? tr("Set %1").arg(label) : tr("Reset %1").arg(label),
        [&](Content& content) { setSolverParam(content, edit.key, edit.value); },
        edit.value ? mergeKey(edit) : QString());
}

void SolverPanel::takePreset(int choice)
{
    const SolverPreset preset = solverPresets().at(static_cast<std::size_t>(choice));
    m_document.change(tr("Use the preset %1").arg(preset.name),
                      [&](Content& content) { content.solver = withPreset(content.solver, preset); });
}

} // namespace editor

#include "moc_solver_panel.cpp"
