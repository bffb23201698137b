// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/measure/metrics.h"

#include <QWidget>
#include <string>
#include <vector>

namespace studio {

/// How often each class was taken for each, as a table of heat: a row for what came, a column for what the net said,
/// and how much of each class it found.
class ConfusionView : public QWidget {
    Q_OBJECT

public:
    explicit ConfusionView(QWidget* parent = nullptr);

    void setMatrix(const engine::ConfusionMatrix& matrix, std::vector<std::string> classes);
    const engine::ConfusionMatrix& matrix() const { return m_matrix; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString nameOf(std::int64_t index) const;
    int nameWidth() const;
    int foundWidth() const; ///< of the column behind the classes
    bool headsStand(int width) const;
    double cellWidth(int width) const;
    int headHeight() const;
    int countWidth() const { return m_countWidth; }
    QSizeF cellSize() const;
    QString wordsAt(QPoint position) const;

    engine::ConfusionMatrix m_matrix;
    int m_countWidth = 0; ///< of the largest number
    std::vector<std::string> m_classes;
};

} // namespace studio
