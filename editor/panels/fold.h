// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace editor {

/// A part of a panel under a title that opens and closes it.
class Fold : public QWidget {
    Q_OBJECT

public:
    enum class State { Open, Closed };
    Fold(const QString& title, QWidget* content, State state, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setOpen(bool open);
    bool isOpen() const { return m_open; }

signals:
    void toggled(bool open);

private:
    QToolButton* m_button;
    QWidget* m_content;
    bool m_open = true;
};

} // namespace editor
