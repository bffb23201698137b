// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "app/contest/contender.h"

#include <string>
#include <vector>

namespace cli {

/// Whether work is recorded as a CUDA graph where it can be: as Hamnet usually does, never, or each way in turn.
enum class Graphs { On, Off, Both };

using contest::Contender;

/// "caffe,cuda:1/cudnn": the engines of a list; one without a device runs on that of `machine`. Empty: those that are
/// usual there, the unrolled one and the fused ones.
std::vector<Contender> contenders(const std::string& list, const MachineOptions& machine, Graphs graphs);

} // namespace cli
