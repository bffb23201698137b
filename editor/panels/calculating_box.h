// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>
#include <QSpinBox>

namespace editor {

/// Spin boxes in which a number may be worked out: 2*128, (3+1)/8, 1e3. A result outside the range becomes the bound;
/// what is no number when the typing ends gives way to the number before. Where text is a setting, NumberBox is used.
class WholeBox : public QSpinBox {
    Q_OBJECT

public:
    using QSpinBox::QSpinBox;
    QValidator::State validate(QString& text, int& place) const override;
    int valueFromText(const QString& text) const override;
    void fixup(QString& text) const override;
};

class RealBox : public QDoubleSpinBox {
    Q_OBJECT

public:
    using QDoubleSpinBox::QDoubleSpinBox;
    QValidator::State validate(QString& text, int& place) const override;
    double valueFromText(const QString& text) const override;
    void fixup(QString& text) const override;
};

} // namespace editor
