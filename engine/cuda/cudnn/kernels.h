// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <memory>

/// The kernels of the CUDNN engine, each in the file of its layer.
namespace engine::cuda::cudnn {

/// Which algorithms are timed if the fastest is not known yet.
enum class Search {
    Whole,  ///< all; the fastest is kept on disk
    Likely, ///< those that usually win, for a kernel that is made only to be timed: the others can take seconds to
            ///< start
};

std::unique_ptr<Kernel> makeRecurrent(const LayerSetup& layer, Search search = Search::Whole);

} // namespace engine::cuda::cudnn
