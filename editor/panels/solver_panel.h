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
    using Keys = std::set<std::string, std::less<>>;

    /// Without settings that another panel shows: each has one place on screen.
    explicit SolverPanel(Document& document, const Keys& shownElsewhere = {}, QWidget* parent = nullptr);

    SettingsForm* form() const { return m_form; }

private:
    QWidget* makeHead();
    QWidget* makeCurve();
    void fillForm(const Keys& shownElsewhere);
    void refresh();
    void set(const SettingEdit& edit);
    void takePreset(int choice);

    Document& m_document;
    std::optional<engine::SolverSettings> m_shown;
    QComboBox* m_presets;
    TintedLabel* m_explanation;
    TintedLabel* m_problem;
    RateCurve* m_curve;
    SettingsForm* m_form;
};

} // namespace editor
