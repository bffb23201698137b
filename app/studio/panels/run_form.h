// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/panels/settings_form.h"
#include "engine/training/run/run_specs.h"

#include <QWidget>
#include <set>
#include <string>

namespace studio {

class Workspace;

/// A field for every setting of a run, made from engine::runSpecs(), but for those that the training panel offers a
/// choice of its own: engine, device and precision. While a run goes on its limits can still be changed.
class RunForm : public QWidget {
    Q_OBJECT

public:
    explicit RunForm(Workspace& workspace, QWidget* parent = nullptr);

    void refresh();

    /// The solver's settings that it shows, which need no other field.
    static std::set<std::string, std::less<>> solverKeys();

private:
    void set(const editor::SettingEdit& edit);
    editor::SettingState stateOf(const engine::RunSpec& spec) const;
    void showGiven(editor::SettingState& state, const engine::RunSpec& spec, const engine::ParamValue& value) const;
    void showUnset(editor::SettingState& state, const engine::RunSpec& spec) const;
    QString placeholder(const engine::RunSpec& spec) const;
    QString whyNot(const engine::RunSpec& spec) const;

    Workspace& m_workspace;
    editor::SettingsForm* m_form;
    std::optional<editor::SettingEdit> m_before; ///< what the setting that is typed in was before this typing
};

} // namespace studio
