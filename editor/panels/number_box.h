// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/params.h"

#include <optional>
#include <QAbstractSpinBox>
#include <variant>

namespace editor {

/// A field for one number: a whole one of up to 64 bits, or one as small as 1e-8. It shows what it is given to the last
/// digit, steps by about a tenth of it, and lets anything be typed: whoever listens says what is wrong with it. What is
/// typed may also be worked out: 2*128, (3+1)/8, 1e3.
class NumberBox : public QAbstractSpinBox {
    Q_OBJECT

public:
    using Range = std::variant<engine::IntRange, engine::FloatRange>;
    explicit NumberBox(const Range& range, QWidget* parent = nullptr);

    void setOff(const std::optional<engine::ParamValue>& off) { m_off = off; } ///< the number for which "off" stands

    /// nullopt leaves the field empty but for its placeholder.
    void show(const std::optional<engine::ParamValue>& value);
    void setPlaceholder(const QString& text);

    /// What the text says; nullopt where that is no number of the wanted kind.
    std::optional<engine::ParamValue> value() const;

    void stepBy(int steps) override;
    QValidator::State validate(QString&, int&) const override { return QValidator::Acceptable; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void edited(); ///< by the user

protected:
    StepEnabled stepEnabled() const override;

private:
    engine::ParamValue stepped(engine::ParamValue from, int steps) const;
    QString shownText(const engine::ParamValue& value) const;

    Range m_range;
    std::optional<engine::ParamValue> m_off;
};

} // namespace editor
