// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/centre.h"

#include "editor/canvas/overlays.h"

#include <algorithm>

namespace studio {
namespace {

constexpr QSize minPageSize{240, 160};

} // namespace

Centre::Centre(CanvasPages& drawing, QWidget* parent)
    : QStackedWidget(parent), m_drawing(drawing), m_banner(new editor::Banner(this))
{
    setPage(Activity::Draw, drawing);
}

void Centre::setPage(Activity activity, QWidget& page)
{
    m_pages[static_cast<std::size_t>(activity)] = &page;
    page.setMinimumSize(minPageSize); // what is larger scrolls or squeezes: a small screen shows all panels
    addWidget(&page);
}

void Centre::show(Activity activity)
{
    setCurrentWidget(m_pages[static_cast<std::size_t>(activity)]);
    m_banner->comeForward();
}

Activity Centre::shown() const
{
    const auto found = std::ranges::find(m_pages, currentWidget());
    return activities[static_cast<std::size_t>(found - m_pages.begin())];
}

void Centre::takeFocus()
{
    (shown() == Activity::Draw ? m_drawing.currentWidget() : currentWidget())->setFocus();
}

void Centre::say(const QString& sentence)
{
    if (m_drawing.currentWidget() == &m_drawing.start()) {
        m_drawing.start().setNotice(sentence);
    } else {
        m_banner->say(sentence);
    }
}

/// The drawing has a place of its own for what it refuses.
QString Centre::said() const
{
    const QString sentence = m_banner->sentence();
    return sentence.isEmpty() && shown() == Activity::Draw ? m_drawing.canvas().said() : sentence;
}

} // namespace studio

#include "moc_centre.cpp"
