// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/number_box.h"

#include "editor/words/calculation.h"
#include "editor/words/numbers.h"
#include "editor/words/words.h"

#include <algorithm>
#include <cmath>
#include <QLineEdit>

namespace editor {
namespace {

constexpr int shownDigits = 9, minDigits = 3;
constexpr int buttonsWidth = 28;

/// A power of ten that is between a hundredth and a tenth of the number.
double stepFor(double number)
{
    return std::pow(10.0, std::floor(std::log10(std::abs(number))) - 1);
}

std::int64_t steppedWhole(std::int64_t from, int steps, const engine::IntRange& range)
{
    const double step = from == 0 ? 1 : std::max(1.0, stepFor(static_cast<double>(from)));
    const double wanted = static_cast<double>(from) + steps * step;
    if (wanted >= static_cast<double>(range.most)) {
        return range.most;
    }
    return std::max(range.least, static_cast<std::int64_t>(std::llround(wanted)));
}

double steppedReal(double from, int steps, const engine::FloatRange& range)
{
    const double step = from == 0 ? 0.01 : stepFor(from);
    // Through decimal text, so that 0.1 + 0.2 is 0.3.
    const double wanted = QString::number(from + steps * step, 'g', 12).toDouble();
    return std::clamp(std::abs(wanted) < step / 1e6 ? 0.0 : wanted, range.least, range.most);
}

} // namespace

NumberBox::NumberBox(const Range& range, QWidget* parent) : QAbstractSpinBox(parent), m_range(range)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(lineEdit(), &QLineEdit::textEdited, this, &NumberBox::edited);
    connect(this, &QAbstractSpinBox::editingFinished, this, [this] {
        const auto number = value();
        if (number && lineEdit()->text() != shownText(*number)) {
            lineEdit()->setText(shownText(*number));
        }
    });
}

void NumberBox::show(const std::optional<engine::ParamValue>& value)
{
    const QString text = value ? shownText(*value) : QString();
    // The same number in another spelling is left as the user typed it.
    if (lineEdit()->text() != text && !(hasFocus() && value && this->value() == value)) {
        lineEdit()->setText(text);
    }
}

void NumberBox::setPlaceholder(const QString& text)
{
    lineEdit()->setPlaceholderText(text);
}

QString NumberBox::shownText(const engine::ParamValue& value) const
{
    return value == m_off ? Words::tr("off") : valueText(value);
}

std::optional<engine::ParamValue> NumberBox::value() const
{
    if (m_off && text().trimmed().compare(Words::tr("off"), Qt::CaseInsensitive) == 0) {
        return m_off;
    }
    if (std::holds_alternative<engine::IntRange>(m_range)) {
        const std::optional<std::int64_t> whole = wholeNumberIn(text());
        return whole ? std::optional<engine::ParamValue>(*whole) : std::nullopt;
    }
    const std::optional<double> real = realNumberIn(text());
    return real ? std::optional<engine::ParamValue>(*real) : std::nullopt;
}

engine::ParamValue NumberBox::stepped(engine::ParamValue from, int steps) const
{
    if (from == engine::ParamValue(-1.0) && from == m_off) {
        from = 0.0; // between off and nothing there is no value
    }
    if (const auto* range = std::get_if<engine::IntRange>(&m_range)) {
        return steppedWhole(std::get<std::int64_t>(from), steps, *range);
    }
    return steppedReal(std::get<double>(from), steps, std::get<engine::FloatRange>(m_range));
}

void NumberBox::stepBy(int steps)
{
    if (const auto number = value()) {
        lineEdit()->setText(shownText(stepped(*number, steps)));
        selectAll();
        emit edited();
    }
}

QAbstractSpinBox::StepEnabled NumberBox::stepEnabled() const
{
    const auto number = value();
    if (!number) {
        return StepNone;
    }
    StepEnabled enabled = StepNone;
    enabled |= stepped(*number, 1) != *number ? StepUpEnabled : StepNone;
    enabled |= stepped(*number, -1) != *number ? StepDownEnabled : StepNone;
    return enabled;
}

QSize NumberBox::sizeHint() const
{
    const int width = fontMetrics().horizontalAdvance(QString(shownDigits, QLatin1Char('0'))) + buttonsWidth;
    return {width, QAbstractSpinBox::sizeHint().height()};
}

QSize NumberBox::minimumSizeHint() const
{
    const int width = fontMetrics().horizontalAdvance(QString(minDigits, QLatin1Char('0'))) + buttonsWidth;
    return {width, sizeHint().height()};
}

} // namespace editor

#include "moc_number_box.cpp"
