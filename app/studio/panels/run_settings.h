// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "engine/training/run/run_specs.h"

#include <map>
#include <QString>
#include <QStringList>
#include <span>
#include <string>
#include <vector>

namespace studio {

/// One setting that a run was trained with, in the user's words.
struct RunSetting {
    QString name;  ///< "Learning rate"; of a layer "lstm1: Units"
    QString value; ///< "0.002"; null: the run does not tell
};

/// What the value stands for, where it is no number to be read as such: "no limit"; else empty.
QString wordFor(const engine::RunSpec& spec, const engine::ParamValue& value);

/// Of its data, its device, what it was given, its solver and its layers. A model or solver that cannot be read has
/// none.
std::vector<RunSetting> settingsOf(const RunRecord& run);

/// The settings of a project's runs, each read once from its prototxt.
class RunSettingsCache {
public:
    const std::vector<RunSetting>& of(const RunRecord& run); ///< valid until the run is another one under its id

private:
    struct Entry {
        std::vector<std::string> of; ///< texts of the record: where they are others, the settings may be too
        engine::Params given;
        std::vector<RunSetting> settings;
    };
    std::map<int, Entry> m_runs; ///< by id
};

QString valueOf(std::span<const RunSetting> settings, const QString& name); ///< empty: it has none of that name

/// The settings that are not the same in all of these runs, in the order in which they come up.
QStringList differingSettings(std::span<const std::vector<RunSetting>> runs);

} // namespace studio
