// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/flow_layout.h"

#include "editor/widgets/parts.h"

#include <algorithm>
#include <QAction>
#include <QMenu>
#include <QResizeEvent>
#include <QToolButton>

namespace editor {
namespace {

constexpr int gap = 6;
constexpr int sideMargin = 4; ///< no item touches the window's edge

} // namespace

FlowLayout::FlowLayout(QWidget* parent) : QLayout(parent)
{
    setContentsMargins(sideMargin, 0, sideMargin, 0);
}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.emplace_back(item);
}

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= count()) {
        return nullptr;
    }
    QLayoutItem* taken = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return taken;
}

int FlowLayout::heightForWidth(int width) const
{
    return flow({0, 0, width, 0}, Do::Measure);
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const auto& item : m_items) {
        size = size.expandedTo(item->minimumSize());
    }
    return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect& area)
{
    QLayout::setGeometry(area);
    flow(area, Do::Place);
}

int FlowLayout::flow(const QRect& area, Do what) const
{
    const QRect inner = area.marginsRemoved(contentsMargins());
    int y = inner.y();
    for (std::size_t first = 0; first < m_items.size();) {
        std::size_t next = first; // line: first .. next
        int width = 0, height = 0;
        for (; next < m_items.size(); ++next) {
            const QSize size = sizeIn(inner, next);
            if (next > first && width + size.width() > inner.width()) {
                break;
            }
            width += size.width() + gap;
            height = std::max(height, size.height());
        }
        for (int x = inner.x(); what == Do::Place && first < next; ++first) {
            const QSize size = sizeIn(inner, first);
            m_items[first]->setGeometry({{x, y + (height - size.height()) / 2}, size});
            x += size.width() + gap;
        }
        first = next;
        y += height + (next < m_items.size() ? gap : 0);
    }
    return y - inner.y() + contentsMargins().top() + contentsMargins().bottom();
}

QSize FlowLayout::sizeIn(const QRect& area, std::size_t index) const
{
    const QSize size = m_items[index]->sizeHint();
    return {std::min(size.width(), area.width()), size.height()};
}

ToolFlow::ToolFlow(QWidget* parent) : QWidget(parent)
{
    new FlowLayout(this);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ToolFlow::add(QAction* action)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    if (action->menu()) {
        button->setPopupMode(QToolButton::InstantPopup);
    }
    button->setAutoRaise(true);
    button->setIconSize({18, 18});
    layout()->addWidget(button);
    m_buttons.append(button);
}

void ToolFlow::add(const QList<QAction*>& actions)
{
    for (QAction* action : actions) {
        add(action);
    }
}

void ToolFlow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        fit();
    }
}

void ToolFlow::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    window()->installEventFilter(this);
    if (mostRows() != m_rows) {
        fit();
    }
}

bool ToolFlow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == window() && isVisible() && mostRows() != m_rows) {
        fit();
    }
    return QWidget::eventFilter(watched, event);
}

int ToolFlow::mostRows() const
{
    constexpr int lowWindow = 640;
    return window()->height() < lowWindow ? 1 : 2;
}

void ToolFlow::fit()
{
    m_rows = mostRows();
    qsizetype words = m_buttons.size();
    showWords(words);
    const int row = layout()->heightForWidth(QWIDGETSIZE_MAX);
    while (words > 1 && layout()->heightForWidth(width()) > (2 * m_rows + 1) * row / 2) { // with the gaps between
        showWords(--words); // the first one keeps its word: pages speak of it
    }
}

void ToolFlow::showWords(qsizetype count)
{
    for (qsizetype index = 0; index < m_buttons.size(); ++index) {
        m_buttons[index]->setToolButtonStyle(m_buttons[index]->icon().isNull() ? Qt::ToolButtonTextOnly
                                             : index < count                   ? Qt::ToolButtonTextBesideIcon
                                                                               : Qt::ToolButtonIconOnly);
    }
}

Fold::Fold(const QString& title, QWidget* content, State state, QWidget* parent)
    : QWidget(parent),
      m_button(described(new QToolButton(this), {}, this, [this] { setOpen(!m_open); })),
      m_content(content)
{
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_button->setAutoRaise(true);
    m_button->setCheckable(false);
    m_button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_button->setFocusPolicy(Qt::StrongFocus);
    QFont bold = m_button->font();
    bold.setWeight(QFont::DemiBold);
    m_button->setFont(bold);
    inColumn(this, {m_button, content}, QMargins(), 2);
    setTitle(title);
    setOpen(state == State::Open);
}

void Fold::setTitle(const QString& title)
{
    m_button->setText(title);
    m_button->setAccessibleName(title);
}

void Fold::setOpen(bool open)
{
    m_button->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_content->setVisible(open);
    if (open != m_open) {
        m_open = open;
        emit toggled(open);
    }
}

} // namespace editor

#include "moc_flow_layout.cpp"
