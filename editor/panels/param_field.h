// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/params.h"

#include <functional>
#include <optional>
#include <QString>
#include <QWidget>
#include <string>

namespace editor {

/// A new value for a setting; nullopt: back to the default.
struct SettingEdit {
    std::string key;
    std::optional<engine::ParamValue> value;
    int typing = 0; ///< goes up each time the field is left: what has the same number was typed in one go
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

    /// What was typed is refused by now: its first part, which edited() told, was not meant. `edit` has no value.
    void takenBack(const editor::SettingEdit& edit);

protected:
    const engine::ParamSpec& spec() const { return m_spec; }
    void offer(const engine::ParamValue& value); ///< says refused() with the reason or none, and edited() where none
    void refuse(const QString& sentence);        ///< says refused(), and takenBack()
    void endTyping();                            ///< what is typed from now on is another edit

private:
    const engine::ParamSpec& m_spec;
    int m_typing = 0;
    ParamRefusal m_refusal = paramRefusal;
};

/// The field for a setting: its kind decides. `context` is where its words are translated: "Layers" or "Solver".
ParamField* makeParamField(const engine::ParamSpec& spec, const char* context, QWidget* parent);

} // namespace editor
