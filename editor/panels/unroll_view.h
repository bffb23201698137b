// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"
#include "engine/drawing/drawing.h"

#include <functional>
#include <QWidget>
#include <string>

class QLabel;
class QSpinBox;
class QStackedWidget;

namespace editor {

class UnrollPicture;

/// What runs inside a recurrent layer, for its first steps, in the user's language. Throws engine::Error where it
/// cannot be unrolled.
engine::Drawing drawnUnrolled(const Document& document, const std::string& layer);

/// What runs inside a recurrent layer, step by step: the picture that tells why a fused engine is faster. Follows the
/// drawing as it is edited.
class UnrollView : public QWidget {
    Q_OBJECT

public:
    explicit UnrollView(Document& document, QWidget* parent = nullptr);

    void setNode(Id node); ///< a recurrent layer; of another it says why there is nothing to see
    Id node() const { return m_node; }

    /// Words about a layer's real values at a step, from 1; empty where nothing is known. They stand above the picture.
    using StepValues = std::function<QString(const std::string& layer, std::int64_t step)>;
    void setValues(StepValues values); ///< an empty function: none are shown

    QString summary() const; ///< the sentence on top

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
    QLabel *m_title, *m_summary;
    QWidget* m_steps;
    QSpinBox* m_step;
    QLabel *m_ofSteps, *m_valuesLabel;
    QStackedWidget* m_pages;
    UnrollPicture* m_picture;
    QLabel* m_why;
    StepValues m_values;
    std::string m_layer;  ///< that is shown
    bool m_stale = false; ///< the document changed while this was hidden
};

} // namespace editor
