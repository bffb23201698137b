// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/text/text_panel.h"
#include "app/studio/workspace/workspace.h"

#include <QObject>

namespace studio {

/// Lets the text panel write with the nets of the open project.
class TextLink : public QObject {
    Q_OBJECT

public:
    TextLink(Workspace& workspace, TextPanel& panel);

    const std::vector<TextSource>& sources() const { return m_sources; } ///< what can write, and so read

    /// For the net that the wish's source is now; only for the one that it names, where it names one.
    GenerationRequest request(const WrittenText& wish) const;

    /// To read a text that is written already: only by the net that wrote it.
    GenerationRequest readingRequest(const WrittenText& text) const;

signals:
    void sourcesChanged(const std::vector<studio::TextSource>& sources);
    void copied(const QString& command); ///< to the clipboard

private:
    void write(const WrittenText& wish);
    void askSurprise(const WrittenText& text);
    void refuseSurprise(const QString& sentence);
    void showSources();
    void dropForeign();

    Workspace& m_workspace;
    TextPanel& m_panel;
    std::string m_read;     ///< the text that is read
    bool m_foreign = false; ///< what is being written belongs to a project that was left
    bool m_hadNet = false;
    std::vector<TextSource> m_sources;
};

} // namespace studio
