// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/fused/cluster_recurrence.cuh"

namespace engine::cuda::fused {

const ClusterKernels rnnInClusters = kernelsOf<RnnUnit>();

} // namespace engine::cuda::fused
