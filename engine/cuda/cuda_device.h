// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/faults.h"
#include "engine/devices/backend.h"
#include "engine/devices/device.h"

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cudnn.h>

#include <cassert>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <string>
#include <vector>

namespace engine::cuda {

/// Of a device's streams: before what can wait (SideStream::Use::CanWait), which has 0.
constexpr int priorityOfStreams = -1;

class StreamWait;
class SideStream;

/// A queue of work: a stream, and cuBLAS on it.
struct Lane {
    cudaStream_t stream;
    cublasHandle_t cublas;
};

/// One GPU: its memory, a stream on which work runs in the order of the calls, another for what runs beside it, the
/// libraries' handles. Made, used and destroyed on one thread.
class CudaDevice final : public Device {
public:
    /// Throws UnavailableError where there is no such GPU or it refuses.
    CudaDevice(const Backend& backend, const DeviceSettings& settings);
    ~CudaDevice() override;

    const Backend& backend() const override { return *m_backend; }
    std::string name() const override { return "CUDA:" + std::to_string(m_settings.index); }
    std::string description() const override;
    std::string busId() const override;
    Memory memory() const override;
    Buffer allocate(std::int64_t floats) override;
    void toDevice(std::span<const float> host, float* device) override;
    void copy(const float* from, float* to, std::int64_t floats) override;
    void zero(float* data, std::int64_t floats) override;
    bool isForked() const override { return m_isForked; }
    void fork() override;
    void beside(const std::function<void()>& work) override;
    void join() override;
    void toHost(const float* device, std::span<float> host) override;
    void finish() override;
    Precision precision() const override { return m_precision; }
    bool worksAhead() const override { return true; }
    std::unique_ptr<Recording> record(const std::function<void()>& work) override;
    std::int64_t peakBytes() const override;

    const DeviceSettings& settings() const { return m_settings; }
    cudaStream_t stream() const { return m_now.stream; }
    cublasHandle_t cublas() const { return m_now.cublas; }
    cudnnHandle_t cudnn(); ///< of cuDNN, which is opened where it is first asked for; not in beside()

    /// Scratch memory of cuBLAS's calls; not in beside().
    std::span<float> workspace() const { return m_workspace.span(); }

    /// Where work of beside() runs: where other work leaves room. Others may use it too, after it has followed the
    /// device's stream and before that follows it.
    Lane side() const;

    const cudaDeviceProp& properties() const { return *m_properties; }
    int multiprocessors() const { return m_properties->multiProcessorCount; }

    /// Where kernels report invalid numbers. The host checks it when it synchronizes.
    Faults& faults() { return *m_faults; }

    /// Read-only data that several users on this device share, such as the samples of a run: made once for all that
    /// hold it at the same time. Equal keys mean equal data.
    template <typename Thing, typename Make>
    std::shared_ptr<const Thing> shared(const std::string& key, const Make& make)
    {
        std::shared_ptr<const void> thing = m_shared[key].lock();
        if (!thing) {
            thing = std::shared_ptr<const Thing>(make());
            m_shared[key] = thing;
        }
        return std::static_pointer_cast<const Thing>(thing);
    }

    /// For each class of shapes, as engine_times.h has them: what engines took here, so that the file of the user is
    /// read once, and the answer stays where it cannot be written.
    std::map<std::string, std::map<std::string, double>>& engineTimes() { return m_engineTimes; }

    std::vector<Sentence> notes() const override { return m_notes; }
    void note(const Sentence& sentence); ///< for the log of a run, once

    /// Whether calls are being recorded and not executed.
    bool isRecording() const;

private:
    /// Given back when they go, also where the device could not be made whole.
    struct Handles {
        cudaStream_t stream = nullptr;
        cublasHandle_t cublas = nullptr;
        cudnnHandle_t cudnn = nullptr;
        Handles() = default;
        ~Handles();
        Handles(const Handles&) = delete;
        Handles& operator=(const Handles&) = delete;
    };

    void open();

    const Backend* m_backend;
    DeviceSettings m_settings;
    Precision m_precision = Precision::Float32;
    std::unique_ptr<cudaDeviceProp> m_properties;
    Handles m_handles;
    Lane m_now{}; ///< where calls go: those handles, or those of the side in beside()
    bool m_isForked = false;
    Buffer m_workspace; ///< of cuBLAS, so that it takes none while work is recorded
    std::unique_ptr<Faults> m_faults;
    std::map<std::string, std::weak_ptr<const void>> m_shared; ///< by key
    std::map<std::string, std::map<std::string, double>> m_engineTimes;
    std::vector<Sentence> m_notes;
    std::unique_ptr<StreamWait> m_wait; ///< of the stream and its side
    std::unique_ptr<SideStream> m_side;
};

/// While it is held no thread records: some calls fail, or spoil a recording, where any does.
std::unique_lock<std::shared_mutex> withoutRecordings();

/// The device of a kernel that runs on CUDA.
inline CudaDevice& cudaDevice(Device& device)
{
    assert(dynamic_cast<CudaDevice*>(&device) != nullptr);
    return static_cast<CudaDevice&>(device);
}

/// What the driver tells of each GPU. Throws UnavailableError without a driver, or with one that is too old.
std::vector<DeviceInfo> findGpus();

} // namespace engine::cuda
