// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"
#include "editor/document/warnings.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QToolButton;

namespace editor {

class CellForm;
class FieldProblem;
class Fold;
class LiveSymbols;
class SettingsForm;
class TintedLabel;
struct SettingEdit;
class WeightsForm;

/// The inspector's page for selected layers: one, or what several have in common.
class LayerPage : public QWidget {
    Q_OBJECT

public:
    explicit LayerPage(Document& document, QWidget* parent = nullptr);

    void show(const std::vector<Id>& ids); ///< at least one; all are nodes
    void setSpeed(double operationsPerSecond) { m_operationsPerSecond = operationsPerSecond; }

    SettingsForm* form() const { return m_form; }
    CellForm* cell() const { return m_cell; }

private:
    QWidget* makeHead();
    QWidget* makeUse();
    void showHead(const std::vector<const Node*>& nodes);
    void showSettings(const std::vector<const Node*>& nodes);
    void showSetting(const engine::ParamSpec& spec, const std::vector<const Node*>& nodes);
    void showUse(const std::vector<const Node*>& nodes);
    int matrixColours() const;
    void showArithmetic();
    void offerFixes();
    void checkName(const QString& name);
    void rename();
    void setParam(const SettingEdit& edit);
    QString mergeKey(const SettingEdit& edit) const;
    void setPhases(int choice);
    void setComment();
    void refuse(const QString& sentence); ///< shown at the head
    std::vector<const Node*> nodes() const;
    QString subject() const; ///< "lstm1", "3 layers": for the names of undo steps

    Document& m_document;
    std::vector<Id> m_ids;
    std::vector<std::string> m_types;
    bool m_showing = false;
    std::optional<double> m_operationsPerSecond; ///< of the run under way or the last one
    QLabel* m_icon;
    QLabel* m_title;
    TintedLabel* m_help;
    TintedLabel *m_problem, *m_doubt;
    std::optional<Problem> m_shownProblem;
    std::vector<Warning> m_doubts; ///< about the one layer that is shown
    QToolButton* m_mend;
    QLabel* m_nameLabel;
    QLineEdit* m_name;
    FieldProblem* m_nameProblem;
    SettingsForm* m_form;
    CellForm* m_cell; ///< of one layer whose cell is typed
    LiveSymbols* m_symbols;
    WeightsForm* m_weights;
    Fold* m_weightsFold;
    QComboBox* m_phases;
    QPlainTextEdit* m_comment;
    QLabel* m_arithmetic;
    Fold* m_arithmeticFold;
};

} // namespace editor
