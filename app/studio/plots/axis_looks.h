// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/custom_plot.h"

#include <cstdint>
#include <functional>
#include <QColor>

class QCPAxis;
class QFont;

namespace editor {
struct Theme;
}

namespace studio {

/// Colours and the small font of every plot's axes and their grids.
void dressAxis(QCPAxis& axis, const editor::Theme& theme, const QFont& small);

QColor withAlpha(QColor colour, double alpha);

/// The font of axes and legends beside text in `font`.
QFont smallOf(QFont font);

/// A number as an axis shows it, in the reader's language: 0.002, 1,500, 2.5 M.
QString axisNumber(double number, const QLocale& locale);

/// Ticks with such numbers.
class NumberTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

/// Ticks of a logarithmic axis that also has some where less than a decade is seen, as with a loss between 1.4 and 4.2.
class LogarithmicTicker : public NumberTicker {
protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
};

/// Of places that are logarithms to the base 10: ticks at 1, 2, 5, 10, ... as numbers.
class ExponentTicker : public QCPAxisTicker {
protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

/// Of places that are whole numbers and have names.
class NameTicker : public QCPAxisTicker {
public:
    using NameOf = std::function<QString(std::int64_t place)>;
    explicit NameTicker(NameOf nameOf) : m_nameOf(std::move(nameOf)) {}

protected:
    double getTickStep(const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;

private:
    NameOf m_nameOf;
};

/// Hours, minutes and seconds; hours only where they are reached.
class DurationTicker : public QCPAxisTickerTime {
public:
    void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision, QVector<double>& ticks,
                  QVector<double>* subTicks, QVector<QString>* labels) override;
};

} // namespace studio
