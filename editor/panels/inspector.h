// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"

#include <QWidget>

class QPlainTextEdit;
class QScrollArea;

namespace editor {

class CellForm;
class LayerPage;
class ModelPage;
class SettingsForm;

/// What is selected, to read and to change: layers, one note or frame, or where nothing is, the model.
class Inspector : public QWidget {
    Q_OBJECT

public:
    explicit Inspector(Document& document, QWidget* parent = nullptr);

    /// How long a step of the net as it is drawn takes: tooltips then tell what other settings would take.
    void setStepTime(double milliseconds);

    SettingsForm* form() const; ///< the settings of the selected layers
    CellForm* cell() const;     ///< of a selected layer whose cell is typed
    void showFault();           ///< the cursor where the equations of that cell are wrong

signals:
    void left(); ///< by Escape

private:
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void refresh();
    QWidget* makeNotePage();
    void showCheck();
    void setNoteText();

    Document& m_document;
    QScrollArea* m_area;
    ModelPage* m_modelPage;
    LayerPage* m_layerPage;
    QWidget* m_notePage;
    QPlainTextEdit* m_noteText;
    Id m_note = 0;
};

} // namespace editor
