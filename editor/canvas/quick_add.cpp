// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/quick_add.h"

#include <algorithm>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace editor {

QuickAdd::QuickAdd(std::map<QString, QString> offered, const QString& title, QWidget* canvas)
    : Plate(canvas), m_list(new LayerList(this))
{
    setObjectName(QStringLiteral("quickAdd"));
    setAccessibleName(title);
    m_list->offer(std::move(offered));
    m_list->field()->installEventFilter(this);
    m_list->tree()->setFocusPolicy(Qt::NoFocus); // the field keeps the keyboard and steers the list
    m_list->tree()->setFrameShape(QFrame::NoFrame);
    auto* label = new QLabel(title, this);
    label->setBuddy(m_list->field());
    label->setMargin(6);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->setSpacing(0);
    column->addWidget(label);
    column->addWidget(m_list, 1);
    connect(m_list->tree(), &QTreeWidget::itemClicked, m_list, &LayerList::take);
    connect(m_list, &LayerList::addRequested, this, [this](const QString& type) {
        if (m_closing) { // where a single click activates, Qt tells of it twice
            return;
        }
        leave();
        emit chosen(type);
    });
}

void QuickAdd::open(QPoint window, const QString& words)
{
    const QSize room = parentWidget()->size();
    resize(QSize(320, 420).boundedTo(room));
    move(std::clamp(window.x(), 0, std::max(0, room.width() - width())),
         std::clamp(window.y(), 0, std::max(0, room.height() - height())));
    m_list->field()->setText(words);
    show();
    raise();
    m_list->field()->setFocus(Qt::PopupFocusReason);
}

bool QuickAdd::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) { // Escape and the arrows are ours, not the window's
        event->accept();
        return true;
    }
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape) {
            leave();
            return true;
        }
        if (key == Qt::Key_Tab || key == Qt::Key_Backtab) { // it walks the drawing, and must not change it here
            m_list->step(key == Qt::Key_Tab ? 1 : -1);
            return true;
        }
    }
    if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason) {
        leave();
    }
    return Plate::eventFilter(watched, event);
}

/// Closes first, so that the one who hears of the choice may open another.
void QuickAdd::leave()
{
    if (m_closing) {
        return;
    }
    m_closing = true;
    if (m_list->field()->hasFocus()) { // else Qt hands it on as Tab does, which leads to the first layer
        parentWidget()->setFocus(Qt::PopupFocusReason);
    }
    hide();
    emit closed();
    deleteLater();
}

} // namespace editor

#include "moc_quick_add.cpp"
