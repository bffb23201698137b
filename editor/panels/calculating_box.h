// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/words/numbers.h"

#include <algorithm>
#include <QDoubleSpinBox>
#include <QSpinBox>
#include <type_traits>

namespace editor {

/// A spin box in which a number may be worked out: 2*128, (3+1)/8, 1e3. A result outside the range becomes the bound;
/// what is no number when the typing ends gives way to the number before. Where text is a setting, NumberBox is used.
template <class Box>
class CalculatingBox : public Box {
public:
    using Box::Box;
    using Value = std::conditional_t<std::is_same_v<Box, QSpinBox>, int, double>;

    QValidator::State validate(QString& text, int& place) const override
    {
        const QValidator::State plain = Box::validate(text, place); // as a mere number
        if (plain == QValidator::Acceptable || !isOfACalculation(bare(text))) {
            return plain;
        }
        const std::optional<double> number = result(text);
        return number && *number >= this->minimum() && *number <= this->maximum() ? QValidator::Acceptable
                                                                                  : QValidator::Intermediate;
    }

    Value valueFromText(const QString& text) const override
    {
        QString typed = text;
        int place = 0;
        const bool isPlain = Box::validate(typed, place) == QValidator::Acceptable;
        const std::optional<Value> number = isPlain ? std::nullopt : bounded(text);
        return number ? *number : Box::valueFromText(text);
    }

    void fixup(QString& text) const override
    {
        if (const std::optional<Value> number = bounded(text)) {
            text = this->prefix() + this->textFromValue(*number) + this->suffix();
        }
    }

private:
    /// Without prefix and suffix.
    QString bare(QStringView text) const
    {
        text = text.startsWith(this->prefix()) ? text.mid(this->prefix().size()) : text;
        text = text.endsWith(this->suffix()) ? text.chopped(this->suffix().size()) : text;
        return text.trimmed().toString();
    }

    std::optional<double> result(const QString& text) const
    {
        if constexpr (std::is_same_v<Value, int>) {
            const std::optional<std::int64_t> number = wholeNumberIn(bare(text));
            return number ? std::optional(static_cast<double>(*number)) : std::nullopt;
        } else {
            return realNumberIn(bare(text));
        }
    }

    /// The result, brought into the range, to the box's decimals.
    std::optional<Value> bounded(const QString& text) const
    {
        const std::optional<double> number = result(text);
        if (!number) {
            return std::nullopt;
        }
        const double inRange =
            std::clamp<double>(*number, static_cast<double>(this->minimum()), static_cast<double>(this->maximum()));
        if constexpr (std::is_same_v<Value, int>) {
            return static_cast<int>(inRange);
        } else {
            return QString::number(inRange, 'f', this->decimals()).toDouble();
        }
    }
};

class WholeBox : public CalculatingBox<QSpinBox> {
public:
    using CalculatingBox::CalculatingBox;
};

class RealBox : public CalculatingBox<QDoubleSpinBox> {
public:
    using CalculatingBox::CalculatingBox;
};

} // namespace editor
