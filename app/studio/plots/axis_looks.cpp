// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/axis_looks.h"

#include "app/studio/plots/custom_plot.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>

namespace studio {

void dressAxis(QCPAxis& axis, const editor::Theme& theme, const QFont& small)
{
    axis.setBasePen(QPen(theme.mutedText, 0));
    axis.setTickPen(QPen(theme.mutedText, 0));
    axis.setSubTicks(false);
    axis.setTickLabelColor(theme.mutedText);
    axis.setTickLabelFont(small);
    axis.setLabelColor(theme.mutedText);
    axis.setLabelFont(small);
    axis.grid()->setPen(QPen(theme.grid, 0));
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

QFont smallOf(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 0.88);
    return font;
}

QColor withAlpha(QColor colour, double alpha)
{
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

QString axisNumber(double number, const QLocale& locale)
{
    const double size = std::abs(number);
    const auto with = [&](double unit, const char* letter) {
        return locale.toString(number / unit, 'g', 8) + QChar(QChar::Nbsp) + QLatin1String(letter);
    };
    if (size >= 1e9) {
        return with(1e9, "G");
    }
    if (size >= 1e6) {
        return with(1e6, "M");
    }
    return locale.toString(number, 'g', 6);
}

QString NumberTicker::getTickLabel(double tick, const QLocale& locale, QChar, int)
{
    return axisNumber(tick, locale);
}

QVector<double> LogarithmicTicker::createTickVector(double tickStep, const QCPRange& range)
{
    const double decades = range.lower > 0 ? std::log10(range.upper / range.lower) : 0;
    if (decades < 1) {
        return NumberTicker::createTickVector(tickStep, range);
    }
    const std::vector<double> steps = decades < 3 ? std::vector<double>{1, 2, 5} : std::vector<double>{1};
    QVector<double> ticks;
    for (double power = std::floor(std::log10(range.lower)); power <= std::ceil(std::log10(range.upper)); ++power) {
        for (const double step : steps) {
            ticks.push_back(step * std::pow(10, power));
        }
    }
    return ticks;
}

QVector<double> ExponentTicker::createTickVector(double, const QCPRange& range)
{
    const std::vector<double> steps = range.size() < 3 ? std::vector<double>{1, 2, 5} : std::vector<double>{1};
    QVector<double> ticks;
    for (double decade = std::floor(range.lower); decade <= std::ceil(range.upper); ++decade) {
        for (const double step : steps) {
            ticks.push_back(decade + std::log10(step));
        }
    }
    return ticks;
}

QString ExponentTicker::getTickLabel(double tick, const QLocale& locale, QChar, int)
{
    return axisNumber(std::round(std::pow(10, tick)), locale);
}

double NameTicker::getTickStep(const QCPRange& range)
{
    return std::max(1.0, std::ceil(QCPAxisTicker::getTickStep(range)));
}

QString NameTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return m_nameOf(std::llround(tick));
}

void DurationTicker::generate(const QCPRange& range, const QLocale& locale, QChar format, int precision,
                              QVector<double>& ticks, QVector<double>* subTicks, QVector<QString>* labels)
{
    setTimeFormat(range.upper >= 3600 ? QStringLiteral("%h:%m:%s") : QStringLiteral("%m:%s"));
    QCPAxisTickerTime::generate(range, locale, format, precision, ticks, subTicks, labels);
}

} // namespace studio
