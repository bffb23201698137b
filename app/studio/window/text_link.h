// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/text/text_panel.h"
#include "app/studio/workspace.h"

#include <QObject>

namespace studio {

/// Lets the text panel write with the nets of the open project.
class TextLink : public QObject {
    Q_OBJECT

public:
    TextLink(Workspace& workspace, TextPanel& panel);

signals:
    void copied(const QString& command); ///< to the clipboard

private:
    void write(const WrittenText& wish);
    void askSurprise(const WrittenText& text);
    void showSources();
    GenerationRequest request(const WrittenText& wish) const;

    Workspace& m_workspace;
    TextPanel& m_panel;
    bool m_foreign = false; ///< what is being written belongs to a project that was left
    bool m_hadNet = false;
};

} // namespace studio
