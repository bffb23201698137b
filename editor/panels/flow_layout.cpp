// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/flow_layout.h"

#include <algorithm>

namespace editor {
namespace {

constexpr int gap = 6;

} // namespace

FlowLayout::FlowLayout(QWidget* parent) : QLayout(parent)
{
    setContentsMargins(0, 0, 0, 0);
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
    return size;
}

void FlowLayout::setGeometry(const QRect& area)
{
    QLayout::setGeometry(area);
    flow(area, Do::Place);
}

int FlowLayout::flow(const QRect& area, Do what) const
{
    QPoint place = area.topLeft();
    int lineHeight = 0;
    for (const auto& item : m_items) {
        QSize size = item->sizeHint();
        size.setWidth(std::min(size.width(), area.width()));
        if (place.x() > area.x() && place.x() + size.width() > area.right() + 1) {
            place = {area.x(), place.y() + lineHeight + gap};
            lineHeight = 0;
        }
        if (what == Do::Place) {
            item->setGeometry({place, size});
        }
        place.rx() += size.width() + gap;
        lineHeight = std::max(lineHeight, size.height());
    }
    return place.y() + lineHeight - area.y();
}

} // namespace editor
