// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"

#include <QString>
#include <QWidget>

class QComboBox;
class QDialog;
class QLabel;

namespace editor {

class CellCheck;
class EquationEdit;

/// Whether the settings of the type say a cell by its name or by equations.
bool hasTypedCell(const engine::LayerType& type);

/// Whether a setting is one of the two that CellForm edits together.
bool isOfTypedCell(const engine::ParamSpec& spec);

/// The cell of one selected layer: one of the library, or own equations. Equations that are changed are the layer's
/// own, also where they were those of a cell of the library, and where they do not read.
class CellForm : public QWidget {
    Q_OBJECT

public:
    explicit CellForm(Document& document, QWidget* parent = nullptr);
    ~CellForm() override;

    void show(Id layer); ///< whose type hasTypedCell()

    EquationEdit* equations() const { return m_equations; }
    QComboBox* names() const { return m_names; }
    CellCheck* check() const { return m_check; }

    void openGallery();

private:
    void setCell(const QString& name, const QString& equations, const QString& mergeKey = {}); ///< one is empty
    void showCell();

    Document& m_document;
    Id m_layer{};
    QComboBox* m_names;
    EquationEdit* m_equations;
    QLabel *m_mathematics, *m_summary;
    CellCheck* m_check;
    QDialog* m_gallery = nullptr; ///< made when it is asked for
};

} // namespace editor
