// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/state/state_panel.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/workspace/workspace.h"

#include <filesystem>
#include <QObject>
#include <QTimer>

namespace studio {

class TextLink;

/// Lets the state panel look into the text in view, change units there and write on.
class StateLink : public QObject {
    Q_OBJECT

public:
    StateLink(Workspace& workspace, StatePanel& states, TextPanel& writing, const TextLink& nets);

    void show(const engine::HeldUnit& unit); ///< in the panel, which is opened

signals:
    void shown(); ///< who looks wants to see the panel

private:
    void load(const std::filesystem::path& file);
    void lookAt(qint64 place); ///< of the text in view
    void lookAtEnd();
    void find();
    void found(const engine::WritingPlace& place);
    void writeOn();
    void askForFile();
    void save();

    Workspace& m_workspace;
    StatePanel& m_states;
    TextPanel& m_writing;
    const TextLink& m_nets;
    QAction* m_shows;
    WrittenText m_text;   ///< up to the place
    std::string m_upTo;   ///< in view up to there
    bool m_loads = false; ///< the place that is looked for is that of a file
    bool m_finds = false;
    std::optional<engine::HeldUnit> m_wanted; ///< to be shown once the place is found
    QTimer m_soon;                            ///< so that a drag over the text asks once
};

} // namespace studio
