// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/memory_view.h"

#include "editor/looks/theme.h"
#include "editor/widgets/tinted_label.h"
#include "editor/words/numbers.h"
#include "editor/words/totals.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QPainter>

namespace editor {

/// The parts one after the other; what is free is the rest.
class MemoryBar : public QWidget {
public:
    explicit MemoryBar(QWidget* parent) : QWidget(parent)
    {
        setFixedSize(110, 18);
        setAccessibleName(MemoryView::tr("Memory by part"));
    }

    void show(std::vector<Total> parts, double available)
    {
        m_parts = std::move(parts); // the last is their sum
        m_available = available;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const auto sum = static_cast<double>(m_parts.back().number);
        const double all = std::max({1.0, sum, m_available});
        painter.fillRect(rect(), theme().grid);
        double left = 0;
        for (std::size_t index = 0; index + 1 < m_parts.size(); ++index) {
            const double part = width() * static_cast<double>(m_parts[index].number) / all;
            painter.fillRect(QRectF(left, 0, part, height()), theme().curve(static_cast<int>(index)));
            left += part;
        }
        if (m_available > 0 && sum > m_available) {
            painter.fillRect(QRectF(width() * m_available / all - 1, 0, 2, height()), theme().error);
        }
        painter.setPen(theme().nodeBorder);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }

private:
    std::vector<Total> m_parts = memoryParts({});
    double m_available = 0;
};

MemoryView::MemoryView(QWidget* parent) : QWidget(parent), m_bar(new MemoryBar(this)), m_verdict(new TintedLabel(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_bar);
    row->addWidget(m_verdict, 1);
    connect(&Looks::instance(), &Looks::changed, this, &MemoryView::refresh);
    refresh();
}

void MemoryView::show(const engine::TrainingMemory& memory)
{
    m_memory = memory;
    refresh();
}

void MemoryView::setAvailable(std::optional<std::int64_t> bytes, const QString& of, Counts counts)
{
    m_available = bytes;
    m_of = of;
    m_counts = counts;
    refresh();
}

QString MemoryView::verdict() const
{
    if (!m_available) {
        return tr("The available memory is not known.");
    }
    if (needed() > *m_available) {
        return tr("Does not fit: %1 needs %2 more than it has free (%3).")
            .arg(m_of, bytesText(needed() - *m_available), bytesText(*m_available));
    }
    return tr("Fits: %1 of the %2 that are free on %3.")
        .arg(shareText(static_cast<double>(needed()), static_cast<double>(*m_available)), bytesText(*m_available),
             m_of);
}

void MemoryView::refresh()
{
    const std::vector<Total> parts = memoryParts(m_memory);
    QString rows;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const QString swatch =
            part + 1 < parts.size()
                ? QStringLiteral("<font color='%1'>&#9632;</font>").arg(theme().curve(static_cast<int>(part)).name())
                : QString();
        rows += QStringLiteral("<tr><td>%1</td><td>%2</td><td align='right'>%3</td></tr>")
                    .arg(swatch, parts[part].name.toHtmlEscaped(), parts[part].value);
    }
    setToolTip(QStringLiteral("<table cellpadding='2'>%1</table>").arg(rows));
    m_bar->show(parts, static_cast<double>(m_available.value_or(0)));
    m_bar->setAccessibleDescription(verdict());
    if (m_available && needed() > *m_available) {
        m_verdict->showError(verdict());
    } else {
        m_verdict->showMuted(verdict());
    }
}

} // namespace editor

#include "moc_memory_view.cpp"
