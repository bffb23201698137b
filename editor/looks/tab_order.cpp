// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/tab_order.h"

#include <algorithm>
#include <iterator>
#include <QMainWindow>
#include <vector>

namespace editor {
namespace {

using Widgets = std::vector<QWidget*>;

/// What takes the keyboard in a part of a form, in order.
struct Part {
    QRect place;
    Widgets fields;
};

/// A row is as high as its lowest part: a list beside several fields is read before the first of them.
void sortByReading(std::vector<Part>& parts)
{
    std::ranges::stable_sort(parts, {}, [](const Part& part) { return part.place.top(); });
    for (auto row = parts.begin(); row != parts.end();) {
        const int top = row->place.top();
        int bottom = row->place.bottom();
        auto end = std::next(row);
        for (; end != parts.end() && end->place.top() < (top + bottom) / 2; ++end) {
            bottom = std::min(bottom, end->place.bottom());
        }
        std::stable_sort(row, end, [](const Part& a, const Part& b) { return a.place.left() < b.place.left(); });
        row = end;
    }
}

Widgets fieldsOf(QWidget& widget)
{
    Widgets fields;
    if ((widget.focusPolicy() & Qt::TabFocus) && !widget.focusProxy()) {
        fields.push_back(&widget);
    }
    std::vector<Part> parts;
    for (QObject* child : widget.children()) {
        auto* const part = qobject_cast<QWidget*>(child);
        if (part && !part->isWindow() && part->isVisible()) {
            parts.push_back({part->geometry(), fieldsOf(*part)});
        }
    }
    std::erase_if(parts, [](const Part& part) { return part.fields.empty(); });
    sortByReading(parts);
    for (const Part& part : parts) {
        fields.insert(fields.end(), part.fields.begin(), part.fields.end());
    }
    return fields;
}

/// The widgets around a field that give it their keyboard, the innermost first: Tab stops at them too.
Widgets giversTo(QWidget& field)
{
    Widgets givers;
    for (QWidget* around = field.parentWidget(); around && !around->isWindow(); around = around->parentWidget()) {
        QWidget* last = around;
        while (last->focusProxy()) {
            last = last->focusProxy();
        }
        if (last == &field) {
            givers.push_back(around);
        }
    }
    return givers;
}

void orderPanel(QWidget& panel)
{
    QWidget* before = nullptr;
    for (QWidget* const field : fieldsOf(panel)) {
        std::vector<std::pair<QWidget*, QWidget*>> proxies;
        for (QWidget* const giver : giversTo(*field)) { // Qt would move all that was made between them along
            proxies.emplace_back(giver, giver->focusProxy());
            giver->setFocusProxy(nullptr);
        }
        if (before) {
            QWidget::setTabOrder(before, field);
        }
        for (const auto& [giver, proxy] : proxies) {
            giver->setFocusProxy(proxy); // puts it right before the field
        }
        before = field;
    }
}

} // namespace

void orderTabs(QWidget& window)
{
    if (!qobject_cast<QMainWindow*>(&window)) {
        orderPanel(window);
        return;
    }
    for (QObject* child : window.children()) {
        auto* const panel = qobject_cast<QWidget*>(child);
        if (panel && !panel->isWindow() && panel->isVisible()) {
            orderPanel(*panel);
        }
    }
}

} // namespace editor
