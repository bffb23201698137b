// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/panels/param_field.h"

#include <functional>
#include <map>
#include <optional>
#include <QWidget>
#include <string>
#include <vector>

class QGridLayout;
class QKeyEvent;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace editor {

class FieldProblem;
class TintedLabel;

/// Of the names of settings, the same everywhere, so that fields stand in line whatever is selected: as wide as the
/// longest word of the language in the font.
int nameColumnWidth(const QWidget& widget);

/// What a panel of settings needs so that nothing is cut off.
int minPanelWidth(const QWidget& widget);

/// Settings that stand together under a title; without a title they are always shown.
struct SettingsGroup {
    QString title;
    std::vector<const engine::ParamSpec*> specs;
    bool open = true;
};

/// What is shown of one setting.
struct SettingState {
    std::optional<engine::ParamValue> value = {}; ///< nullopt: none that could be shown
    QString placeholder = {};                     ///< why there is none: the layers differ, or it must be set
    bool changed = false;                         ///< is not at its default
    QString whyNot = {};                          ///< why it has no effect now; then it cannot be edited
    QString note = {};                            ///< a hint under the field, where there is no mistake to speak of
    QString inForce = {};                         ///< what the data make of the value, shown until the field is edited
};

/// A field for each setting, made from its description: name, unit, a way back to the default, a mark where it is
/// changed, and the sentence that says what is wrong with what was typed. A field that is left, or where Escape is
/// pressed, shows the value in force again.
class SettingsForm : public QWidget {
    Q_OBJECT

public:
    using Tip = std::function<QString(const engine::ParamSpec&)>;

    /// `context` is where the settings' words are translated; `tip` is asked when the pointer rests on a setting.
    SettingsForm(const char* context, Tip tip, QWidget* parent = nullptr);

    /// Which values the fields refuse, where it is more than what the specifications say. Before setGroups().
    void setRefusal(ParamRefusal refusal) { m_refusal = std::move(refusal); }

    /// Makes the fields again. The specifications must outlive the form.
    void setGroups(std::vector<SettingsGroup> groups);

    /// What is typed and refused stays in its field, with its sentence, while the keyboard is there.
    void show(std::string_view key, const SettingState& state);

    void forgetRefused(); ///< what is shown from now on is of something else

    /// Every setting that has a field.
    const std::vector<const engine::ParamSpec*>& specs() const { return m_specs; }
    ParamField* field(std::string_view key) const; ///< null where there is none
    QString problem(std::string_view key) const;   ///< the sentence at the field; empty: none

signals:
    void edited(const editor::SettingEdit& edit);
    void finished(); ///< as a field's

private:
    struct Row {
        const engine::ParamSpec* spec;
        QLabel* label;
        ParamField* field;
        QToolButton* reset;
        TintedLabel* note;
        FieldProblem* problem;
        SettingState state = {}; ///< in force, also while something else is typed
        QString mistake = {};    ///< what is wrong with what was typed
        bool isLeft = false;     ///< it was typed before the field was left, and is no longer there
        bool takesBack = false;  ///< what was typed stays while its first part is taken back
    };

    void addRow(QGridLayout* grid, const engine::ParamSpec& spec);
    void showState(Row& row);
    void setProblem(Row& row, const QString& sentence);
    void leave(std::string_view key);
    bool escape(Row& row, QKeyEvent& event);
    void showLabel(Row& row);
    bool eventFilter(QObject* watched, QEvent* event) override;
    Row* rowUnder(const QObject* watched);

    const char* m_context;
    int m_nameWidth = 0;
    Tip m_tip;
    ParamRefusal m_refusal = paramRefusal;
    QVBoxLayout* m_column;
    std::vector<const engine::ParamSpec*> m_specs;
    std::map<std::string, Row, std::less<>> m_rows;
};

/// Whether a setting is for those who know why: engine choices, old names, state ports, what is kept without effect.
bool isAdvanced(const engine::ParamSpec& spec);

} // namespace editor
