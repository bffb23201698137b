// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/unroll_view.h"

#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/panels/unroll_scroll.h"
#include "editor/words/numbers.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollBar>
#include <QSlider>
#include <QStackedWidget>
#include <QToolButton>

namespace editor {

UnrollView::UnrollView(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_title(new QLabel(this)),
      m_summary(new QLabel(this)),
      m_slider(new QSlider(Qt::Horizontal, this)),
      m_step(new WholeBox(this)),
      m_ofSteps(new QLabel(this)),
      m_pages(new QStackedWidget(this)),
      m_scroll(new UnrollScroll(this)),
      m_why(new QLabel(this)),
      m_valuesLabel(new QLabel(this))
{
    m_valuesLabel->setObjectName(QStringLiteral("stepValues"));
    m_valuesLabel->setWordWrap(true);
    m_valuesLabel->setContentsMargins(12, 0, 12, 8);
    m_valuesLabel->hide();
    m_scroll->setAccessibleName(tr("Steps of the layer"));
    m_why->setAlignment(Qt::AlignCenter);
    m_why->setWordWrap(true);
    m_why->setMargin(40);
    m_pages->addWidget(m_scroll);
    m_pages->addWidget(m_why);
    m_steps = makeSteps();

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHead());
    column->addWidget(m_steps);
    column->addWidget(m_valuesLabel);
    column->addWidget(m_pages, 1);
    setFocusProxy(m_scroll);

    connect(&m_document, &Document::changed, this, &UnrollView::refresh);
}

QWidget* UnrollView::makeHead()
{
    auto* head = new QWidget(this);
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    bold.setPointSizeF(bold.pointSizeF() * 1.2);
    m_title->setFont(bold);
    m_summary->setWordWrap(true);

    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_title);
    words->addWidget(m_summary);

    const auto button = [&](const QString& iconName, const QString& name) {
        auto* tool = new QToolButton(head);
        tool->setIcon(icon(iconName));
        tool->setToolTip(name);
        tool->setAccessibleName(name);
        tool->setAutoRaise(true);
        return tool;
    };
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(12, 8, 8, 6);
    row->addLayout(words, 1);
    auto* out = button(QStringLiteral("zoom_out"), tr("Zoom out"));
    auto* in = button(QStringLiteral("zoom_in"), tr("Zoom in"));
    auto* fit = button(QStringLiteral("zoom_fit"), tr("Zoom to fit"));
    auto* close = button(QStringLiteral("close"), tr("Back to the drawing (Escape)"));
    for (QToolButton* tool : {out, in, fit, close}) {
        row->addWidget(tool, 0, Qt::AlignTop);
    }
    connect(out, &QToolButton::clicked, m_scroll, &UnrollScroll::zoomOut);
    connect(in, &QToolButton::clicked, m_scroll, &UnrollScroll::zoomIn);
    connect(fit, &QToolButton::clicked, m_scroll, &UnrollScroll::zoomToFit);
    connect(close, &QToolButton::clicked, this, &UnrollView::closeRequested);
    return head;
}

QWidget* UnrollView::makeSteps()
{
    auto* steps = new QWidget(this);
    auto* label = new QLabel(tr("&Step"), steps);
    label->setBuddy(m_step);
    m_step->setMinimum(1);
    m_slider->setMinimum(1);
    m_slider->setAccessibleName(tr("Step"));
    auto* row = new QHBoxLayout(steps);
    row->setContentsMargins(12, 0, 12, 8);
    row->addWidget(label);
    row->addWidget(m_step);
    row->addWidget(m_ofSteps);
    row->addWidget(m_slider, 1);
    connect(m_step, &QSpinBox::valueChanged, m_scroll, [this](int step) { m_scroll->setCursorStep(step); });
    connect(m_slider, &QSlider::valueChanged, m_scroll, [this](int step) { m_scroll->setCursorStep(step); });
    connect(m_scroll, &UnrollScroll::cursorMoved, this, [this](qint64 step) {
        m_step->setValue(static_cast<int>(step));
        m_slider->setValue(static_cast<int>(step));
    });
    connect(m_step, &QSpinBox::valueChanged, this, &UnrollView::showValues);
    return steps;
}

void UnrollView::setNode(Id node)
{
    m_fits = m_fits && node == m_node;
    m_node = node;
    refresh();
}

void UnrollView::setValues(StepValues values)
{
    m_values = std::move(values);
    showValues();
}

void UnrollView::showValues()
{
    const QString words = m_values && !m_layer.empty() ? m_values(m_layer, m_step->value()) : QString();
    m_valuesLabel->setText(words);
    m_valuesLabel->setVisible(!words.isEmpty());
}

QString UnrollView::summary() const
{
    return m_summary->text();
}

void UnrollView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale) {
        refresh();
    }
}

/// Escape leads back.
void UnrollView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        emit closeRequested();
        return;
    }
    QWidget::keyPressEvent(event);
}

void UnrollView::refresh()
{
    if (m_node == 0 || !isVisible()) {
        m_stale = true;
        return;
    }
    m_stale = false;
    QString why;
    const std::optional<UnrollGrid> grid = unrollGrid(m_document, m_node, &why);
    m_pages->setCurrentIndex(grid ? 0 : 1);
    m_steps->setVisible(grid.has_value());
    m_why->setText(why);
    if (!grid) {
        const Node* node = m_document.content().find(m_node);
        m_title->setText(node ? QString::fromStdString(node->layer.name) : QString());
        m_summary->clear();
        m_scroll->show({});
        m_layer.clear();
        showValues();
        return;
    }
    m_title->setText(tr("%1 unrolled").arg(QString::fromStdString(grid->layer)));
    m_layer = grid->layer;
    m_summary->setText(unrollSummary(*grid));
    m_scroll->setAccessibleDescription(m_summary->text());
    const auto steps = static_cast<int>(grid->steps);
    m_step->setMaximum(steps);
    m_slider->setMaximum(steps);
    m_ofSteps->setText(steps == 1 ? tr("of 1 step") : tr("of %1 steps").arg(countText(steps)));
    m_scroll->show(*grid);
    showValues();
    if (!m_fits) {
        m_fits = true;
        m_scroll->setZoom(1, {});
        m_scroll->horizontalScrollBar()->setValue(0);
        m_scroll->verticalScrollBar()->setValue(0);
    }
}

} // namespace editor

#include "moc_unroll_view.cpp"
