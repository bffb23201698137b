// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/try_page.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <QMenu>
#include <QToolButton>

namespace studio {

QToolButton* toolButton(const QString& text, const QString& icon, const QString& tip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(tip);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIcon(editor::icon(icon));
    button->setAutoRaise(true); // else the style shades one with the focus as if it were checked
    return button;
}

QToolButton* menuButton(const QString& text, const QString& icon, const QString& tip, QMenu* menu, QWidget* parent)
{
    QToolButton* const button = toolButton(text, icon, tip, parent);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    return button;
}

void fillWithClasses(QMenu& menu, const std::vector<std::string>& classes,
                     const std::function<void(const std::string&)>& chosen)
{
    const QList<QAction*> listed = menu.actions();
    const auto names = [](const QAction* action, const std::string& name) {
        return action->data().toString().toStdString() == name;
    };
    if (std::ranges::equal(listed, classes, names)) {
        return;
    }
    menu.clear();
    for (const std::string& name : classes) {
        const QString words = QString::fromStdString(name);
        menu.addAction(words, &menu, [chosen, name] { chosen(name); })->setData(words);
    }
}

} // namespace studio

#include "moc_try_page.cpp"
