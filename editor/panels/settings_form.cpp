// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/settings_form.h"

#include "editor/looks/theme.h"
#include "editor/panels/fold.h"
#include "editor/panels/tinted_label.h"
#include "editor/words/numbers.h"
#include "engine/graph/catalog.h"
#include "engine/graph/solver_settings.h"

#include <algorithm>
#include <array>
#include <QGridLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

namespace editor {

SettingsForm::SettingsForm(const char* context, Tip tip, QWidget* parent)
    : QWidget(parent), m_context(context), m_tip(std::move(tip)), m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(6);
}

void SettingsForm::setGroups(std::vector<SettingsGroup> groups)
{
    m_rows.clear();
    m_specs.clear();
    while (QLayoutItem* item = m_column->takeAt(0)) {
        if (QWidget* old = item->widget()) {
            old->hide();
            old->deleteLater(); // the signal that led here may come from inside it
        }
        delete item;
    }
    m_nameWidth = nameColumnWidth(*this);
    for (const SettingsGroup& group : groups) {
        if (group.specs.empty()) {
            continue;
        }
        auto* part = new QWidget(this);
        auto* grid = new QGridLayout(part);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setHorizontalSpacing(6);
        grid->setVerticalSpacing(5);
        grid->setColumnStretch(1, 1);
        grid->setColumnMinimumWidth(0, m_nameWidth);
        for (const engine::ParamSpec* spec : group.specs) {
            addRow(grid, *spec);
        }
        m_column->addWidget(
            group.title.isEmpty()
                ? part
                : new Fold(group.title, part, group.open ? Fold::State::Open : Fold::State::Closed, this));
    }
}

void SettingsForm::addRow(QGridLayout* grid, const engine::ParamSpec& spec)
{
    QWidget* parent = grid->parentWidget();
    const std::string key(spec.key);
    Row row{.spec = &spec,
            .label = new QLabel(engineText(m_context, spec.label), parent),
            .field = makeParamField(spec, m_context, parent),
            .reset = new QToolButton(parent),
            .problem = new TintedLabel(parent)};
    row.field->setRefusal(m_refusal);
    row.label->setBuddy(row.field);
    row.label->setWordWrap(true);
    row.label->setFixedWidth(m_nameWidth);
    row.label->installEventFilter(this);
    row.field->installEventFilter(this);
    row.reset->setAutoRaise(true);
    row.reset->setIcon(icon(QStringLiteral("reset")));
    row.reset->setAccessibleName(tr("%1: back to the default").arg(engineText(m_context, spec.label)));
    QSizePolicy keepsPlace = row.reset->sizePolicy();
    keepsPlace.setRetainSizeWhenHidden(true);
    row.reset->setSizePolicy(keepsPlace);
    row.problem->hide();

    const int line = grid->rowCount();
    const bool high = std::holds_alternative<engine::FillerKind>(spec.kind);
    row.label->setContentsMargins(0, high ? 5 : 0, 0, 0);
    grid->addWidget(row.label, line, 0, high ? Qt::AlignTop : Qt::Alignment());
    grid->addWidget(row.field, line, 1);
    auto* unit = new QLabel(engineText(m_context, spec.unit), parent);
    unit->setForegroundRole(QPalette::PlaceholderText);
    unit->setVisible(!spec.unit.empty());
    grid->addWidget(unit, line, 2);
    grid->addWidget(row.reset, line, 3);
    grid->addWidget(row.problem, line + 1, 1, 1, 3);

    connect(row.field, &ParamField::edited, this, &SettingsForm::edited);
    connect(row.field, &ParamField::finished, this, &SettingsForm::finished);
    connect(row.field, &ParamField::takenBack, this, [this, key](const SettingEdit& edit) {
        m_rows.at(key).takesBack = true;
        emit takenBack(edit);
        if (const auto found = m_rows.find(key); found != m_rows.end()) { // perhaps another layer is shown by now
            found->second.takesBack = false;
        }
    });
    connect(row.field, &ParamField::refused, this,
            [this, key](const QString& sentence) { setProblem(m_rows.at(key), sentence); });
    connect(row.reset, &QToolButton::clicked, this, [this, key] {
        setProblem(m_rows.at(key), {});
        emit edited({key, std::nullopt});
    });
    m_specs.push_back(&spec);
    m_rows.emplace(key, row);
}

void SettingsForm::show(std::string_view key, const SettingState& state)
{
    const auto found = m_rows.find(key);
    if (found == m_rows.end()) {
        return;
    }
    Row& row = found->second;
    // What was typed and refused stays with its sentence until it is mended, reset, or left for another layer.
    if (row.takesBack || (!row.mistake.isEmpty() && row.field->focusProxy()->hasFocus())) {
        return;
    }
    row.changed = state.changed;
    row.whyNot = state.whyNot;
    row.note = state.note;
    row.field->show(state.value, state.placeholder);
    row.field->setEnabled(state.whyNot.isEmpty());
    row.reset->setVisible(state.changed);
    row.reset->setToolTip(tr("Back to the default"));
    setProblem(row, {});
    showLabel(row);
}

void SettingsForm::setProblem(Row& row, const QString& sentence)
{
    row.mistake = sentence;
    if (sentence.isEmpty()) {
        row.problem->showMuted(row.note);
    } else {
        row.problem->showError(sentence);
    }
}

void SettingsForm::showLabel(Row& row)
{
    const QString name = engineText(m_context, row.spec->label);
    row.label->setEnabled(row.whyNot.isEmpty());
    row.label->setText(row.changed ? QStringLiteral("<b>%1&nbsp;•</b>").arg(name.toHtmlEscaped()) : name);
    row.label->setAccessibleName(name);
    row.label->setAccessibleDescription(row.changed ? tr("Changed from the default") : QString());
}

ParamField* SettingsForm::field(std::string_view key) const
{
    const auto row = m_rows.find(key);
    return row == m_rows.end() ? nullptr : row->second.field;
}

QString SettingsForm::problem(std::string_view key) const
{
    const auto row = m_rows.find(key);
    return row == m_rows.end() ? QString() : row->second.mistake;
}

const SettingsForm::Row* SettingsForm::rowUnder(const QObject* watched) const
{
    const auto row = std::find_if(m_rows.begin(), m_rows.end(), [&](const auto& entry) {
        return entry.second.label == watched || entry.second.field == watched;
    });
    return row == m_rows.end() ? nullptr : &row->second;
}

bool SettingsForm::eventFilter(QObject* watched, QEvent* event)
{
    const Row* row = event->type() == QEvent::ToolTip ? rowUnder(watched) : nullptr;
    if (!row) {
        return QWidget::eventFilter(watched, event);
    }
    QString tip = m_tip(*row->spec);
    if (!row->whyNot.isEmpty()) {
        tip += QStringLiteral("<p><i>%1</i></p>").arg(row->whyNot.toHtmlEscaped());
    }
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), tip, row->field);
    return true;
}

namespace {

/// The longest word in the names of these settings, as it is written where the setting is changed.
int longestWord(const QFontMetrics& metrics, const char* context, std::span<const engine::ParamSpec> specs)
{
    int longest = 0;
    for (const engine::ParamSpec& spec : specs) {
        for (const QString& word : engineText(context, spec.label).split(QLatin1Char(' '))) {
            longest = std::max(longest, metrics.horizontalAdvance(word));
        }
    }
    return longest;
}

} // namespace

int nameColumnWidth(const QWidget& widget)
{
    QFont bold = widget.font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    const int digit = widget.fontMetrics().horizontalAdvance(QLatin1Char('0'));
    int longest = longestWord(metrics, "Solver", engine::solverSpecs());
    for (const engine::LayerType& type : engine::catalog()) {
        longest = std::max(longest, longestWord(metrics, "Layers", type.params));
    }
    return std::clamp(longest + 2, 13 * digit, 20 * digit);
}

int leastPanelWidth(const QWidget& widget)
{
    return nameColumnWidth(widget) + 28 * widget.fontMetrics().horizontalAdvance(QLatin1Char('0'));
}

bool isAdvanced(const engine::ParamSpec& spec)
{
    constexpr std::array<std::string_view, 15> keys = {"engine",
                                                       "debug_info",
                                                       "expose_hidden",
                                                       "expose_hidden_input",
                                                       "expose_hidden_output",
                                                       "batch_first",
                                                       "auto_repeat_hidden_states_across_layers",
                                                       "dropout_seed",
                                                       "seed",
                                                       "stable_prod_grad",
                                                       "ignore_label",
                                                       "transpose",
                                                       "slice_dim",
                                                       "concat_dim",
                                                       "normalize"};
    return std::find(keys.begin(), keys.end(), spec.key) != keys.end();
}

} // namespace editor
