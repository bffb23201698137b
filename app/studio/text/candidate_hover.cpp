// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/candidate_hover.h"

#include "app/studio/text/written_view.h"

#include <algorithm>
#include <array>
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

void CandidateHover::begin(qint64 places, const std::vector<std::int64_t>& writers)
{
    m_candidates.clear();
    keep(places, writers);
}

void CandidateHover::keep(qint64 places, const std::vector<std::int64_t>& writers)
{
    close();
    m_candidates.resize(static_cast<std::size_t>(places));
    m_stretches.clear();
    for (const std::int64_t first : writers) {
        m_stretches.push_back({first});
    }
}

void CandidateHover::append(qint64 places, std::span<const Candidates> candidates)
{
    const std::size_t before = m_candidates.size();
    m_candidates.resize(before + static_cast<std::size_t>(places));
    if (candidates.size() == static_cast<std::size_t>(places)) {
        std::ranges::copy(candidates, m_candidates.begin() + static_cast<std::ptrdiff_t>(before));
    }
}

void CandidateHover::fill(qint64 writer, std::span<const Candidates> candidates)
{
    const auto first = static_cast<std::size_t>(writer);
    if (candidates.empty() || first + candidates.size() > m_candidates.size()) {
        return; // another text is in view by now
    }
    std::ranges::copy(candidates, m_candidates.begin() + static_cast<std::ptrdiff_t>(first));
    refuse(writer, tr("What was likely here is not known.")); // of a character that the net does not know
}

void CandidateHover::refuse(qint64 writer, const QString& sentence)
{
    for (Stretch& one : m_stretches) {
        if (one.first == writer) {
            one.unknown = sentence;
        }
    }
    if (m_popup.isVisible() && m_position >= 0) {
        showAt(m_position);
    }
}

void CandidateHover::askAgain()
{
    for (Stretch& one : m_stretches) {
        one.unknown.clear();
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
    m_stays = m_byKeyboard = false;
}

const CandidateHover::Stretch* CandidateHover::stretchAt(qint64 place) const
{
    const auto behind = std::ranges::upper_bound(m_stretches, place, {}, &Stretch::first);
    const bool isWritten = behind != m_stretches.begin() && place < static_cast<qint64>(m_candidates.size());
    return isWritten ? &*std::prev(behind) : nullptr;
}

void CandidateHover::showAt(int position)
{
    const qint64 place = m_view.placeAt(position);
    const Stretch* const stretch = stretchAt(place);
    if (stretch == nullptr) {
        close();
        return;
    }
    const bool moved = m_position != position;
    m_position = position;
    if (moved && stretch->unknown.isEmpty() && m_candidates[static_cast<std::size_t>(place)].empty()) {
        emit wanted(place);
        if (m_position < 0) {
            return; // the receiver has closed it
        }
    }
    const QString title = m_view.describe(position);
    const Candidates& candidates = m_candidates[static_cast<std::size_t>(place)];
    if (candidates.empty()) {
        m_popup.showSentence(title,
                             stretch->unknown.isEmpty() ? tr("Computing the probabilities here…") : stretch->unknown);
    } else {
        m_popup.showCandidates(candidates,
                               {.title = title,
                                .written = m_view.characterAt(position),
                                .footer = m_whyNot.isEmpty() ? tr("Click a character to continue with it.") : m_whyNot,
                                .choosable = m_whyNot.isEmpty()});
    }
    put(m_view.rectOf(position));
    if (m_byKeyboard) {
        m_popup.takeKeyboard();
    }
}

/// Right above the character, over what is read already, so that the mouse gets there without crossing others; below
/// where there is no room.
void CandidateHover::put(const QRect& character)
{
    QWidget* const window = m_view.window();
    if (m_popup.parentWidget() != window) {
        m_popup.setParent(window);
    }
    const QPoint below = m_view.viewport()->mapTo(window, character.bottomLeft());
    const QPoint above = m_view.viewport()->mapTo(window, character.topLeft());
    const int top = above.y() >= m_popup.height() ? above.y() - m_popup.height() : below.y() + 1;
    const QSize room = window->size() - m_popup.size();
    m_popup.move(std::clamp(above.x(), 0, std::max(0, room.width())), std::clamp(top, 0, std::max(0, room.height())));
    m_popup.show();
    m_popup.raise();
}

void CandidateHover::openByKeyboard()
{
    const int position = m_view.textCursor().position();
    m_stays = m_byKeyboard = true;
    if (stretchAt(m_view.placeAt(position)) != nullptr || m_candidates.empty()) {
        showAt(position);
        return;
    }
    m_popup.showSentence(tr("No net wrote a character here."), tr("Move the cursor to a character that a net wrote."));
    put(m_view.rectOf(position));
}

bool CandidateHover::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view.viewport()) {
        return viewportEvent(event);
    }
    if (watched == &m_popup && event->type() == QEvent::Enter) {
        m_closing.stop();
    } else if (watched == &m_popup && event->type() == QEvent::Leave && !m_stays) {
        m_closing.start(grace, this);
    } else if (watched == &m_view && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        if (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier) {
            openByKeyboard();
            return true;
        }
        constexpr std::array modifiers = {Qt::Key_Control, Qt::Key_Shift, Qt::Key_Alt, Qt::Key_Meta};
        if (m_popup.isVisible() &&
            std::ranges::find(modifiers, key->key()) == modifiers.end()) { // it goes on in the text
            close();
            return key->key() == Qt::Key_Escape;
        }
    } else if (watched == &m_view && event->type() == QEvent::Hide) {
        close();
    }
    return false;
}

/// The first one opens where a tooltip would; while it is open it follows the mouse at once. One that a click or a key
/// opened stays where it is.
bool CandidateHover::viewportEvent(QEvent* event)
{
    switch (event->type()) {
    case QEvent::ToolTip: {
        const int position = m_view.positionUnder(static_cast<const QHelpEvent*>(event)->pos());
        if (position < 0 || stretchAt(m_view.placeAt(position)) == nullptr) {
            return false; // a plain tooltip says what is known
        }
        if (!m_stays) {
            showAt(position);
        }
        return true;
    }
    case QEvent::MouseMove: {
        const auto* mouse = static_cast<const QMouseEvent*>(event);
        if (m_popup.isVisible() && !m_stays && mouse->buttons() == Qt::NoButton) {
            const int position = m_view.positionUnder(mouse->pos());
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
    case QEvent::MouseButtonDblClick:
        close();
        return false;
    case QEvent::MouseButtonRelease: {
        const auto* mouse = static_cast<const QMouseEvent*>(event);
        const int position = m_view.positionUnder(mouse->pos());
        if (mouse->button() == Qt::LeftButton && position >= 0 && !m_view.textCursor().hasSelection()) {
            m_stays = true;
            showAt(position);
        }
        return false;
    }
    case QEvent::Leave:
        if (m_popup.isVisible() && !m_stays) {
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

#include "moc_candidate_hover.cpp"
