// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"
#include "editor/widgets/tinted_label.h"
#include "engine/graph/error.h"

#include <QTimer>
#include <QWidget>

class QLineEdit;
class QPushButton;

namespace editor {

class CodeEdit;

/// The drawing as prototxt, to be edited either way. What is typed is read once the keys rest; a text that does not
/// read leaves the drawing as it is, and says where and why.
class TextTwin : public QWidget {
    Q_OBJECT

public:
    explicit TextTwin(Document& document, QWidget* parent = nullptr);
    ~TextTwin() override;

    /// Time without a key after which the text is read, in milliseconds.
    static constexpr int restTime = 300;

    CodeEdit* edit() const { return m_edit; }
    QLineEdit* search() const { return m_search; }
    QString message() const; ///< in the strip below; empty: none

    void applyNow(); ///< without waiting for the keys to rest

public slots:
    void focusSearch();

private:
    QLayout* makeBar();
    void typed();
    void documentChanged();
    void takeText(); ///< the text that the document has
    void discard();
    void showError(const engine::ParseError& error);
    void showMessage(const QString& text, void (TintedLabel::*show)(const QString&) = &TintedLabel::showMuted);
    void showProblems();
    void showSettled();
    void selectFromCursor();
    void showSelection();
    void find();
    int lastLineOf(std::size_t layer) const;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

    Document& m_document;
    CodeEdit* m_edit;
    QLineEdit* m_search;
    QLabel* m_found;
    TintedLabel* m_message;
    QString m_shownMessage;
    QPushButton* m_discard;
    QTimer m_rest;
    QString m_text;           ///< as it was last seen: a change of colours is none of the text
    std::vector<int> m_lines; ///< where the layers begin, from 0, while m_matches
    int m_burst = 0;          ///< what is typed in a row is one step to undo
    bool m_taking = false;    ///< the text changes because the document did
    bool m_applying = false;  ///< and the other way round
    bool m_matches = true;    ///< the text is that of the document, but for its form
    bool m_unread = false;    ///< what is typed does not read
    bool m_stale = true;      ///< the document changed while this was hidden
};

} // namespace editor
