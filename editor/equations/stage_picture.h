// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cells/schedule.h"

#include <QWidget>
#include <vector>

namespace editor {

/// How a cell runs: what is made once for all steps, and below it the stages of each step.
class StagePicture : public QWidget {
    Q_OBJECT

public:
    explicit StagePicture(QWidget* parent = nullptr);

    void setCell(const engine::cells::Definition& cell, const engine::cells::Schedule& schedule);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Box {
        enum class Kind { Product, Norm, Elements };
        Kind kind;
        QString title, detail;
    };
    struct Frame {
        QString title;
        std::vector<Box> boxes;
        QString loop; ///< what goes from its end to its beginning; empty: nothing
    };
    static std::vector<Box> boxesOf(const engine::cells::Definition& cell, const engine::cells::Part& part);
    static Box productOf(const engine::cells::Definition& cell, const engine::cells::Stage& stage);
    double frameHeight(const Frame& frame) const;
    void paint(QPainter& painter, const Frame& frame, const QRectF& area) const;
    void paint(QPainter& painter, const Box& box, const QRectF& area) const;
    void paintLoop(QPainter& painter, const QString& words, double left, double right, double top) const;

    std::vector<Frame> m_frames;
};

} // namespace editor
