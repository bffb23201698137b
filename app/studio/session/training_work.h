// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/net_source.h"
#include "app/studio/session/training_request.h"
#include "engine/training/run/run_control.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <variant>

namespace studio {

/// What a training tells while it lasts: an event that is no TrainEvent; the curve of every iteration, from the first
/// on; or the sentence of a failure that paused the run.
using TrainingReport = std::variant<engine::Event, engine::Curve, engine::Sentence>;

struct TrainingEnd {
    engine::Sentence failure;                ///< empty: none
    std::shared_ptr<const NetSnapshot> last; ///< the net as the run left it; null: there was none
};

/// One training from its start to its end, on the thread that calls: device, net, solver and trainer are made, used and
/// destroyed in it. Never throws. A failure of the disk, of a checkpoint or of the corpus, pauses the run, so that
/// nothing is lost and it can go on once that is mended. Curves are told where the screen is ready for another one.
TrainingEnd train(const TrainingRequest& request, const std::stop_token& stop, engine::RunControl& control,
                  const std::function<void(TrainingReport)>& tell, const std::function<bool()>& isReady);

} // namespace studio
