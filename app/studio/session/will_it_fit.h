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
    engine::TrainingMemory parts = {};         ///< bytes
    engine::Device::Memory device = {};        ///< bytes
    std::optional<double> secondsPerStep = {}; ///< rough; empty where it cannot be told
    QString sentence;                          ///< "It needs 45.2 MiB of the 3.1 GiB that are free. ..."

    QString memorySentence() const; ///< its part that is about memory; empty where that is unknown
};

/// On this machine's processor. The model has its vocabulary settled; one that does not fit together is Unknown and
/// says why. Never throws. `speed` is a productSpeed(), where it is known.
WillItFit willItFit(const engine::Model& model, const engine::SolverSettings& solver,
                    const engine::EngineWish& engine = {}, std::optional<double> speed = {});

/// The same with sizes that are known already; `batches` are those of one step.
WillItFit willItFit(const engine::SizeReport& sizes, const engine::Device::Memory& device, int batches = 1,
                    std::optional<double> speed = {});

/// How the recurrent layers of the model will run under that wish, which their memory depends on.
engine::Execution executionOf(const engine::Model& model, const engine::EngineWish& engine);

/// Measures the operations per second of matrix products of a middling size; takes some hundredths of a second, on the
/// thread that calls: better not the GUI's.
double productSpeed(int threads = 0);

/// "1.2 GiB", "45.0 MiB", in the numbers of the locale.
QString bytesInWords(std::int64_t bytes);

} // namespace studio
