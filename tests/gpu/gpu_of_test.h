// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cuda_device.h"

#include <gtest/gtest.h>

#include <memory>

namespace engine::test {

/// A test that needs a GPU: skipped with the reason where there is none. What cuDNN's algorithms are remembered by lies
/// in a folder that goes with the test.
class GpuTest : public ::testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    /// Of the first GPU, one for each precision and test.
    cuda::CudaDevice& device(Precision precision = Precision::Float32);

    std::string cacheFolder() const { return m_cacheFolder; }

private:
    std::string m_cacheFolder;
    std::unique_ptr<cuda::CudaDevice> m_devices[3];
};

} // namespace engine::test
