// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/follow/follow_frame.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace studio {
namespace {

constexpr QSize firstSize(900, 700);

} // namespace

FollowFrame::FollowFrame(const QString& title, QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_state(new QLabel(this)),
      m_figures(new QLabel(this)),
      m_problem(new QLabel(this)),
      m_pause(new QPushButton(this)),
      m_stop(new QPushButton(this))
{
    setWindowTitle(title);
    resize(firstSize);
    for (QLabel* const label : {m_state, m_figures, m_problem}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_problem->setObjectName(QStringLiteral("followProblem"));
    m_problem->hide();
}

void FollowFrame::layOut(QWidget* plot, QWidget* below)
{
    auto* const head = new QHBoxLayout;
    head->addWidget(m_state, 1);
    head->addWidget(m_pause);
    head->addWidget(m_stop);
    auto* const parts = new QSplitter(Qt::Vertical, this);
    parts->addWidget(plot);
    parts->addWidget(below);
    parts->setStretchFactor(0, 1);
    auto* const all = new QVBoxLayout(this);
    all->addLayout(head);
    all->addWidget(m_figures);
    all->addWidget(m_problem);
    all->addWidget(parts, 1);
}

void FollowFrame::showProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->setVisible(!sentence.isEmpty());
}

} // namespace studio

#include "moc_follow_frame.cpp"
