// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/inside/inside_words.h"
#include "app/studio/inside/values_panel.h"
#include "app/studio/window/panels.h"
#include "editor/canvas/canvas_scene.h"
#include "editor/panels/unroll_view.h"
#include "editor/widgets/parts.h"

#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QMainWindow>

namespace studio {

namespace {

/// What is in the net while it trains, here and in the drawing; the looks pause while the window is hidden.
class ValuesDock : public ValuesPanel, public Panel {
    Q_DECLARE_TR_FUNCTIONS(studio::ValuesDock)

public:
    ValuesDock(const WindowParts& parts, QAction& toggle)
        : ValuesPanel(toggle, parts.parent), m_parts(parts), m_toggle(toggle)
    {
        TrainingSession& training = parts.workspace.training();
        connect(&toggle, &QAction::toggled, this, [this](bool on) {
            follow();
            showInDrawing();
            if (on) { // who turns that on sees it
                emit m_parts.workspace.panelWanted(QStringLiteral("values"));
            }
        });
        connect(&training, &TrainingSession::lookedInside, this, &ValuesDock::note);
        connect(&training, &TrainingSession::stateChanged, this, [this](TrainingSession::State state) {
            if (state == TrainingSession::State::Starting) {
                note(nullptr); // what was seen is of another run
            } else if (state == TrainingSession::State::Idle) {
                showEnd(m_parts.workspace.training().progressNow().iteration);
            }
        });
        parts.window.installEventFilter(this);
        note(nullptr);
    }

    void showOpened() override { note(nullptr); }
    void showChanges(Changes) override {}

    static QAction* makeToggle(QWidget& window)
    {
        auto* toggle = editor::described(
            new QAction(tr("&Values while it trains"), &window),
            {.name = "lookInside",
             .tip = tr("Values while it trains: weights, activations and gradients in the drawing and in the "
                       "panel Values"),
             .icon = "values",
             .status = tr("Show weights, activations and gradients in the drawing and in the panel Values")});
        toggle->setCheckable(true);
        return toggle;
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::WindowStateChange || event->type() == QEvent::Show ||
            event->type() == QEvent::Hide) {
            follow();
        }
        return ValuesPanel::eventFilter(watched, event);
    }

private:
    void follow()
    {
        const QMainWindow& window = m_parts.window;
        m_parts.workspace.training().lookInside(m_toggle.isChecked() && window.isVisible() && !window.isMinimized());
    }
    void note(const std::shared_ptr<const engine::NetLook>& look)
    {
        m_findings = look ? engine::findingsOf(*look) : std::vector<engine::LookFinding>();
        show(look, m_findings);
        showInDrawing();
    }
    void showInDrawing()
    {
        editor::CanvasScene& drawing = m_parts.pages.canvas().canvas();
        editor::UnrollView& unrolled = m_parts.pages.unrolled();
        if (!look() || !m_toggle.isChecked()) {
            drawing.setValues({});
            unrolled.setValues({});
            return;
        }
        unrolled.setValues(
            [this](const std::string& layer, std::int64_t step) { return stepWords(*look(), layer, step); });
        drawing.setValues([this](editor::Id id) -> std::optional<editor::NodeValues> {
            const editor::Node* const node = m_parts.workspace.document().content().find(id);
            return node && look() ? nodeValues(*look(), m_findings, node->layer) : std::nullopt;
        });
    }

    WindowParts m_parts;
    QAction& m_toggle;
    std::vector<engine::LookFinding> m_findings; ///< in what is shown
};

} // namespace

QWidget* makeValues(const WindowParts& parts)
{
    return new ValuesDock(parts, *ValuesDock::makeToggle(parts.window));
}

} // namespace studio
