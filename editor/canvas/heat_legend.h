// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace editor {

class CanvasView;

/// In the corner of the canvas where it covers least of the drawing: what the drawing is coloured by, and which colour
/// stands for which number.
class HeatLegend : public QLabel {
    Q_OBJECT

public:
    explicit HeatLegend(CanvasView& view);

    /// `max` is the number with its unit that the hottest colour stands for, as it is read; the coolest is 0. Without
    /// a name nothing is coloured, and nothing is shown.
    void show(const QString& name, const QString& max);

private:
    void dress();
    void place();

    CanvasView& m_view;
    QString m_name, m_max;
};

} // namespace editor
