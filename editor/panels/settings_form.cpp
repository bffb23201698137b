// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/settings_form.h"

#include "editor/looks/looks.h"
#include "editor/panels/flow_layout.h"
#include "editor/widgets/parts.h"
#include "editor/widgets/tinted_label.h"
#include "editor/words/numbers.h"
#include "engine/graph/catalog.h"
#include "engine/graph/solver_settings.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <QGridLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>

namespace editor {
namespace {

constexpr std::chrono::seconds readingTime{12}; ///< a sentence about what is no longer in its field

/// The widget in the field that has the keyboard, or gets it back with the window; null: none.
QWidget* typedIn(const QWidget& field)
{
    QWidget* const now = field.window()->focusWidget();
    return now != nullptr && field.isAncestorOf(now) ? now : nullptr;
}

void markRefused(const ParamField& field, bool refused)
{
    const QWidget* const typed = typedIn(field) != nullptr ? typedIn(field) : field.focusProxy();
    for (QWidget* const part : field.findChildren<QWidget*>()) {
        const bool isIt = refused && part == typed;
        if (part->property(refusedProperty).toBool() != isIt) {
            part->setProperty(refusedProperty, isIt);
            part->update();
        }
    }
}

} // namespace

SettingsForm::SettingsForm(const char* context, Tip tip, QWidget* parent)
    : QWidget(parent), m_context(context), m_tip(std::move(tip)), m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(6);
}

void SettingsForm::setGroups(std::vector<SettingsGroup> groups)
{
    for (const auto& [key, row] : m_rows) {
        row.problem->hide();
        row.problem->deleteLater();
    }
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
            .reset = iconButton(parent, "reset", {}, this,
                                [this, key] {
                                    setProblem(m_rows.at(key), {});
                                    emit edited({key, std::nullopt});
                                }),
            .note = new TintedLabel(parent),
            .problem = new FieldProblem(this)};
    row.field->setRefusal(m_refusal);
    row.label->setBuddy(row.field);
    row.label->setWordWrap(true);
    row.label->setFixedWidth(m_nameWidth);
    row.label->installEventFilter(this);
    row.field->installEventFilter(this);
    for (QWidget* const part : row.field->findChildren<QWidget*>()) {
        part->installEventFilter(this); // for Escape
    }
    row.reset->setToolTip(tr("Back to the default"));
    row.reset->setAccessibleName(tr("%1: back to the default").arg(engineText(m_context, spec.label)));
    keepRoom(*row.reset);
    row.note->hide();

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
    grid->addWidget(row.note, line + 1, 1, 1, 3);

    connect(row.field, &ParamField::finished, this, [this, key] {
        leave(key);
        emit finished();
    });
    connect(row.field, &ParamField::edited, this, [this, key](const SettingEdit& edit) {
        m_rows.at(key).takesBack = edit.isTakenBack;
        emit edited(edit);
        if (const auto found = m_rows.find(key); found != m_rows.end()) { // perhaps another layer is shown by now
            found->second.takesBack = false;
        }
    });
    connect(row.field, &ParamField::refused, this,
            [this, key](const QString& sentence) { setProblem(m_rows.at(key), sentence); });
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
    const bool isAsBefore = row.state.value == state.value;
    row.state = state;
    if (row.takesBack || (!row.mistake.isEmpty() && !row.isLeft && typedIn(*row.field) != nullptr)) {
        return;
    }
    showState(row);
    if (!row.isLeft || !isAsBefore) {
        setProblem(row, {});
    }
}

void SettingsForm::showState(Row& row)
{
    const bool isReplaced = !row.state.inForce.isEmpty() && typedIn(*row.field) == nullptr;
    if (isReplaced) {
        row.field->show(std::nullopt, row.state.inForce);
    } else {
        row.field->show(row.state.value, row.state.placeholder);
    }
    row.field->setEnabled(row.state.whyNot.isEmpty());
    row.reset->setVisible(row.state.changed);
    showLabel(row);
}

void SettingsForm::setProblem(Row& row, const QString& sentence)
{
    row.mistake = sentence;
    row.isLeft = false;
    row.note->showMuted(row.state.note);
    row.problem->showAt(*row.field, sentence);
    markRefused(*row.field, !sentence.isEmpty());
}

void SettingsForm::forgetRefused()
{
    for (auto& [key, row] : m_rows) {
        if (!row.mistake.isEmpty()) {
            setProblem(row, {});
            showState(row);
        }
    }
}

/// Nothing happens at Enter, which leaves the keyboard where it is. The sentence stays for a while, so that it can be
/// read, and says that it is not about the value that is in the field now.
void SettingsForm::leave(std::string_view key)
{
    const auto found = m_rows.find(key);
    if (found == m_rows.end() || typedIn(*found->second.field) != nullptr) {
        return;
    }
    Row& row = found->second;
    if (row.mistake.isEmpty() || row.isLeft) {
        return;
    }
    showState(row);
    setProblem(row, tr("The entry was not taken. %1").arg(row.mistake));
    row.isLeft = true;
    markRefused(*row.field, false);
    QTimer::singleShot(readingTime, row.problem, [this, key = std::string(key), sentence = row.mistake] {
        const auto later = m_rows.find(key);
        if (later != m_rows.end() && later->second.isLeft && later->second.mistake == sentence) {
            setProblem(later->second, {});
        }
    });
}

/// Shows the value in force instead of what was refused. Elsewhere Escape means what it means in the window.
bool SettingsForm::escape(Row& row, QKeyEvent& event)
{
    if (event.key() != Qt::Key_Escape || row.mistake.isEmpty() || row.isLeft) {
        return false;
    }
    event.accept();
    if (event.type() == QEvent::KeyPress) {
        setProblem(row, {});
        showState(row);
    }
    return true;
}

void SettingsForm::showLabel(Row& row)
{
    const QString name = engineText(m_context, row.spec->label);
    row.label->setEnabled(row.state.whyNot.isEmpty());
    row.label->setText(row.state.changed ? QStringLiteral("<b>%1\u00a0•</b>").arg(name.toHtmlEscaped()) : name);
    row.label->setAccessibleName(name);
    row.label->setAccessibleDescription(row.state.changed ? tr("Changed from the default") : QString());
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

SettingsForm::Row* SettingsForm::rowUnder(const QObject* watched)
{
    const auto* const widget = qobject_cast<const QWidget*>(watched);
    const auto row = std::find_if(m_rows.begin(), m_rows.end(), [&](const auto& entry) {
        return entry.second.label == watched || entry.second.field == watched ||
               (widget != nullptr && entry.second.field->isAncestorOf(widget));
    });
    return row == m_rows.end() ? nullptr : &row->second;
}

bool SettingsForm::eventFilter(QObject* watched, QEvent* event)
{
    const bool isTip = event->type() == QEvent::ToolTip;
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    const bool isFocus = event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut;
    Row* const row = isTip || isKey || isFocus ? rowUnder(watched) : nullptr;
    if (row && isFocus && row->mistake.isEmpty() && !row->state.inForce.isEmpty()) {
        showState(*row);
    }
    if (row && isKey) {
        return escape(*row, *static_cast<QKeyEvent*>(event));
    }
    if (!row || !isTip ||
        (watched != row->label && watched != row->field)) { // a part of the field may have a tip of its own
        return QWidget::eventFilter(watched, event);
    }
    QString tip = m_tip(*row->spec);
    if (!row->state.whyNot.isEmpty()) {
        tip += QStringLiteral("<p><i>%1</i></p>").arg(row->state.whyNot.toHtmlEscaped());
    }
    if (!row->state.inForce.isEmpty() && row->state.value) {
        tip += QStringLiteral("<p>%1</p>")
                   .arg(tr("Training sets this to %1. The drawing has %2.")
                            .arg(row->state.inForce, countText(std::get<std::int64_t>(*row->state.value)))
                            .toHtmlEscaped());
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

int minPanelWidth(const QWidget& widget)
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

#include "moc_settings_form.cpp"
