// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"

#include <QListWidget>

namespace editor {
class CanvasScene;
class Document;
} // namespace editor

namespace studio {

/// The layers of the net by name, each with what its values in the drawing say: that it learns, or what is wrong.
class LayerStrip : public QListWidget {
    Q_OBJECT

public:
    /// Both outlive it.
    LayerStrip(const editor::Document& document, const editor::CanvasScene& scene, QWidget* parent = nullptr);

signals:
    void layerChosen(editor::Id layer); ///< by a click or Enter

private:
    void fill();

    const editor::Document& m_document;
    const editor::CanvasScene& m_scene;
};

} // namespace studio
