// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/panels/unroll_grid.h"

#include <QAbstractScrollArea>
#include <QPainterPath>

namespace editor {

/// The grid, painted: only what is in view, with the rows' names and the steps' numbers always there.
class UnrollScroll : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit UnrollScroll(QWidget* parent = nullptr);

    void show(UnrollGrid grid);

    std::int64_t cursorStep() const { return m_cursor; } ///< from 1
    void setCursorStep(std::int64_t step);

    double zoom() const { return m_zoom; }
    void setZoom(double zoom, QPointF fixed); ///< `fixed` of the viewport stays where it is
    void zoomIn();
    void zoomOut();
    void zoomToFit(); ///< all bands from top to bottom

    int namesWidth() const { return m_namesWidth; } ///< pixels, of the column with the rows' names

    /// The operation under a point of the viewport; step 0: for all steps at once.
    struct Hit {
        const UnrolledOperation* operation = nullptr;
        std::int64_t step = 0;
    };
    Hit hit(QPoint point) const;

signals:
    void cursorMoved(qint64 step);
    void zoomChanged(double zoom);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    QSizeF extent() const; ///< of the grid, in its own units
    double bandTop(std::size_t band) const;
    double inputTop(std::size_t band, std::size_t input = 0) const;
    double inputsHeight() const;
    double columnStep() const; ///< from one step's boxes to the next one's
    double columnLeft(std::int64_t step) const;
    double left() const; ///< before the first step: where its states come from
    double rowTop(std::size_t band, int row) const;
    double footTop(std::size_t band) const;
    QRectF boxOf(std::size_t band, std::int64_t step, int row) const;
    QRectF inputBar(std::size_t band, std::size_t input) const;
    int widthOfNames() const;
    void updateBars();
    QPointF toGrid(QPointF point) const;
    std::int64_t stepAt(double x) const; ///< 0: left of the first
    void ensureStepSeen();

    void paintBand(QPainter& painter, std::size_t band, std::int64_t first, std::int64_t last) const;
    void paintInput(QPainter& painter, std::size_t band, const QRectF& seen) const;
    void paintInputBar(QPainter& painter, std::size_t band, std::size_t input, const QRectF& seen) const;
    void paintFed(QPainter& painter, std::size_t band, std::int64_t step) const;
    double stateHeight(const UnrollLinks::State& state) const; ///< where it leaves its row
    void paintStep(QPainter& painter, std::size_t band, std::int64_t step) const;
    void paintArrows(QPainter& painter, std::size_t band, std::int64_t step) const;
    void paintStates(QPainter& painter, std::size_t band, std::int64_t step) const;
    void paintBox(QPainter& painter, const QRectF& box, const UnrolledOperation& operation, bool lit) const;
    void paintBetween(QPainter& painter, std::size_t band, const QRectF& seen) const;
    QString bandTitle(std::size_t band) const;
    QString footWords(std::size_t band) const;
    void paintNames(QPainter& painter) const;
    void paintNumbers(QPainter& painter) const;

    /// What is read farther down than in the next row goes past the boxes, one line for all that a row gives.
    struct SideLine {
        int from;
        std::vector<int> to;
        int lane; ///< from the boxes outwards
    };
    void findSideLines();

    UnrollGrid m_grid;
    UnrollLinks m_links;
    std::vector<SideLine> m_sideLines;
    int m_lanes = 0;
    int m_namesWidth = 0;
    double m_zoom = 1;
    std::int64_t m_cursor = 1;
    QPoint m_grabbed;
    QPoint m_grabbedBars;
    bool m_dragging = false;
};

} // namespace editor
