// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backends/run_memory.h"
#include "engine/devices/device.h"
#include "engine/graph/model.h"
#include "engine/graph/size_report.h"
#include "engine/graph/solver_settings.h"

#include <cstdint>
#include <map>
#include <optional>
#include <QString>
#include <string>

namespace studio {

/// Whether a training will find room, and about how long its steps will take: told before it starts.
struct WillItFit {
    enum class Verdict { Fits, Tight, TooLarge, Unknown }; ///< tight: more than nine tenths of what is free

    Verdict verdict = Verdict::Unknown;
    engine::TrainingMemory parts = {};         ///< bytes
    QString countedFor = {};                   ///< "ONEDNN on CPU": whose memory that is
    engine::Room room = {};                    ///< the device's memory; the host's where that is what is lacking
    std::optional<engine::Room> device = {};   ///< the device's; empty if unknown
    std::optional<double> secondsPerStep = {}; ///< rough; empty where it cannot be told
    bool isMeasured = false;                   ///< that is how long a run took for it
    QString refusal = {};                      ///< a sentence: no engine or device there can run it; empty: one can
    std::string refusedLayer = {};             ///< the layer that the refusal is about; empty: it is about the device
    QString refusedPrecision = {};             ///< a sentence: the device does not compute at it; empty: it does
    QString sentence = {};                     ///< "Training with ONEDNN on CPU needs 45.2 MiB of the 3.1 GiB ..."

    QString memorySentence() const; ///< its part that is about memory; empty where that is unknown
};

/// With the engines of that place. The model has its vocabulary settled; one that does not fit together, or that no
/// engine there can run, is Unknown and says why. Never throws. `speed` is a productSpeed(), where it is known and the
/// place is the processor; `measured` are the seconds that a step of a run like it took.
WillItFit willItFit(const engine::Model& model, const engine::SolverSettings& solver, const engine::RunPlace& place,
                    const engine::EngineWish& engine = {}, std::optional<double> speed = {},
                    std::optional<double> measured = {});

/// The same with memory that was asked for already; `batches` are those of one step.
WillItFit willItFit(const engine::RunMemory& memory, int batches = 1, std::optional<double> speed = {},
                    std::optional<double> measured = {});

/// What was free where nothing trained. What a run holds is not free while it goes on, but the next run will have it,
/// since it starts after this one has ended.
class FreeMemory {
public:
    void note(const engine::RunPlace& place);                 ///< nothing trains now
    void restoreWhatARunHolds(engine::RunPlace& place) const; ///< a run goes on

private:
    std::map<std::string, std::int64_t> m_free; ///< bytes by device
};

/// It cannot be known, since nothing there can run it, and why: a sentence.
WillItFit refusedFit(const QString& why);

/// Measures the operations per second of matrix products of a middling size; takes some hundredths of a second, on the
/// thread that calls: better not the GUI's.
double productSpeed(int threads = 0);

} // namespace studio
