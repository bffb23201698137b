// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/lens/lens_panel.h"
#include "app/studio/workspace/workspace.h"
#include "editor/work/latest_work.h"

#include <functional>
#include <QObject>

namespace studio {

class TextLink;
class TextPanel;

/// Lets the lens read with the nets of the open project, what the text panel shows among other texts.
class LensLink : public QObject {
    Q_OBJECT

public:
    LensLink(Workspace& workspace, LensPanel& panel, const TextLink& nets, const TextPanel& writing);

private:
    using Net =
        std::function<std::shared_ptr<const NetSnapshot>()>; ///< called on the other thread; throws engine::Error
    using Text = std::function<std::string()>;               ///< likewise

    void read(const LensWish& wish);

    /// Shows the first characters, and reads all of them where there are more than these.
    void work(const Net& net, const Text& text, std::size_t first = LensReading::beginning);
    Text textOf(const LensWish& wish) const;

    Workspace& m_workspace;
    LensPanel& m_panel;
    const TextPanel& m_writing;
    editor::LatestWork m_work; // last, so that it ends before what it uses goes
};

} // namespace studio
