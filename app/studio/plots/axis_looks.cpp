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

namespace {

/// Logarithms to the base 10 of 1, 2, 5, 10, ..., where there are many of 1, 10, ...; from below `lower` to above
/// `upper`.
QVector<double> exponents(double lower, double upper)
{
    const std::vector<double> steps = upper - lower < 3 ? std::vector<double>{1, 2, 5} : std::vector<double>{1};
    QVector<double> ticks;
    for (double decade = std::floor(lower); decade <= std::ceil(upper); ++decade) {
        for (const double step : steps) {
            ticks.push_back(decade + std::log10(step));
        }
    }
    return ticks;
}

} // namespace

QVector<double> LogarithmicTicker::createTickVector(double tickStep, const QCPRange& range)
{
    if (range.lower <= 0 || range.upper < 10 * range.lower) {
        return NumberTicker::createTickVector(tickStep, range);
    }
    QVector<double> ticks = exponents(std::log10(range.lower), std::log10(range.upper));
    std::ranges::transform(ticks, ticks.begin(), [](double exponent) { return std::pow(10, exponent); });
    return ticks;
}

QVector<double> ExponentTicker::createTickVector(double, const QCPRange& range)
{
    return exponents(range.lower, range.upper);
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
