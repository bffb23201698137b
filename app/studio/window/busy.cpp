// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/busy.h"

#include <QGuiApplication>
#include <QStatusBar>

namespace studio {

Busy::Busy(QStatusBar& status, const QString& words) : m_status(status), m_words(words)
{
    QGuiApplication::setOverrideCursor(Qt::WaitCursor);
    m_status.showMessage(m_words);
    m_status.repaint(); // at once: the event loop is about to wait
}

Busy::~Busy()
{
    QGuiApplication::restoreOverrideCursor();
    if (m_status.currentMessage() == m_words) {
        m_status.clearMessage();
    }
}

} // namespace studio
