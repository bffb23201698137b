// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace editor {

/// The inspector's page where nothing is selected: the model itself, and what training it takes.
class ModelPage : public QWidget {
    Q_OBJECT

public:
    explicit ModelPage(Document& document, QWidget* parent = nullptr);

    void refresh();

private:
    void makeFields();
    void setName(const QString& name);
    void setDialect(int choice);
    void setComment();

    Document& m_document;
    bool m_showing = false;
    QLineEdit* m_name;
    QComboBox* m_dialect;
    QPlainTextEdit* m_comment;
    QLabel* m_totals;
};

} // namespace editor
