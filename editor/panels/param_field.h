// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/params.h"

#include <functional>
#include <optional>
#include <QAbstractSpinBox>
#include <QString>
#include <QWidget>
#include <string>
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

protected:
    StepEnabled stepEnabled() const override;

private:
    engine::ParamValue stepped(engine::ParamValue from, int steps) const;
    QString shownText(const engine::ParamValue& value) const;

    Range m_range;
    std::optional<engine::ParamValue> m_off;
};

/// A new value for a setting; nullopt: back to the default.
struct SettingEdit {
    std::string key;
    std::optional<engine::ParamValue> value;
    int typing = 0;           ///< goes up each time the field is left: what has the same number was typed in one go
    bool isTakenBack = false; ///< what is typed is refused by now: its first part, which was told, was not meant
};

/// Why a value does not suit the setting, as a sentence for a field that stands beside its name; empty where it does.
QString paramRefusal(const engine::ParamSpec& spec, const engine::ParamValue& value);

using ParamRefusal = std::function<QString(const engine::ParamSpec&, const engine::ParamValue&)>;

/// Where one setting is edited, whatever its kind.
class ParamField : public QWidget {
    Q_OBJECT

public:
    ParamField(const engine::ParamSpec& spec, QWidget* parent) : QWidget(parent), m_spec(spec) {}

    /// The boxes in it, which go after it, no longer tell it that their editing ends.
    ~ParamField() override;

    void setRefusal(ParamRefusal refusal) { m_refusal = std::move(refusal); } ///< instead of paramRefusal()

    /// Without being edited(). nullopt: no value, as where the selected layers differ; `placeholder` says why.
    virtual void show(const std::optional<engine::ParamValue>& value, const QString& placeholder) = 0;

signals:
    void edited(const editor::SettingEdit& edit);
    void finished();                       ///< the field is left, or Enter was pressed
    void refused(const QString& sentence); ///< what was typed is no value of this setting; empty: it is one again

protected:
    const engine::ParamSpec& spec() const { return m_spec; }
    void take(); ///< says refused() with the reason or none, and edited()
    virtual std::optional<engine::ParamValue> value() const = 0; ///< that stands in the boxes; none: see noValue()
    virtual QString noValue() const { return tr("This must be a number."); }

private:
    friend ParamField* makeParamField(const engine::ParamSpec& spec, const char* context, QWidget* parent);
    void listen(); ///< to all boxes in it

    const engine::ParamSpec& m_spec;
    int m_typing = 0;
    ParamRefusal m_refusal = paramRefusal;
};

/// The field for a setting: its kind decides. `context` is where its words are translated: "Layers" or "Solver".
ParamField* makeParamField(const engine::ParamSpec& spec, const char* context, QWidget* parent);

} // namespace editor
