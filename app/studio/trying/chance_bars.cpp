// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/chance_bars.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <numeric>
#include <QCoreApplication>
#include <QLocale>
#include <QPainter>

namespace studio {

QColor classColour(std::size_t number)
{
    return editor::theme().curve(static_cast<int>(number));
}

QPen classPen(std::size_t number)
{
    constexpr std::size_t colours = 8;
    return {classColour(number), 1.6, number % (2 * colours) < colours ? Qt::SolidLine : Qt::DashLine};
}

QString classText(const std::vector<std::string>& classes, std::size_t number)
{
    return number < classes.size() ? QString::fromStdString(classes[number]) : QString();
}

QString percent(double chance)
{
    return QCoreApplication::translate("Chances", "%1 %").arg(QLocale().toString(100 * chance, 'f', 0));
}

namespace {

constexpr int barGap = 4;

} // namespace

ChanceBars::ChanceBars(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("Chance of each class"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, qOverload<>(&QWidget::update));
}

void ChanceBars::setClasses(const std::vector<std::string>& classes)
{
    m_classes = classes;
    m_chances.clear();
    updateGeometry();
    update();
}

void ChanceBars::setChances(std::vector<float> chances)
{
    m_chances = std::move(chances);
    const int best = decided();
    setAccessibleDescription(best < 0 ? QString()
                                      : tr("%1: %2").arg(classText(m_classes, static_cast<std::size_t>(best)),
                                                         percent(m_chances[static_cast<std::size_t>(best)])));
    update();
}

int ChanceBars::decided() const
{
    return m_chances.empty() ? -1 : static_cast<int>(std::ranges::max_element(m_chances) - m_chances.begin());
}

/// In the order of the classes where all have a bar.
std::vector<std::size_t> ChanceBars::shown() const
{
    std::vector<std::size_t> all(m_classes.size());
    std::iota(all.begin(), all.end(), 0);
    if (all.size() > most && m_chances.size() == all.size()) {
        std::ranges::stable_sort(all, [&](std::size_t a, std::size_t b) { return m_chances[a] > m_chances[b]; });
    }
    all.resize(std::min(all.size(), most));
    return all;
}

QSize ChanceBars::sizeHint() const
{
    const auto rows = static_cast<int>(std::min(std::max<std::size_t>(m_classes.size(), 1), most));
    return {220, rows * (fontMetrics().height() + barGap)};
}

void ChanceBars::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    const int height = fontMetrics().height(), figure = fontMetrics().horizontalAdvance(percent(1)) + barGap;
    QFont bold = font();
    bold.setBold(true); // as the likeliest class is written
    int name = 0;
    for (const std::size_t number : shown()) {
        name = std::max(name, QFontMetrics(bold).horizontalAdvance(classText(m_classes, number)));
    }
    name = std::min(name, width() / 3);
    int top = 0;
    for (const std::size_t number : shown()) {
        const double chance = number < m_chances.size() ? static_cast<double>(m_chances[number]) : 0;
        QFont font = painter.font();
        font.setBold(static_cast<int>(number) == decided());
        painter.setFont(font);
        painter.setPen(theme.text);
        painter.drawText(QRect(0, top, name, height), Qt::AlignRight | Qt::AlignVCenter,
                         fontMetrics().elidedText(classText(m_classes, number), Qt::ElideRight, name));
        const QRect room(name + 2 * barGap, top + 2, std::max(0, width() - name - 3 * barGap - figure), height - 4);
        painter.fillRect(room, theme.node);
        QRect bar = room;
        bar.setWidth(std::max(2, static_cast<int>(chance * room.width()))); // its colour is the key to the curves
        painter.fillRect(bar, classColour(number));
        if (!m_chances.empty()) {
            painter.drawText(QRect(width() - figure, top, figure, height), Qt::AlignRight | Qt::AlignVCenter,
                             percent(chance));
        }
        top += height + barGap;
    }
}

} // namespace studio

#include "moc_chance_bars.cpp"
