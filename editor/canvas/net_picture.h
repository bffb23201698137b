// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"

#include <QGraphicsView>

namespace editor {

class CanvasScene;

/// The whole drawing, as large as it fits and never larger than 1:1, to look at while something else owns the window.
/// A double click on a layer asks for it.
class NetPicture : public QGraphicsView {
    Q_OBJECT

public:
    explicit NetPicture(CanvasScene& scene, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {170, 400}; }

signals:
    void layerChosen(editor::Id node);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& area) override;

private:
    void fit();

    CanvasScene& m_scene;
};

} // namespace editor
