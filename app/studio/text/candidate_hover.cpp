// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/candidate_hover.h"

#include "app/studio/text/written_view.h"

#include <algorithm>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QTimerEvent>

namespace studio {

namespace {

constexpr int grace = 300; ///< milliseconds that the mouse may be outside on its way

} // namespace

CandidateHover::CandidateHover(WrittenView& view) : QObject(&view), m_view(view)
{
    m_popup.setParent(&view); // until it opens
    m_popup.hide();
    view.viewport()->setMouseTracking(true);
    view.viewport()->installEventFilter(this);
    view.installEventFilter(this);
    m_popup.installEventFilter(this);
    connect(&m_popup, &CandidatePopup::closed, this, [this] {
        close();
        m_view.setFocus(Qt::PopupFocusReason);
    });
    connect(&m_popup, &CandidatePopup::chosen, this, [this](const QString& text) {
        const qint64 place = m_view.placeAt(m_position);
        close();
        emit branchRequested(place, text);
    });
    connect(view.verticalScrollBar(), &QScrollBar::valueChanged, this, &CandidateHover::close);
}

void CandidateHover::begin(qint64 prompt)
{
    close();
    m_candidates.assign(static_cast<std::size_t>(prompt), {});
    m_prompt = prompt;
}

void CandidateHover::append(qint64 places, std::span<const Candidates> candidates)
{
    const std::size_t before = m_candidates.size();
    m_candidates.resize(before + static_cast<std::size_t>(places));
    if (candidates.size() == static_cast<std::size_t>(places)) {
        std::ranges::copy(candidates, m_candidates.begin() + static_cast<std::ptrdiff_t>(before));
    }
}

void CandidateHover::fill(qint64 place, std::span<const Candidates> candidates)
{
    const auto first = static_cast<std::size_t>(place);
    if (first + candidates.size() != m_candidates.size()) {
        return; // another text is in view by now
    }
    std::ranges::copy(candidates, m_candidates.begin() + static_cast<std::ptrdiff_t>(first));
    if (m_popup.isVisible()) {
        showAt(m_position);
    }
}

void CandidateHover::setBranching(const QString& whyNot)
{
    m_whyNot = whyNot;
}

void CandidateHover::close()
{
    m_closing.stop();
    m_popup.hide();
    m_position = -1;
    m_byKeyboard = false;
}

bool CandidateHover::isWritten(qint64 place) const
{
    return place >= m_prompt && place < static_cast<qint64>(m_candidates.size());
}

void CandidateHover::showAt(int position)
{
    const qint64 place = m_view.placeAt(position);
    if (!isWritten(place)) {
        close();
        return;
    }
    const bool anew = m_position != position;
    m_position = position;
    const QString title = m_view.describe(position);
    const Candidates& candidates = m_candidates[static_cast<std::size_t>(place)];
    if (candidates.empty()) {
        m_popup.showSentence(title, tr("Computing the probabilities here…"));
        if (anew) {
            emit wanted();
        }
    } else {
        m_popup.showCandidates(candidates,
                               {.title = title,
                                .written = m_view.characterAt(position),
                                .footer = m_whyNot.isEmpty() ? tr("Click a character to continue with it.") : m_whyNot,
                                .choosable = m_whyNot.isEmpty()});
    }
    if (m_position < 0) {
        return; // who answered closed it
    }
    put(m_view.rectOf(position));
    if (m_byKeyboard) {
        m_popup.takeKeyboard();
    }
}

/// Right below the character, so that the mouse gets there without crossing others, or above where there is no room.
void CandidateHover::put(const QRect& character)
{
    QWidget* const window = m_view.window();
    if (m_popup.parentWidget() != window) {
        m_popup.setParent(window);
    }
    const QPoint below = m_view.viewport()->mapTo(window, character.bottomLeft());
    const QPoint above = m_view.viewport()->mapTo(window, character.topLeft());
    QPoint corner(below.x(), below.y() + 1);
    if (corner.y() + m_popup.height() > window->height()) {
        corner.setY(above.y() - m_popup.height());
    }
    corner.setX(std::clamp(corner.x(), 0, std::max(0, window->width() - m_popup.width())));
    m_popup.move(corner.x(), std::max(0, corner.y()));
    m_popup.show();
    m_popup.raise();
}

void CandidateHover::openByKeyboard()
{
    const int position = m_view.textCursor().position();
    m_byKeyboard = true;
    showAt(position);
}

bool CandidateHover::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view.viewport()) {
        return viewportEvent(event);
    }
    if (watched == &m_popup && event->type() == QEvent::Enter) {
        m_closing.stop();
    } else if (watched == &m_popup && event->type() == QEvent::Leave && !m_byKeyboard) {
        m_closing.start(grace, this);
    } else if (watched == &m_view && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        if (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier) {
            openByKeyboard();
            return true;
        }
        if (key->key() == Qt::Key_Escape && m_popup.isVisible()) {
            close();
            return true;
        }
    } else if (watched == &m_view && event->type() == QEvent::Hide) {
        close();
    }
    return false;
}

/// The first one opens where a tooltip would; while it is open it follows the mouse at once.
bool CandidateHover::viewportEvent(QEvent* event)
{
    switch (event->type()) {
    case QEvent::ToolTip: {
        const int position = m_view.positionUnder(static_cast<const QHelpEvent*>(event)->pos());
        if (position < 0 || !isWritten(m_view.placeAt(position))) {
            return false; // a plain tooltip says what is known
        }
        m_byKeyboard = false;
        showAt(position);
        return true;
    }
    case QEvent::MouseMove: {
        const auto* mouse = static_cast<const QMouseEvent*>(event);
        if (m_popup.isVisible() && mouse->buttons() == Qt::NoButton) {
            const int position = m_view.positionUnder(mouse->pos());
            m_byKeyboard = false;
            if (position < 0) {
                m_closing.start(grace, this);
            } else if (position != m_position) {
                m_closing.stop();
                showAt(position);
            }
        }
        return false;
    }
    case QEvent::MouseButtonPress:
        close();
        return false;
    case QEvent::Leave:
        if (m_popup.isVisible() && !m_byKeyboard) {
            m_closing.start(grace, this);
        }
        return false;
    default:
        return false;
    }
}

void CandidateHover::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_closing.timerId()) {
        close();
    }
}

} // namespace studio
