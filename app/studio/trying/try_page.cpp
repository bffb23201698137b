// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/try_page.h"

#include "editor/document/sentence_words.h"
#include "engine/graph/error.h"

#include <QMenu>
#include <QToolButton>

namespace studio {

void TryPage::noteSaved(const std::function<QString()>& save)
{
    try {
        emit noted(save());
    } catch (const engine::Error& error) {
        emit noted(editor::inWords(error));
    }
}

QToolButton* TryPage::saveButton(const QString& tip, const std::function<void(const std::string& ofClass)>& save)
{
    QToolButton* const button = toolButton(tr("Save as"), {.tip = tip, .icon = "save"}, this);
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, save] {
        menu->clear();
        for (const std::string& name : m_net.facts.classes) {
            menu->addAction(QString::fromStdString(name), this, [save, name] { save(name); });
        }
    });
    return button;
}

const std::vector<std::int32_t>& heldOut(const engine::Samples& samples)
{
    for (const engine::Split part : {engine::Split::Test, engine::Split::Validation}) {
        if (!samples.part(part).empty()) {
            return samples.part(part);
        }
    }
    return samples.part(engine::Split::Train);
}

QToolButton* toolButton(const QString& text, const editor::Description& as, QWidget* parent,
                        const std::function<void()>& act)
{
    auto* button = editor::described(new QToolButton(parent), as);
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true); // else the style shades one with the focus as if it were checked
    if (act) {
        QObject::connect(button, &QToolButton::clicked, parent, act);
    }
    return button;
}

} // namespace studio

#include "moc_try_page.cpp"
