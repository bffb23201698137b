// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/training_request.h"

#include <optional>
#include <QString>

// What keeps a new run from starting, as far as it can be told without reading its data: the run itself would refuse
// on its thread, when it is in the list already.

namespace studio {

/// Why no run could feed the net, compute at the precision that was chosen, or read what it starts from: the first
/// reason, as a sentence. Throws engine::Error where there is no such device.
std::optional<QString> whyItCannotStart(const TrainingRequest& request);

/// The same of the files that it starts from: first weights, their text, the solver's state.
std::optional<QString> missingStart(const TrainingRequest& request);

} // namespace studio
