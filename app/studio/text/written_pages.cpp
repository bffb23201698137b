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
    m_caption->hide();
    m_view = new WrittenView;
    m_view->setObjectName(QStringLiteral("written"));
    m_view->setAccessibleName(tr("Written text"));
    m_view->setAccessibleDescription(tr("Ctrl+Space shows what else was likely at the cursor."));
    m_hover = new CandidateHover(*m_view);
    m_history = new TextHistory(this); // whoever shows the pages has a place for it
    addWidget(pane(m_caption, m_view));
    addWidget(makePinned());
    setCollapsible(0, false);
    setSizes({400, 400});
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

void WrittenPages::show(const WrittenText& text)
{
    m_inView = TextInView(text, m_history->texts());
    m_caption->show();
    m_view->showText(text);
    m_hover->begin(codePointsOf(text.prompt), m_inView.firsts());
    m_hover->append(codePointsOf(text.text), {});
    m_caption->setText(settingsOf(text));
}

void WrittenPages::clear()
{
    show({});
    m_caption->hide();
    unpin();
}

void WrittenPages::goOn(const WrittenText& more, const std::string& upTo)
{
    const std::string whole = all();
    const qint64 size = codePointsOf(upTo);
    const std::size_t chosen = byteOf(upTo, size - 1);
    const bool continues = upTo == whole;
    const bool branches = size > 0 && std::string_view(whole).starts_with(std::string_view(upTo).substr(0, chosen));
    if ((!continues && !branches) || more.prompt.size() > upTo.size()) { // in view is another text, or too little of it
        show(more);
        m_view->followEnd();
        return;
    }
    m_inView.goOn(more, upTo);
    if (continues) {
        m_view->followEnd();
    } else {
        m_view->branch(size - 1, std::string_view(upTo).substr(chosen));
    }
    m_hover->keep(size, m_inView.firsts());
    m_caption->show();
    m_caption->setText(settingsOf(more));
}

void WrittenPages::begun(qint64 iteration, const std::string& net)
{
    m_inView.newest().iteration = iteration;
    m_inView.newest().net = net;
    m_caption->setText(settingsOf(shown()));
}

void WrittenPages::append(std::string_view utf8, std::span<const float> bits, std::span<const Candidates> candidates)
{
    WrittenText& text = m_inView.newest();
    text.text += utf8;
    text.bits.insert(text.bits.end(), bits.begin(), bits.end());
    m_view->append(utf8, bits);
    m_hover->append(codePointsOf(utf8), candidates);
}

bool WrittenPages::end()
{
    m_view->flush();
    m_hover->askAgain();
    m_caption->setVisible(!shown().text.empty());
    if (shown().text.empty()) {
        return false;
    }
    m_inView.newest().id = m_history->add(shown());
    return true;
}

void WrittenPages::surprised(std::string_view utf8, std::span<const float> bits, std::span<const Candidates> candidates)
{
    WrittenText& newest = m_inView.newest();
    if (utf8 == newest.text && newest.bits.empty()) {
        newest.bits.assign(bits.begin(), bits.end());
        WrittenText whole = newest;
        whole.prompt = m_inView.prompt();
        m_view->showText(whole);
    }
    const std::vector<TextInView::Part> parts = m_inView.parts();
    qint64 end = codePointsOf(all());
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        const qint64 first = std::max<qint64>(0, part->first()), outOfView = first - part->first();
        if (utf8 == part->text.text && std::ssize(candidates) >= end - part->first()) {
            m_hover->fill(
                first, candidates.subspan(static_cast<std::size_t>(outOfView), static_cast<std::size_t>(end - first)));
        }
        end = first;
    }
}

void WrittenPages::notSurprised(std::string_view utf8, const QString& sentence)
{
    for (const TextInView::Part& part : m_inView.parts()) {
        if (utf8 == part.text.text) {
            m_hover->refuse(std::max<qint64>(0, part.first()), sentence);
        }
    }
}

void WrittenPages::setTinted(bool tinted)
{
    m_view->setTinted(tinted);
    m_pinnedView->setTinted(tinted);
}

void WrittenPages::pin()
{
    m_pinnedView->showText(shown());
    m_pinnedCaption->setText(settingsOf(shown()));
    m_pinned->show();
}

void WrittenPages::unpin()
{
    m_pinned->hide();
}

} // namespace studio

#include "moc_written_pages.cpp"
