// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/fused/cluster_recurrence.cuh"

namespace engine::cuda::fused {

const ClusterKernels gruInClusters = kernelsOf<GruUnit>();

} // namespace engine::cuda::fused
