// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"
#include "engine/graph/model.h"
#include "engine/graph/size_report.h"
#include "engine/graph/solver_settings.h"
#include "engine/net/net.h"

#include <cstdint>
#include <optional>
#include <QString>

namespace studio {

/// Whether a training will find room, and about how long its steps will take: told before it starts.
struct WillItFit {
    enum class Verdict { Fits, Tight, TooLarge, Unknown }; ///< tight: more than nine tenths of what is free

    Verdict verdict = Verdict::Unknown;
    engine::TrainingMemory parts;         ///< bytes
    engine::Device::Memory device = {};   ///< bytes
    std::optional<double> secondsPerStep; ///< rough; empty where the sizes are not known
    QString sentence;                     ///< "needs 45 MiB of 3.1 GiB that are free, about 20 ms a step"
};

/// On this machine's processor. Never throws: a model that does not fit together is Unknown and says why.
WillItFit willItFit(const engine::Model& model, const engine::SolverSettings& solver, const engine::EngineWish& engine,
                    int threads = 0);

/// With figures that are known already: for the studio's live sizes, and tests.
WillItFit willItFit(const engine::SizeReport& sizes, const engine::Device::Memory& device,
                    std::optional<double> secondsPerStep);

/// "1.2 GiB", "45 MiB", in the numbers of the locale.
QString bytesInWords(std::int64_t bytes);

} // namespace studio
