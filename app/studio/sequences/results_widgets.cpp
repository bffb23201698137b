// SPDX-License-Identifier: GPL-3.0-or-later
// The widgets of ResultsPanel.
#include "app/studio/panels/parts.h"
#include "app/studio/sequences/confusion_view.h"
#include "app/studio/sequences/results_panel.h"
#include "app/studio/sequences/sample_pictures.h"
#include "app/studio/sequences/series_plot.h"
#include "app/studio/sequences/wrapped_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace studio {
namespace {

SeriesPlot* makePlot(QWidget* parent, const QString& name)
{
    auto* plot = new SeriesPlot(parent);
    plot->setAccessibleName(name);
    plot->setMinimumHeight(120);
    return plot;
}

} // namespace

void ResultsPanel::buildHead()
{
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(8, 6, 8, 6);
    whole->setSpacing(4);
    auto* row = new QHBoxLayout;
    m_evaluate = new QPushButton(tr("E&valuate"), this);
    m_evaluate->setObjectName(QStringLiteral("evaluate"));
    m_evaluate->setToolTip(tr("Measure the net on sequences that it was not trained on"));
    m_part = new QComboBox(this);
    m_part->setAccessibleName(tr("Part of the data"));
    m_part->addItem(tr("Held out"), -1);
    for (const engine::Split part : {engine::Split::Validation, engine::Split::Test, engine::Split::Train}) {
        m_part->addItem(partName(part), static_cast<int>(part));
    }
    m_caption = new QLabel(this);
    m_caption->setObjectName(QStringLiteral("resultsOf"));
    m_caption->setForegroundRole(QPalette::PlaceholderText);
    m_caption->setWordWrap(true);
    m_caption->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_evaluate);
    row->addWidget(m_part);
    row->addWidget(m_caption, 1);
    whole->addLayout(row);
    m_metrics = new QLabel(this);
    m_metrics->setObjectName(QStringLiteral("metrics"));
    m_metrics->setWordWrap(true);
    m_metrics->setTextInteractionFlags(Qt::TextSelectableByMouse);
    whole->addWidget(m_metrics);
    m_forecast = new QLabel(this);
    m_forecast->setObjectName(QStringLiteral("forecast"));
    m_forecast->setWordWrap(true);
    m_forecast->setTextInteractionFlags(Qt::TextSelectableByMouse);
    whole->addWidget(m_forecast);
    connect(m_evaluate, &QPushButton::clicked, this, &ResultsPanel::evaluate);
    connect(m_part, &QComboBox::activated, this, &ResultsPanel::evaluate);
}

QWidget* ResultsPanel::buildClasses()
{
    auto* inside = new QWidget;
    auto* rows = new QVBoxLayout(inside);
    rows->setContentsMargins(0, 0, 0, 0);
    m_confusion = new ConfusionView(inside);
    rows->addWidget(m_confusion, 1);
    m_mistakesTitle = sectionTitle(tr("Most confident mistakes: what it is, not what the net says"), inside);
    rows->addWidget(m_mistakesTitle);
    m_mistakes = new SamplePictures(inside);
    m_mistakes->setAccessibleName(tr("Most confident mistakes: what it is, not what the net says"));
    rows->addWidget(m_mistakes);
    m_lines = new QTreeWidget(inside);
    m_lines->setObjectName(QStringLiteral("mistakenLines"));
    m_lines->setAccessibleName(tr("Most confident mistakes: what it is, not what the net says"));
    m_lines->setHeaderLabels({tr("Line"), tr("Class"), tr("Predicted")});
    m_lines->setRootIsDecorated(false);
    m_lines->setMinimumHeight(8 * fontMetrics().height());
    m_lines->header()->setStretchLastSection(false);
    m_lines->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_lines->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    new WrappedText(*m_lines);
    rows->addWidget(m_lines, 1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    return scroll;
}

QWidget* ResultsPanel::buildNumbers()
{
    m_numbers = new QTabWidget(this);
    m_numbers->setDocumentMode(true);
    m_overTime = makePlot(this, tr("Predictions and truth in order"));
    m_overTime->setAxes(tr("Sequence of the part"), {});
    m_scatter = makePlot(this, tr("Predictions against truth"));
    m_scatter->setDiagonal(true);
    m_numbers->addTab(m_overTime, tr("In order"));
    m_numbers->addTab(m_scatter, tr("Against truth"));
    return m_numbers;
}

QString ResultsPanel::partName(engine::Split part)
{
    switch (part) {
    case engine::Split::Train:
        return tr("Training part");
    case engine::Split::Validation:
        return tr("Validation part");
    case engine::Split::Test:
        return tr("Test part");
    case engine::Split::All:
        return tr("All of the data");
    }
    return {};
}

} // namespace studio
