// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <memory>

/// The kernels of the ONEDNN engine, each in the file of its layer.
namespace engine::onednn {

std::unique_ptr<Kernel> makeLstm(const LayerSetup& layer);

} // namespace engine::onednn
