// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/watch/log_writer.h"
#include "engine/training/measure/look_inside.h"
#include "engine/training/run/events.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace watch {

/// What a run tells, written for TensorBoard while it trains: FOLDER/NAME with the settings, and below it `train` and
/// `validation`, which have the same tags where both measure the same. The name is that of the run's folder or
/// checkpoint, else the net's; a new run takes one that is not there yet, one that
/// goes on the newest of its name.
class TensorBoardLog {
public:
    /// Asks the trainer for what is in the net during its next step.
    using Look = std::function<void(engine::LookInside::Tell)>;

    TensorBoardLog(std::filesystem::path folder, Look look);

    /// On the run's thread; of its steps it takes ten a second. Throws Error where a file cannot be written.
    void take(const engine::Event& event);

    void finish(); ///< waits until all is written; throws Error where that failed

private:
    struct Files;
    std::filesystem::path m_folder;
    Look m_look;
    std::shared_ptr<Files> m_files; ///< null before the run has begun; a look that is asked for has it too
};

} // namespace watch
