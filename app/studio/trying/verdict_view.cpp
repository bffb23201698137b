// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/verdict_view.h"

#include "app/studio/trying/chance_bars.h"
#include "app/studio/trying/chance_curves.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace studio {
namespace {

constexpr double ofOneLetter = 5, ofAWord = 1.8; ///< the size of the letters, in those of other words

} // namespace

VerdictView::VerdictView(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    m_decided = new QLabel(this);
    m_decided->setObjectName(QStringLiteral("decided"));
    m_decided->setAccessibleName(tr("Class"));
    m_decided->setTextFormat(Qt::PlainText);
    m_decided->setAlignment(Qt::AlignCenter);
    m_decided->setWordWrap(true);
    m_decided->setMinimumWidth(8 * fontMetrics().averageCharWidth());
    m_decided->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_decided->setFixedHeight(static_cast<int>(1.2 * ofOneLetter * fontMetrics().height())); // whatever it says
    m_bars = new ChanceBars(this);
    row->addWidget(m_decided, 1);
    row->addWidget(m_bars, 2);
    column->addLayout(row);
    m_curves = new ChanceCurves(this);
    column->addWidget(m_curves, 1);
    connect(m_curves, &ChanceCurves::markerMoved, this, [this](int end) {
        tell();
        emit markerMoved(end);
    });
}

void VerdictView::setClasses(const std::vector<std::string>& classes)
{
    if (classes != m_classes) {
        m_classes = classes;
        m_bars->setClasses(classes);
        m_curves->setClasses(classes);
    }
    tell();
}

void VerdictView::setReading(const engine::StepReading& reading)
{
    const int before = marker();
    m_curves->setReading(reading);
    tell();
    if (marker() != before) {
        emit markerMoved(marker());
    }
}

const engine::StepReading& VerdictView::reading() const
{
    return m_curves->reading();
}

int VerdictView::marker() const
{
    return m_curves->marker();
}

void VerdictView::setMarker(int end)
{
    m_curves->setMarker(end);
}

void VerdictView::tell()
{
    std::vector<float> chances;
    if (marker() >= 0) {
        const std::span<const float> here = reading().chancesAt(static_cast<std::size_t>(marker()));
        chances.assign(here.begin(), here.end());
    }
    m_bars->setChances(std::move(chances));
    const int decided = m_bars->decided();
    const QString name = decided < 0 ? QString() : classText(m_classes, static_cast<std::size_t>(decided));
    const double points = font().pointSizeF() * (name.size() <= 2 ? ofOneLetter : ofAWord);
    m_decided->setStyleSheet(QStringLiteral("font-size: %1pt; font-weight: bold;").arg(points)); // outlives a theme
    m_decided->setText(name);
}

} // namespace studio

#include "moc_verdict_view.cpp"
