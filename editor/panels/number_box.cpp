// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/number_box.h"

#include "editor/words/numbers.h"

#include <algorithm>
#include <cmath>
#include <QLineEdit>
#include <QRegularExpression>
#include <QWheelEvent>

namespace editor {
namespace {

constexpr int shownDigits = 9, leastDigits = 3;
constexpr int buttonsWidth = 28;

/// Group marks may stand in whole numbers only: in German "0.001" would else be 1.
std::optional<engine::ParamValue> wholeNumber(const QString& text)
{
    bool ok = false;
    const qlonglong local = shownLocale().toLongLong(text, &ok);
    if (ok) {
        return std::int64_t{local};
    }
    const qlonglong plain = QLocale::c().toLongLong(text, &ok);
    return ok ? std::optional<engine::ParamValue>(std::int64_t{plain}) : std::nullopt;
}

std::optional<engine::ParamValue> realNumber(const QString& text)
{
    bool ok = false;
    QLocale strict;
    strict.setNumberOptions(QLocale::RejectGroupSeparator);
    const double local = strict.toDouble(text, &ok);
    if (ok && std::isfinite(local)) {
        return local;
    }
    QLocale plainLocale = QLocale::c();
    plainLocale.setNumberOptions(QLocale::RejectGroupSeparator);
    const double plain = plainLocale.toDouble(text, &ok);
    return ok && std::isfinite(plain) ? std::optional<engine::ParamValue>(plain) : std::nullopt;
}

/// "2*128", "(3+1)/8": sums, products and brackets over numbers, each spelled as a field's number may be.
class Calculation {
public:
    enum class Kind { Whole, Real }; ///< of the field: whole numbers may have group marks
    Calculation(QString text, Kind kind) : m_text(std::move(text)), m_kind(kind) {}

    /// nullopt where the text is no calculation, or has no finite result.
    std::optional<double> result()
    {
        const std::optional<double> value = sum();
        skipSpaces();
        return value && m_place == m_text.size() && std::isfinite(*value) ? value : std::nullopt;
    }

private:
    static constexpr int mostBrackets = 32;

    void skipSpaces()
    {
        while (m_place < m_text.size() && m_text[m_place].isSpace()) {
            ++m_place;
        }
    }

    bool takes(QLatin1Char sign)
    {
        skipSpaces();
        const bool found = m_place < m_text.size() && m_text[m_place] == sign;
        m_place += found ? 1 : 0;
        return found;
    }

    std::optional<double> sum()
    {
        std::optional<double> value = product();
        while (value) {
            const bool plus = takes(QLatin1Char('+'));
            if (!plus && !takes(QLatin1Char('-'))) {
                break;
            }
            const std::optional<double> next = product();
            value = next ? std::optional(plus ? *value + *next : *value - *next) : std::nullopt;
        }
        return value;
    }

    std::optional<double> product()
    {
        std::optional<double> value = factor();
        while (value) {
            const bool times = takes(QLatin1Char('*'));
            if (!times && !takes(QLatin1Char('/'))) {
                break;
            }
            const std::optional<double> next = factor();
            value = next ? std::optional(times ? *value * *next : *value / *next) : std::nullopt;
        }
        return value;
    }

    std::optional<double> factor()
    {
        if (takes(QLatin1Char('-'))) {
            const std::optional<double> value = factor();
            return value ? std::optional(-*value) : std::nullopt;
        }
        if (takes(QLatin1Char('('))) {
            if (++m_brackets > mostBrackets) {
                return std::nullopt;
            }
            const std::optional<double> value = sum();
            return takes(QLatin1Char(')')) ? value : std::nullopt;
        }
        return number();
    }

    std::optional<double> number()
    {
        static const QRegularExpression spelled(
            QStringLiteral("\\G[0-9][0-9.,]*([eE][+-]?[0-9]+)?|\\G[.,][0-9]+([eE][+-]?[0-9]+)?"));
        skipSpaces();
        const QRegularExpressionMatch found = spelled.match(m_text, m_place);
        if (!found.hasMatch()) {
            return std::nullopt;
        }
        m_place += found.capturedLength();
        const QString digits = found.captured();
        auto value = m_kind == Kind::Whole ? wholeNumber(digits) : std::nullopt;
        value = value ? value : realNumber(digits);
        const auto* whole = value ? std::get_if<std::int64_t>(&*value) : nullptr;
        return !value  ? std::nullopt
               : whole ? std::optional(static_cast<double>(*whole))
                       : std::optional(std::get<double>(*value));
    }

    QString m_text;
    Kind m_kind;
    qsizetype m_place = 0;
    int m_brackets = 0;
};

/// A result that is whole and that a double holds to the last digit.
std::optional<engine::ParamValue> wholeResult(std::optional<double> result)
{
    constexpr double mostExact = 9007199254740992.0; // 2^53
    if (!result || std::abs(*result) > mostExact || *result != std::floor(*result)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*result);
}

std::optional<engine::ParamValue> realResult(std::optional<double> result)
{
    return result ? std::optional<engine::ParamValue>(*result) : std::nullopt;
}

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

QString shownText(const engine::ParamValue& value)
{
    const auto* whole = std::get_if<std::int64_t>(&value);
    return whole ? countText(*whole) : realText(std::get<double>(value));
}

} // namespace

NumberBox::NumberBox(const Range& range, QWidget* parent) : QAbstractSpinBox(parent), m_range(range)
{
    setFocusPolicy(Qt::StrongFocus); // else the wheel that scrolls the panel would change settings
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

std::optional<engine::ParamValue> NumberBox::value() const
{
    const QString typed = text().trimmed();
    const bool isWhole = std::holds_alternative<engine::IntRange>(m_range);
    if (const auto number = isWhole ? wholeNumber(typed) : realNumber(typed)) {
        return number;
    }
    using Kind = Calculation::Kind;
    const std::optional<double> result = Calculation(typed, isWhole ? Kind::Whole : Kind::Real).result();
    return isWhole ? wholeResult(result) : realResult(result);
}

engine::ParamValue NumberBox::stepped(const engine::ParamValue& from, int steps) const
{
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

void NumberBox::wheelEvent(QWheelEvent* event)
{
    if (hasFocus()) {
        QAbstractSpinBox::wheelEvent(event);
    } else {
        event->ignore();
    }
}

QSize NumberBox::sizeHint() const
{
    const int width = fontMetrics().horizontalAdvance(QString(shownDigits, QLatin1Char('0'))) + buttonsWidth;
    return {width, QAbstractSpinBox::sizeHint().height()};
}

QSize NumberBox::minimumSizeHint() const
{
    const int width = fontMetrics().horizontalAdvance(QString(leastDigits, QLatin1Char('0'))) + buttonsWidth;
    return {width, sizeHint().height()};
}

} // namespace editor
