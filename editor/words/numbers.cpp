// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/words/numbers.h"

#include "editor/words/words.h"

#include <array>
#include <charconv>
#include <cmath>
#include <QCoreApplication>
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

template <typename Number, typename Text>
QString listed(const std::vector<Number>& numbers, const Text& text)
{
    QStringList parts;
    for (const Number& number : numbers) {
        parts << text(number);
    }
    return parts.isEmpty() ? Words::tr("none") : parts.join(QStringLiteral("; "));
}

struct ValueWords {
    QString operator()(bool value) const { return value ? Words::tr("on") : Words::tr("off"); }
    QString operator()(std::int64_t value) const { return countText(value); }
    QString operator()(double value) const { return realText(value); }
    QString operator()(const std::string& value) const
    {
        return value.empty() ? Words::tr("empty") : QString::fromStdString(value);
    }
    QString operator()(const std::vector<std::int64_t>& value) const { return listed(value, countText); }
    QString operator()(const std::vector<double>& value) const { return listed(value, realText); }
    QString operator()(const std::vector<engine::Shape>& value) const { return listed(value, shapeText); }
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
    if (bytes < 1024) {
        return Words::tr("%n byte(s)", nullptr, static_cast<int>(bytes));
    }
    constexpr std::array<const char*, 5> units = {"KiB", "MiB", "GiB", "TiB", "PiB"};
    double size = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (size >= 1024 && unit + 1 < units.size()) {
        size /= 1024;
        ++unit;
    }
    return fixedText(size, 1) + QLatin1Char(' ') + QLatin1String(units[unit]);
}

QString flopsText(std::int64_t operations)
{
    constexpr std::array<const char*, 5> units = {"kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP"};
    if (std::abs(operations) < 1000) {
        return countText(operations) + QStringLiteral(" FLOP");
    }
    double count = static_cast<double>(operations) / 1000;
    std::size_t unit = 0;
    while (std::abs(count) >= 1000 && unit + 1 < units.size()) {
        count /= 1000;
        ++unit;
    }
    return threeDigits(count) + QLatin1Char(' ') + QLatin1String(units[unit]);
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
    QStringList extents;
    for (const std::int64_t extent : shape.extents()) {
        extents << countText(extent);
    }
    return extents.join(QStringLiteral(" × "));
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

} // namespace editor
