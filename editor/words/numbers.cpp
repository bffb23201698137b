// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/words/numbers.h"

#include <array>
#include <charconv>
#include <cmath>
#include <QRegularExpression>
#include <QStringList>
#include <string>

namespace editor {
namespace {

/// To so many places, a tie to the even digit as the terminal's library has it: 6.25 is 6.2 in both.
QString fixedText(double number, int places)
{
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, places);
    return shownLocale().toString(QByteArray(text.data(), end.ptr - text.data()).toDouble(), 'f', places);
}

/// Three digits, as wide for 74.0 as for 74.1.
QString threeDigits(double number)
{
    const int places = std::abs(number) < 10 ? 2 : std::abs(number) < 100 ? 1 : 0;
    return fixedText(number, places);
}

/// In the first of the units, each `step` times the one before, that leaves less than a step.
template <typename Text>
QString inUnits(double number, double step, const std::array<const char*, 5>& units, const Text& text)
{
    std::size_t unit = 0;
    for (number /= step; std::abs(number) >= step && unit + 1 < units.size(); ++unit) {
        number /= step;
    }
    return text(number) + QLatin1Char(' ') + QLatin1String(units[unit]);
}

template <typename Number, typename Text>
QString listedOrNone(const std::vector<Number>& numbers, const Text& text)
{
    return numbers.empty() ? Words::tr("none") : listed(numbers, QStringLiteral("; "), text);
}

struct ValueWords {
    QString operator()(bool value) const { return value ? Words::tr("on") : Words::tr("off"); }
    QString operator()(std::int64_t value) const { return countText(value); }
    QString operator()(double value) const { return realText(value); }
    QString operator()(const std::string& value) const
    {
        return value.empty() ? Words::tr("empty") : QString::fromStdString(value);
    }
    QString operator()(const std::vector<std::int64_t>& value) const { return listedOrNone(value, countText); }
    QString operator()(const std::vector<double>& value) const { return listedOrNone(value, realText); }
    QString operator()(const std::vector<engine::Shape>& value) const { return listedOrNone(value, shapeText); }
    QString operator()(const engine::Filler& value) const { return fillerText(value); }
};

} // namespace

QLocale shownLocale()
{
    QLocale locale;
    locale.setNumberOptions(locale.numberOptions() & ~QLocale::OmitGroupSeparator);
    return locale;
}

QString countText(std::int64_t number)
{
    return shownLocale().toString(static_cast<qlonglong>(number));
}

QString bytesText(std::int64_t bytes)
{
    return bytes < 1024 ? Words::tr("%n byte(s)", nullptr, static_cast<int>(bytes))
                        : inUnits(static_cast<double>(bytes), 1024, {"KiB", "MiB", "GiB", "TiB", "PiB"},
                                  [](double size) { return fixedText(size, 1); });
}

QString flopsText(std::int64_t operations)
{
    return std::abs(operations) < 1000 ? countText(operations) + QStringLiteral(" FLOP")
                                       : inUnits(static_cast<double>(operations), 1000,
                                                 {"kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP"}, threeDigits);
}

QString shareText(double part, double all)
{
    if (!(all > 0)) {
        return {};
    }
    const double percent = 100 * part / all;
    if (percent > 0 && percent < 1) {
        return Words::tr("< 1 %");
    }
    return Words::tr("%1 %").arg(shownLocale().toString(percent, 'f', 0));
}

QString durationText(double seconds)
{
    return seconds < 1 ? Words::tr("%1 ms").arg(threeDigits(seconds * 1000))
                       : Words::tr("%1 s").arg(threeDigits(seconds));
}

QString shapeText(const engine::Shape& shape)
{
    if (shape.axes() == 0) {
        return Words::tr("scalar");
    }
    return listed(shape.extents(), QStringLiteral(" × "), countText);
}

QString realText(double number)
{
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator | QLocale::OmitLeadingZeroInExponent);
    const double size = std::abs(number);
    const bool plain = size == 0 || (size >= 1e-4 && size < 1e9);
    QString text = locale.toString(number, plain ? 'f' : 'e', QLocale::FloatingPointShortest);
    return text.replace(QLatin1Char('E'), QLatin1Char('e'));
}

QString engineText(const char* context, std::string_view text)
{
    return text.empty() ? QString() : QCoreApplication::translate(context, std::string(text).c_str());
}

QString valueText(const engine::ParamValue& value)
{
    return std::visit(ValueWords(), value);
}

QString fillerText(const engine::Filler& filler)
{
    if (filler.type == "constant") {
        return Words::tr("constant %1").arg(realText(filler.value));
    }
    if (filler.type == "uniform") {
        return Words::tr("uniform from %1 to %2").arg(realText(filler.min), realText(filler.max));
    }
    if (filler.type == "gaussian") {
        return Words::tr("gaussian, mean %1, deviation %2").arg(realText(filler.mean), realText(filler.std));
    }
    return QString::fromStdString(filler.type + ", " + filler.varianceNorm);
}

namespace {

/// Group marks may stand in whole numbers only: in German "0.001" would else be 1.
std::optional<std::int64_t> wholeNumber(const QString& text)
{
    bool ok = false;
    const qlonglong local = shownLocale().toLongLong(text, &ok);
    if (ok) {
        return local;
    }
    const qlonglong plain = QLocale::c().toLongLong(text, &ok);
    return ok ? std::optional(std::int64_t{plain}) : std::nullopt;
}

std::optional<double> realNumber(const QString& text)
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
    return ok && std::isfinite(plain) ? std::optional(plain) : std::nullopt;
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
    static constexpr int maxBrackets = 32;

    void skipSpaces()
    {
        while (m_place < m_text.size() && m_text[m_place].isSpace()) {
            ++m_place;
        }
    }

    bool takes(QStringView oneOf)
    {
        skipSpaces();
        const bool found = m_place < m_text.size() && oneOf.contains(m_text[m_place]);
        m_place += found ? 1 : 0;
        return found;
    }

    std::optional<double> sum()
    {
        std::optional<double> value = product();
        while (value) {
            const bool plus = takes(u"+");
            if (!plus && !takes(u"-")) {
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
            const bool times = takes(u"*\u00D7\u00B7");
            if (!times && !takes(u"/")) {
                break;
            }
            const std::optional<double> next = factor();
            value = next ? std::optional(times ? *value * *next : *value / *next) : std::nullopt;
        }
        return value;
    }

    std::optional<double> factor()
    {
        if (takes(u"-")) {
            const std::optional<double> value = factor();
            return value ? std::optional(-*value) : std::nullopt;
        }
        if (takes(u"(")) {
            if (++m_brackets > maxBrackets) {
                return std::nullopt;
            }
            const std::optional<double> value = sum();
            return takes(u")") ? value : std::nullopt;
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
        const std::optional<std::int64_t> whole = m_kind == Kind::Whole ? wholeNumber(digits) : std::nullopt;
        return whole ? std::optional(static_cast<double>(*whole)) : realNumber(digits);
    }

    QString m_text;
    Kind m_kind;
    qsizetype m_place = 0;
    int m_brackets = 0;
};

} // namespace

std::optional<std::int64_t> wholeNumberIn(const QString& text)
{
    constexpr double maxExactWhole = 9007199254740992.0; // 2^53: a double holds it to the last digit
    const QString typed = text.trimmed();
    if (const std::optional<std::int64_t> number = wholeNumber(typed)) {
        return number;
    }
    const std::optional<double> result = Calculation(typed, Calculation::Kind::Whole).result();
    if (!result || std::abs(*result) > maxExactWhole || *result != std::floor(*result)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*result);
}

std::optional<double> realNumberIn(const QString& text)
{
    const QString typed = text.trimmed();
    const std::optional<double> number = realNumber(typed);
    return number ? number : Calculation(typed, Calculation::Kind::Real).result();
}

bool isOfACalculation(const QString& text)
{
    static const QRegularExpression signs(QStringLiteral("^[-+*/\u00D7\u00B7()0-9.,eE\\s'\u2019]*$"));
    return signs.match(text).hasMatch();
}

} // namespace editor
