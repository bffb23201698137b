// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/written_pages.h"

#include "app/studio/text/candidate_hover.h"
#include "app/studio/text/text_history.h"
#include "app/studio/text/text_places.h"
#include "app/studio/text/written_view.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace studio {

namespace {

QLabel* makeCaption()
{
    auto* caption = new QLabel;
    caption->setTextFormat(Qt::PlainText);
    caption->setWordWrap(true); // the seed stands last, and whoever writes a text again needs it
    caption->setMargin(6);
    return caption;
}

QWidget* pane(QWidget* top, WrittenView* view)
{
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(top);
    column->addWidget(view, 1);
    return box;
}

} // namespace

WrittenPages::WrittenPages(QWidget* parent) : QSplitter(Qt::Horizontal, parent)
{
    m_caption = makeCaption();
    m_head = new QWidget;
    auto* headRow = new QHBoxLayout(m_head);
    headRow->setContentsMargins(0, 0, 4, 0);
    headRow->setSpacing(0);
    headRow->addWidget(m_caption, 1);
    m_head->hide();
    m_view = new WrittenView;
    m_view->setObjectName(QStringLiteral("written"));
    m_view->setAccessibleName(tr("Written text"));
    m_view->setAccessibleDescription(tr("Ctrl+Space shows what else was likely at the cursor."));
    m_hover = new CandidateHover(*m_view);
    m_history = new TextHistory;
    m_history->hide();
    addWidget(pane(m_head, m_view));
    addWidget(makePinned());
    addWidget(m_history);
    setCollapsible(0, false);
    setSizes({400, 400, 200});
}

QWidget* WrittenPages::makePinned()
{
    m_pinnedCaption = makeCaption();
    m_pinnedView = new WrittenView;
    m_pinnedView->setObjectName(QStringLiteral("pinned"));
    m_pinnedView->setAccessibleName(tr("Pinned text"));
    auto* top = new QWidget;
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(0, 0, 0, 0);
    auto* close = new QToolButton;
    close->setIcon(editor::icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setToolTip(tr("Unpin"));
    close->setAccessibleName(tr("Unpin"));
    connect(close, &QToolButton::clicked, this, &WrittenPages::unpin);
    row->addWidget(m_pinnedCaption, 1);
    row->addWidget(close);
    m_pinned = pane(top, m_pinnedView);
    m_pinned->hide();
    return m_pinned;
}

void WrittenPages::setHead(const QList<QAction*>& actions)
{
    for (QAction* action : actions) {
        auto* button = new QToolButton;
        button->setAutoRaise(true);
        button->setDefaultAction(action);
        m_head->layout()->addWidget(button);
    }
}

void WrittenPages::show(const WrittenText& text)
{
    m_shown = text;
    m_before.clear();
    m_head->show();
    m_view->showText(text);
    m_hover->begin(codePointsOf(text.prompt));
    m_hover->append(codePointsOf(text.text), {});
    m_caption->setText(settingsOf(text));
}

void WrittenPages::clear()
{
    show({});
    m_head->hide();
    unpin();
}

void WrittenPages::goOn(const WrittenText& more, const std::string& upTo)
{
    const std::string whole = all();
    if (upTo == whole) {
        m_view->followEnd();
    } else {
        const qint64 size = codePointsOf(upTo);
        const std::size_t chosen = byteOf(upTo, size - 1);
        if (size > 0 && std::string_view(whole).starts_with(std::string_view(upTo).substr(0, chosen))) {
            m_view->branch(size - 1, std::string_view(upTo).substr(chosen));
        } else { // nothing of it is in view
            WrittenText inView = more;
            inView.prompt = upTo;
            m_view->showText(inView);
        }
        m_hover->begin(size);
    }
    m_before = upTo.substr(0, upTo.size() - more.prompt.size());
    m_shown = more;
    m_head->show();
    m_caption->setText(settingsOf(m_shown));
}

void WrittenPages::begun(qint64 iteration, const std::string& net)
{
    m_shown.iteration = iteration;
    m_shown.net = net;
    m_caption->setText(settingsOf(m_shown));
}

void WrittenPages::append(std::string_view utf8, std::span<const float> bits, std::span<const Candidates> candidates)
{
    m_shown.text += utf8;
    m_shown.bits.insert(m_shown.bits.end(), bits.begin(), bits.end());
    m_view->append(utf8, bits);
    m_hover->append(codePointsOf(utf8), candidates);
}

bool WrittenPages::end()
{
    m_view->flush();
    m_hover->askAgain();
    m_head->setVisible(!m_shown.text.empty());
    if (m_shown.text.empty()) {
        return false;
    }
    m_shown.id = m_history->add(m_shown);
    return true;
}

WrittenText WrittenPages::upTo(qint64 place) const
{
    const std::string whole = all();
    const std::size_t end = byteOf(whole, place);
    // A place before what the net read last belongs to an earlier text, whose state nobody knows any more.
    const std::size_t first = end > m_before.size() ? m_before.size() : 0;
    WrittenText more = m_shown;
    more.prompt = whole.substr(first, end - first);
    more.text.clear();
    more.bits.clear();
    more.id = 0;
    more.parent = m_shown.id;
    more.branchPlace = place - codePointsOf(m_before);
    if (first < m_before.size()) {
        more.held.clear();
        more.state.clear();
        more.drawn = 0;
        more.branchPlace = 0;
    } else {
        const auto drawnFrom = static_cast<std::int64_t>(m_shown.prompt.size()) - m_shown.drawn;
        more.drawn = std::max<std::int64_t>(0, static_cast<std::int64_t>(more.prompt.size()) - drawnFrom);
    }
    return more;
}

void WrittenPages::surprised(std::string_view utf8, std::span<const float> bits, std::span<const Candidates> candidates)
{
    if (utf8 != m_shown.text) {
        return; // another text is in view by now
    }
    if (m_shown.bits.empty()) {
        m_shown.bits.assign(bits.begin(), bits.end());
        WrittenText whole = m_shown;
        whole.prompt = m_before + m_shown.prompt;
        m_view->showText(whole);
    }
    m_hover->fill(codePointsOf(m_before + m_shown.prompt), candidates);
}

void WrittenPages::notSurprised(std::string_view utf8, const QString& sentence)
{
    if (utf8 == m_shown.text) {
        m_hover->refuse(sentence);
    }
}

void WrittenPages::setTinted(bool tinted)
{
    m_view->setTinted(tinted);
    m_pinnedView->setTinted(tinted);
}

void WrittenPages::pin()
{
    m_pinnedView->showText(m_shown);
    m_pinnedCaption->setText(settingsOf(m_shown));
    m_pinned->show();
}

void WrittenPages::unpin()
{
    m_pinned->hide();
}

} // namespace studio
