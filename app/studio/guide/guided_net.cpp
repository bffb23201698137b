// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/guide/guided_net.h"

#include "app/studio/guide/guide_bubble.h"

#include <algorithm>
#include <utility>

namespace studio {
namespace {

constexpr int lookEvery = 60;            ///< ms
constexpr std::size_t ofNewestLoss = 10; ///< points of the curve

double meanOfLast(const engine::Curve& curve, std::size_t count)
{
    const std::size_t first = curve.size() - std::min(count, curve.size());
    double sum = 0;
    for (std::size_t index = first; index < curve.size(); ++index) {
        sum += curve.loss(index);
    }
    return sum / static_cast<double>(curve.size() - first);
}

} // namespace

GuidedNet::GuidedNet(Workspace& workspace, QWidget* parent, Window window)
    : QObject(parent), m_workspace(workspace), m_parent(parent), m_window(std::move(window))
{
    m_look.setInterval(lookEvery);
    connect(&m_look, &QTimer::timeout, this, &GuidedNet::look);
    connect(&workspace.document(), &editor::Document::changed, this, &GuidedNet::look);
    connect(&workspace, &Workspace::opened, this, &GuidedNet::leave);
    TrainingSession& training = workspace.training();
    connect(&training, &TrainingSession::stateChanged, this, [this](TrainingSession::State state) {
        if (state == TrainingSession::State::Starting) {
            m_ran = true;
            m_ended = false;
        }
    });
    connect(&training, &TrainingSession::ended, this, [this] { m_ended = true; });
    connect(&training, &TrainingSession::failed, this, [this] { m_ran = false; });
}

void GuidedNet::start()
{
    leave();
    m_ran = m_workspace.training().isBusy();
    m_ended = false;
    m_bubble = new GuideBubble(m_parent);
    connect(m_bubble, &GuideBubble::leaveWanted, this, &GuidedNet::leave);
    connect(m_bubble, &GuideBubble::doItWanted, this, [this] {
        if (m_wish.task == GuideTask::Watch) {
            m_isRead = true;
            look();
        } else {
            m_window.doIt(m_wish);
        }
    });
    m_wish = {.step = GuideStep::Done}; // so that the first is another
    look();
    m_look.start();
}

void GuidedNet::leave()
{
    m_look.stop();
    mark({});
    if (m_bubble) {
        m_bubble->giveKeyboardBack();
        m_bubble->hide();
        std::exchange(m_bubble, nullptr)->deleteLater(); // it may be its button that asked for this
    }
}

void GuidedNet::takeKeyboard()
{
    if (m_bubble) {
        m_bubble->takeKeyboard();
    }
}

GuideRun GuidedNet::run() const
{
    const RunRecord& record = m_workspace.training().run();
    if (!m_ran || record.curve.empty()) {
        return {.started = m_ran};
    }
    return {.started = true,
            .ended = m_ended,
            .samples = record.samples.size(),
            .firstLoss = record.curve.loss(0),
            .newestLoss = meanOfLast(record.curve, ofNewestLoss)};
}

void GuidedNet::look()
{
    if (!m_bubble) {
        return;
    }
    const editor::Derived& drawing = m_workspace.document().derived();
    const GuideWish wish = guideWish(drawing.model, !drawing.problems.empty(), run());
    if (m_wish.task == GuideTask::Watch && wish.step == GuideStep::Done && !m_isRead) {
        m_bubble->offerNext(); // a fast machine has done it before it is read
    } else if (wish != m_wish) {
        m_isRead = false;
        m_wish = wish;
        m_window.reveal(wish);
        m_bubble->say(wish);
    } else if (m_wish.task == GuideTask::Watch) {
        m_isRead = false;
        m_bubble->withdrawNext(); // another run has begun
    }
    const GuideSight sight = m_window.sight(m_wish);
    mark(sight.marks);
    m_bubble->show(sight);
}

void GuidedNet::mark(const std::vector<QRect>& marks)
{
    while (m_rings.size() > marks.size()) {
        delete m_rings.back();
        m_rings.pop_back();
    }
    while (m_rings.size() < marks.size()) {
        m_rings.push_back(new GuideRing(m_parent));
    }
    for (std::size_t index = 0; index < marks.size(); ++index) {
        m_rings[index]->surround(marks[index]);
    }
}

} // namespace studio

#include "moc_guided_net.cpp"
