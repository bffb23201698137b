// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/calculating_box.h"

#include "editor/words/calculation.h"

#include <algorithm>

namespace editor {
namespace {

/// Without the box's prefix and suffix.
template <typename Box>
QString bare(const Box& box, QStringView text)
{
    text = text.startsWith(box.prefix()) ? text.mid(box.prefix().size()) : text;
    text = text.endsWith(box.suffix()) ? text.chopped(box.suffix().size()) : text;
    return text.trimmed().toString();
}

std::optional<double> result(const QSpinBox& box, const QString& text)
{
    const std::optional<std::int64_t> number = wholeNumberIn(bare(box, text));
    return number ? std::optional(static_cast<double>(*number)) : std::nullopt;
}

std::optional<double> result(const QDoubleSpinBox& box, const QString& text)
{
    return realNumberIn(bare(box, text));
}

/// `plain`: what the box thinks of the text as a mere number.
template <typename Box>
QValidator::State validated(const Box& box, const QString& text, QValidator::State plain)
{
    if (plain == QValidator::Acceptable || !isOfACalculation(bare(box, text))) {
        return plain;
    }
    const std::optional<double> number = result(box, text);
    return number && *number >= box.minimum() && *number <= box.maximum() ? QValidator::Acceptable
                                                                          : QValidator::Intermediate;
}

/// The result, brought into the range.
template <typename Box>
auto bounded(const Box& box, const QString& text)
{
    const std::optional<double> number = result(box, text);
    using Value = decltype(box.value());
    return number ? std::optional(static_cast<Value>(
                        std::clamp(*number, static_cast<double>(box.minimum()), static_cast<double>(box.maximum()))))
                  : std::nullopt;
}

} // namespace

QValidator::State WholeBox::validate(QString& text, int& place) const
{
    const QValidator::State plain = QSpinBox::validate(text, place);
    return validated(*this, text, plain);
}

int WholeBox::valueFromText(const QString& text) const
{
    QString typed = text;
    int place = 0;
    const bool plain = QSpinBox::validate(typed, place) == QValidator::Acceptable;
    const std::optional<int> number = plain ? std::nullopt : bounded(*this, text);
    return number ? *number : QSpinBox::valueFromText(text);
}

void WholeBox::fixup(QString& text) const
{
    if (const std::optional<int> number = bounded(*this, text)) {
        text = prefix() + textFromValue(*number) + suffix();
    }
}

QValidator::State RealBox::validate(QString& text, int& place) const
{
    const QValidator::State plain = QDoubleSpinBox::validate(text, place);
    return validated(*this, text, plain);
}

double RealBox::valueFromText(const QString& text) const
{
    QString typed = text;
    int place = 0;
    const bool plain = QDoubleSpinBox::validate(typed, place) == QValidator::Acceptable;
    const std::optional<double> number = plain ? std::nullopt : bounded(*this, text);
    return number ? QString::number(*number, 'f', decimals()).toDouble() : QDoubleSpinBox::valueFromText(text);
}

void RealBox::fixup(QString& text) const
{
    if (const std::optional<double> number = bounded(*this, text)) {
        text = prefix() + textFromValue(*number) + suffix();
    }
}

} // namespace editor

#include "moc_calculating_box.cpp"
