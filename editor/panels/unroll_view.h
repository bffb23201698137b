// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/panels/unroll_grid.h"

#include <functional>
#include <QWidget>
#include <string>

class QLabel;
class QSlider;
class QSpinBox;
class QStackedWidget;

namespace editor {

class UnrollScroll;

/// What runs inside a recurrent layer, step by step: the picture that tells why a fused engine is faster. Follows the
/// drawing as it is edited.
class UnrollView : public QWidget {
    Q_OBJECT

public:
    explicit UnrollView(Document& document, QWidget* parent = nullptr);

    void setNode(Id node); ///< a recurrent layer; of another it says why there is nothing to see
    Id node() const { return m_node; }

    /// Words about a layer's real values at a step, from 1; empty where nothing is known. They stand above the steps.
    using StepValues = std::function<QString(const std::string& layer, std::int64_t step)>;
    void setValues(StepValues values); ///< an empty function: none are shown

    QString summary() const; ///< the sentence on top
    UnrollScroll* scroll() const { return m_scroll; }

signals:
    void closeRequested(); ///< back to the drawing

private:
    QWidget* makeHead();
    QWidget* makeSteps();
    void refresh();
    void showValues();
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

    Document& m_document;
    Id m_node = 0;
    QLabel* m_title;
    QLabel* m_summary;
    QWidget* m_steps;
    QSlider* m_slider;
    QSpinBox* m_step;
    QLabel* m_ofSteps;
    QStackedWidget* m_pages;
    UnrollScroll* m_scroll;
    QLabel* m_why;
    QLabel* m_valuesLabel;
    StepValues m_values;
    std::string m_layer;  ///< that is shown
    bool m_fits = false;  ///< the zoom was chosen for this node
    bool m_stale = false; ///< the document changed while this was hidden
};

} // namespace editor
