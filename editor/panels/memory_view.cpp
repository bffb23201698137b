// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/memory_view.h"

#include "editor/looks/theme.h"
#include "editor/words/numbers.h"
#include "editor/words/totals.h"

#include <algorithm>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>

namespace editor {

/// The parts one after the other; what is free is the rest.
class MemoryBar : public QWidget {
public:
    explicit MemoryBar(QWidget* parent) : QWidget(parent)
    {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        setFixedHeight(18);
        setAccessibleName(MemoryView::tr("Memory by part"));
    }

    void show(std::vector<double> parts, double available)
    {
        m_parts = std::move(parts);
        m_available = available;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
        QPainterPath outline;
        outline.addRoundedRect(box, 4, 4);
        painter.fillPath(outline, theme().grid);
        painter.setClipPath(outline);
        double sum = 0;
        for (const double part : m_parts) {
            sum += part;
        }
        const double all = std::max(sum, m_available);
        double left = box.left();
        for (std::size_t index = 0; index < m_parts.size() && all > 0; ++index) {
            const double width = box.width() * m_parts[index] / all;
            painter.fillRect(QRectF(left, box.top(), width, box.height()), theme().curve(static_cast<int>(index)));
            left += width;
        }
        if (m_available > 0 && sum > m_available) {
            const double limit = box.left() + box.width() * m_available / all;
            painter.fillRect(QRectF(limit - 1, box.top(), 2, box.height()), theme().error);
        }
        painter.setClipping(false);
        painter.setPen(theme().nodeBorder);
        painter.drawPath(outline);
    }

private:
    std::vector<double> m_parts;
    double m_available = 0;
};

namespace {

QPixmap swatch(const QColor& colour, qreal ratio)
{
    QPixmap picture(QSize(10, 10) * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(0, 0, 10, 10), 2, 2);
    return picture;
}

} // namespace

MemoryView::MemoryView(QWidget* parent)
    : QWidget(parent),
      m_title(new QLabel(this)),
      m_bar(new MemoryBar(this)),
      m_top(new QBoxLayout(QBoxLayout::TopToBottom)),
      m_verdictIcon(new QLabel(this)),
      m_verdict(new QLabel(this)),
      m_parts(new QWidget(this))
{
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    m_verdict->setWordWrap(true);

    auto* grid = new QGridLayout(m_parts);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    const std::vector<Total> parts = memoryParts({});
    for (std::size_t row = 0; row < parts.size(); ++row) {
        const bool sum = row + 1 == parts.size();
        auto* name = new QLabel(parts[row].name, m_parts);
        m_values.push_back(new QLabel(m_parts));
        m_values.back()->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        if (sum) {
            name->setFont(bold);
            m_values.back()->setFont(bold);
        } else {
            m_swatches.push_back(new QLabel(m_parts));
            grid->addWidget(m_swatches.back(), static_cast<int>(row), 0);
        }
        grid->addWidget(name, static_cast<int>(row), 1);
        grid->addWidget(m_values.back(), static_cast<int>(row), 2);
    }

    auto* verdict = new QHBoxLayout;
    verdict->setSpacing(6);
    verdict->addWidget(m_verdictIcon, 0, Qt::AlignTop);
    verdict->addWidget(m_verdict, 1);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 6, 8, 6);
    column->setSpacing(6);
    column->addWidget(m_title);
    m_top->addWidget(m_bar);
    m_top->addLayout(verdict);
    column->addLayout(m_top);
    column->addWidget(m_parts);
    column->addStretch(1);
    connect(&Looks::instance(), &Looks::changed, this, &MemoryView::refresh);
    refresh();
}

void MemoryView::show(const engine::TrainingMemory& memory, engine::Phase phase)
{
    m_memory = memory;
    m_phase = phase;
    refresh();
}

void MemoryView::setAvailable(std::optional<std::int64_t> bytes, const QString& of, Counts counts)
{
    m_available = bytes;
    m_of = of;
    m_counts = counts;
    refresh();
}

void MemoryView::setCompact(bool compact)
{
    m_top->setDirection(compact ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_top->setSpacing(compact ? 10 : 6);
    m_bar->setMaximumWidth(compact ? 110 : QWIDGETSIZE_MAX);
    m_verdict->setWordWrap(!compact);
    m_title->setVisible(!compact);
    m_parts->setVisible(!compact);
}

QString MemoryView::verdict() const
{
    const std::int64_t needed = this->needed();
    if (!m_available) {
        return tr("The available memory is not known.");
    }
    if (needed > *m_available) {
        return tr("Does not fit: %1 needs %2 more than it has free (%3).")
            .arg(m_of, bytesText(needed - *m_available), bytesText(*m_available));
    }
    return tr("Fits: %1 of the %2 that are free on %3.")
        .arg(shareText(static_cast<double>(needed), static_cast<double>(*m_available)), bytesText(*m_available), m_of);
}

int MemoryView::minWidth() const
{
    const QMargins margins = layout()->contentsMargins();
    return margins.left() + margins.right() +
           std::max(m_title->minimumSizeHint().width(), m_parts->minimumSizeHint().width());
}

void MemoryView::refresh()
{
    m_title->setText(m_phase == engine::Phase::Train ? tr("Memory for training") : tr("Memory"));
    const std::vector<Total> parts = memoryParts(m_memory);
    std::vector<double> bytes;
    for (std::size_t row = 0; row < parts.size(); ++row) {
        m_values[row]->setText(parts[row].value);
        if (row + 1 < parts.size()) {
            m_swatches[row]->setPixmap(swatch(theme().curve(static_cast<int>(row)), devicePixelRatioF()));
            bytes.push_back(static_cast<double>(parts[row].number));
        }
    }
    m_bar->show(bytes, static_cast<double>(m_available.value_or(0)));
    m_bar->setAccessibleDescription(verdict());
    const bool tooMuch = m_available && needed() > *m_available;
    m_verdictIcon->setVisible(tooMuch);
    m_verdictIcon->setPixmap(icon(QStringLiteral("error")).pixmap(QSize(16, 16), devicePixelRatioF()));
    m_verdict->setText(verdict());
    m_verdict->setForegroundRole(m_available ? QPalette::WindowText : QPalette::PlaceholderText);
}

} // namespace editor

#include "moc_memory_view.cpp"
