// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/inside_link.h"

#include "app/studio/inside/inside_words.h"
#include "app/studio/inside/node_values.h"
#include "app/studio/inside/values_panel.h"
#include "editor/looks/theme.h"

#include <QEvent>
#include <QWidget>

namespace studio {

InsideLink::InsideLink(Workspace& workspace, QWidget& window, QObject* parent)
    : QObject(parent),
      m_workspace(workspace),
      m_window(window),
      m_toggle(new QAction(editor::icon(QStringLiteral("values")), tr("&Values while it trains"), this))
{
    m_toggle->setObjectName(QStringLiteral("lookInside"));
    m_toggle->setCheckable(true);
    m_toggle->setStatusTip(tr("Show weights, activations and gradients in the drawing and in the panel Values"));
    m_toggle->setToolTip(tr("Values while it trains: weights, activations and gradients in the drawing and in the "
                            "panel Values"));
    connect(m_toggle, &QAction::toggled, this, [this] {
        follow();
        showInDrawing();
    });
    connect(&workspace.training(), &TrainingSession::lookedInside, this, &InsideLink::note);
    connect(&workspace.training(), &TrainingSession::stateChanged, this, [this](TrainingSession::State state) {
        if (state == TrainingSession::State::Starting) {
            forget(); // what was seen is of another run
        } else if (state == TrainingSession::State::Idle && m_panel != nullptr) {
            m_panel->showEnd(m_workspace.training().progressNow().iteration);
        }
    });
    connect(&workspace, &Workspace::opened, this, &InsideLink::forget);
    window.installEventFilter(this);
}

void InsideLink::setPanel(ValuesPanel& panel)
{
    m_panel = &panel;
    m_panel->show(m_look, m_findings);
}

bool InsideLink::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::WindowStateChange || event->type() == QEvent::Show || event->type() == QEvent::Hide) {
        follow();
    }
    return QObject::eventFilter(watched, event);
}

void InsideLink::follow()
{
    m_workspace.training().lookInside(m_toggle->isChecked() && m_window.isVisible() && !m_window.isMinimized());
}

void InsideLink::forget()
{
    note(nullptr);
}

void InsideLink::note(const std::shared_ptr<const engine::NetLook>& look)
{
    m_look = look;
    m_findings = look ? engine::findingsOf(*look) : std::vector<engine::LookFinding>();
    if (m_panel != nullptr) {
        m_panel->show(m_look, m_findings);
    }
    showInDrawing();
}

void InsideLink::showInDrawing()
{
    if (!m_look || !m_toggle->isChecked()) {
        emit valuesChanged({});
        emit stepsChanged({});
        return;
    }
    emit stepsChanged(
        [look = m_look](const std::string& layer, std::int64_t step) { return stepWords(*look, layer, step); });
    emit valuesChanged([this](editor::Id id) -> std::optional<editor::NodeValues> {
        const editor::Node* const node = m_workspace.document().content().find(id);
        return node && m_look ? nodeValues(*m_look, m_findings, node->layer) : std::nullopt;
    });
}

} // namespace studio

#include "moc_inside_link.cpp"
