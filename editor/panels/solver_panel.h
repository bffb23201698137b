// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"

#include <functional>
#include <optional>
#include <QWidget>
#include <set>
#include <string>

class QComboBox;

namespace editor {

class RateCurve;
class SettingsForm;
class TintedLabel;
struct SettingEdit;

/// How the net is trained: every setting of the solver, what has no effect greyed with its reason, presets, and the
/// learning rate over the run as a curve.
class SolverPanel : public QWidget {
    Q_OBJECT

public:
    explicit SolverPanel(Document& document, QWidget* parent = nullptr);

    /// Settings that another panel shows: each has one place on screen.
    void leaveOut(std::set<std::string, std::less<>> keys);

    SettingsForm* form() const { return m_form; }

private:
    QWidget* makeHead();
    QWidget* makeCurve();
    void fillForm();
    void refresh();
    void set(const SettingEdit& edit);
    void takePreset(int choice);

    Document& m_document;
    std::set<std::string, std::less<>> m_leftOut;
    std::optional<engine::SolverSettings> m_shown;
    QComboBox* m_presets;
    TintedLabel* m_explanation;
    TintedLabel* m_problem;
    RateCurve* m_curve;
    SettingsForm* m_form;
};

} // namespace editor
