// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/gpu_of_test.h"

#include "engine/cuda/cuda_backend.h"
#include "engine/graph/error.h"

#include <cstdlib>
#include <filesystem>

namespace engine::test {

void GpuTest::SetUp()
{
    std::string pattern = (std::filesystem::temp_directory_path() / "hamnet_gpu_test_XXXXXX").string();
    m_cacheFolder = ::mkdtemp(pattern.data());
    ::setenv("XDG_CACHE_HOME", m_cacheFolder.c_str(), 1);
    ::unsetenv("HAMNET_CUDNN_ALGORITHM");
    try {
        device();
    } catch (const UnavailableError& error) {
        GTEST_SKIP() << error.what();
    }
}

void GpuTest::TearDown()
{
    std::filesystem::remove_all(m_cacheFolder);
}

cuda::CudaDevice& GpuTest::device(Precision precision)
{
    std::unique_ptr<cuda::CudaDevice>& wanted = m_devices[static_cast<std::size_t>(precision)];
    if (!wanted) {
        wanted = std::make_unique<cuda::CudaDevice>(cuda::cudaBackend(), DeviceSettings{.precision = precision});
    }
    return *wanted;
}

} // namespace engine::test
