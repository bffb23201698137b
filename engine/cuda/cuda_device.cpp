// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cuda_device.h"

#include "engine/cuda/check.h"
#include "engine/cuda/cudnn/library.h"
#include "engine/cuda/launch.h"
#include "engine/cuda/side_stream.h"
#include "engine/devices/shortage.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <type_traits>
#include <utility>

namespace engine::cuda {
namespace {

constexpr int maxGpus = 64;
constexpr std::int64_t mebibyte = 1024 * 1024;

/// Bytes that buffers hold on each GPU, and their peak. Global, since a buffer releases its memory without knowing its
/// device.
struct Account {
    std::atomic<std::int64_t> held{0}, peak{0};
};

Account& accountOf(int gpu)
{
    static std::array<Account, maxGpus> accounts;
    return accounts[static_cast<std::size_t>(gpu)];
}

/// Held shared while work is recorded, and alone by what may wait for the whole GPU: such a wait on one thread ends the
/// recordings of all others ("operation failed due to a previous error during capture").
std::shared_mutex& recordings()
{
    static std::shared_mutex mutex;
    return mutex;
}

thread_local bool recordsHere = false; ///< this thread, which then holds them already

struct Recorder {
    Recorder() { recordsHere = true; }
    ~Recorder() { recordsHere = false; }
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;
};

} // namespace

std::unique_lock<std::shared_mutex> withoutRecordings()
{
    return recordsHere ? std::unique_lock<std::shared_mutex>() : std::unique_lock(recordings());
}

namespace {

void give(float* data, std::int64_t floats)
{
    const std::unique_lock noneRecords = withoutRecordings();
    cudaPointerAttributes attributes{};
    if (cudaPointerGetAttributes(&attributes, data) == cudaSuccess) {
        accountOf(attributes.device).held -= floats * std::int64_t{sizeof(float)};
    }
    static_cast<void>(cudaFree(data)); // where it fails, the GPU is gone, and its memory with it
}

/// A step's work as a graph: one call of the host launches all of it.
class GraphRecording final : public Recording {
public:
    /// Takes ownership of the graph.
    GraphRecording(cudaGraph_t graph, cudaStream_t stream) : m_stream(stream)
    {
        const std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, Destroy> recorded(graph);
        cudaGraphExec_t made = nullptr;
        check(cudaGraphInstantiate(&made, graph, 0), "making a graph of the recorded work");
        m_graph.reset(made);
        check(cudaGraphUpload(made, m_stream), "putting a graph on the GPU");
    }

    void run() override { check(cudaGraphLaunch(m_graph.get(), m_stream), "starting a graph"); }
    bool isOneLaunch() const override { return true; }

private:
    struct Destroy {
        void operator()(cudaGraph_t graph) const { static_cast<void>(cudaGraphDestroy(graph)); }
        void operator()(cudaGraphExec_t graph) const { static_cast<void>(cudaGraphExecDestroy(graph)); }
    };

    cudaStream_t m_stream;
    std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, Destroy> m_graph;
};

/// The same kernel by kernel, to measure what graphs gain.
class PlainRecording final : public Recording {
public:
    explicit PlainRecording(std::function<void()> work) : m_work(std::move(work)) {}
    void run() override { m_work(); }

private:
    std::function<void()> m_work;
};

std::string capabilityOf(const cudaDeviceProp& properties)
{
    return std::to_string(properties.major) + "." + std::to_string(properties.minor);
}

Sentence noCodeFor(const std::string& capability)
{
    return say(
        ENGINE_TEXT("Sentences", "it has compute capability %1, but this program holds no code that runs on it (%2)"),
        capability, std::string_view(HAMNET_CUDA_ARCHITECTURES));
}

/// Compute capability 8.0 and later multiply bf16 in hardware, and every engine here sums in fp32 and keeps carried
/// states and weights so. Older ones have no tf32 either.
Precision automaticPrecision(const cudaDeviceProp& properties)
{
    return properties.major >= 8 ? Precision::Bfloat16 : Precision::Float32;
}

/// Why nothing can run on this GPU, as far as that is known without creating a context on it.
std::optional<Sentence> refusalOf(int index, const cudaDeviceProp& properties)
{
    int mode = cudaComputeModeDefault;
    static_cast<void>(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, index));
    if (mode == cudaComputeModeProhibited) {
        return ENGINE_TEXT("Sentences", "its administrator has closed it to computing (compute mode \"prohibited\")");
    }
    const int oldest = std::atoi(HAMNET_CUDA_ARCHITECTURES); // the list is in order: "75-real, 80-real, 90"
    if (10 * properties.major + properties.minor < oldest) {
        return noCodeFor(capabilityOf(properties));
    }
    return std::nullopt;
}

int countGpus()
{
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    static_cast<void>(cudaGetLastError());
    if (status == cudaErrorNoDevice) {
        return 0;
    }
    if (status == cudaErrorInsufficientDriver) {
        int driver = 0;
        static_cast<void>(cudaDriverGetVersion(&driver));
        const std::string wanted = say("%1.%2", CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
        throw UnavailableError(
            driver == 0
                ? ENGINE_TEXT("Sentences", "there is no NVIDIA driver on this machine (libcuda.so.1 was not found)")
                : say(ENGINE_TEXT("Sentences", "the NVIDIA driver is too old: it knows CUDA %1.%2, but %3 is wanted"),
                      driver / 1000, driver % 1000 / 10, wanted));
    }
    if (status != cudaSuccess) {
        throw UnavailableError(
            say(ENGINE_TEXT("Sentences", "the NVIDIA driver does not respond: %1"), cudaGetErrorString(status)));
    }
    return count;
}

/// "unknown", which no GPU has, where the driver does not tell: empty would be the processor.
std::string busIdOf(int gpu)
{
    char bus[32] = {};
    return cudaDeviceGetPCIBusId(bus, sizeof bus, gpu) == cudaSuccess ? bus : "unknown";
}

DeviceInfo gpuAt(int index)
{
    cudaDeviceProp properties{};
    DeviceInfo gpu;
    gpu.index = index;
    gpu.name = say("CUDA:%1", index);
    if (const cudaError_t status = cudaGetDeviceProperties(&properties, index); status != cudaSuccess) {
        static_cast<void>(cudaGetLastError());
        gpu.refusal = say(ENGINE_TEXT("Sentences", "the driver does not describe it: %1"), cudaGetErrorString(status));
        return gpu;
    }
    gpu.model = properties.name;
    gpu.busId = busIdOf(index);
    gpu.capability = capabilityOf(properties);
    gpu.memory = static_cast<std::int64_t>(properties.totalGlobalMem);
    gpu.automatic = automaticPrecision(properties);
    gpu.refusal = refusalOf(index, properties);
    return gpu;
}

int countFor(const DeviceSettings& settings)
{
    try {
        return countGpus();
    } catch (const UnavailableError& why) {
        throw UnavailableError(
            say(ENGINE_TEXT("Sentences", "device CUDA:%1 is not available: %2"), settings.index, why.sentence()));
    }
}

/// The GPU in `settings`, made current. Throws where it cannot be taken.
void takeGpu(const DeviceSettings& settings)
{
    const int count = countFor(settings);
    if (settings.index < 0 || settings.index >= count) {
        throw UnavailableError(
            say(ENGINE_TEXT("Sentences", "device CUDA:%1 is not there: this machine has %2"), settings.index,
                count == 0 ? ENGINE_TEXT("Sentences", "no GPU that CUDA can use")
                           : counted(count, ENGINE_TEXT("Sentences", "1 GPU"), ENGINE_TEXT("Sentences", "%1 GPUs"))));
    }
    const DeviceInfo gpu = gpuAt(settings.index);
    if (gpu.refusal) {
        throw UnavailableError(say(ENGINE_TEXT("Sentences", "device CUDA:%1 (%2) cannot be taken: %3"), settings.index,
                                   gpu.model, *gpu.refusal));
    }
    check(cudaSetDevice(settings.index), "taking the GPU");
    if (!hasCodeForThisGpu()) {
        if (cudaGetLastError() == cudaErrorMemoryAllocation) {
            throw OutOfMemory("CUDA: loading the code");
        }
        throw UnavailableError(say(ENGINE_TEXT("Sentences", "device CUDA:%1 (%2) cannot be taken: %3"), settings.index,
                                   gpu.model, noCodeFor(gpu.capability)));
    }
}

} // namespace

std::vector<DeviceInfo> findGpus()
{
    std::vector<DeviceInfo> gpus;
    for (int index = 0, count = countGpus(); index < count; ++index) {
        gpus.push_back(gpuAt(index));
    }
    return gpus;
}

CudaDevice::CudaDevice(const Backend& backend, const DeviceSettings& settings)
    : m_backend(&backend), m_settings(settings), m_properties(std::make_unique<cudaDeviceProp>())
{
    try {
        open();
    } catch (const OutOfMemory&) {
        throw UnavailableError(whyGpuNotOpened(bytesToOpenGpu, gpuRoom(gpuAt(settings.index))));
    }
}

/// Takes the GPU and makes the libraries' handles.
void CudaDevice::open()
{
    takeGpu(m_settings);
    check(cudaGetDeviceProperties(m_properties.get(), m_settings.index), "asking for the GPU's properties");
    m_precision = m_settings.precision.value_or(automaticPrecision(*m_properties));
    accountOf(m_settings.index).peak = accountOf(m_settings.index).held.load();
    check(cudaStreamCreateWithPriority(&m_handles.stream, cudaStreamNonBlocking, priorityOfStreams), "making a stream");
    m_now.stream = m_handles.stream;
    {
        const std::unique_lock noneRecords = withoutRecordings();
        check(cublasCreate(&m_handles.cublas), "opening the library");
    }
    m_now.cublas = m_handles.cublas;
    check(cublasSetStream(cublas(), stream()), "taking the stream");
    // The sizes that cuBLAS's own documentation recommends.
    m_workspace = allocate((m_properties->major >= 9 ? 32 : 4) * mebibyte / std::int64_t{sizeof(float)});
    check(
        cublasSetWorkspace(cublas(), m_workspace.data(), static_cast<std::size_t>(m_workspace.count()) * sizeof(float)),
        "taking a workspace");
    m_faults = std::make_unique<Faults>();
    m_wait = std::make_unique<StreamWait>();
    m_side = std::make_unique<SideStream>(*this, SideStream::Use::CanWait);
    finish();
}

cudnnHandle_t CudaDevice::cudnn()
{
    if (m_handles.cudnn == nullptr) {
        const std::unique_lock noneRecords = withoutRecordings();
        check(cudnnCreate(&m_handles.cudnn), "opening the library");
        check(cudnnSetStream(m_handles.cudnn, m_handles.stream), "taking the stream");
    }
    return m_handles.cudnn;
}

CudaDevice::~CudaDevice()
{
    static_cast<void>(cudaSetDevice(m_settings.index));
    static_cast<void>(cudaStreamSynchronize(stream()));
}

CudaDevice::Handles::~Handles()
{
    const std::unique_lock noneRecords = withoutRecordings();
    if (cudnn != nullptr) {
        static_cast<void>(cudnnDestroy(cudnn));
    }
    if (cublas != nullptr) {
        static_cast<void>(cublasDestroy(cublas));
    }
    if (stream != nullptr) {
        static_cast<void>(cudaStreamDestroy(stream));
    }
}

std::string CudaDevice::description() const
{
    return say(ENGINE_TEXT("Sentences", "%1, compute capability %2, %3"), m_properties->name,
               capabilityOf(*m_properties), nameOf(precision()));
}

std::string CudaDevice::busId() const
{
    return busIdOf(m_settings.index);
}

Device::Memory CudaDevice::memory() const
{
    std::size_t available = 0, total = 0;
    check(cudaMemGetInfo(&available, &total), "asking how much memory is free");
    return {.total = static_cast<std::int64_t>(total), .available = static_cast<std::int64_t>(available)};
}

Buffer CudaDevice::allocate(std::int64_t floats)
{
    assert(floats >= 0);
    if (floats == 0) {
        return {};
    }
    const std::int64_t bytes = floats * std::int64_t{sizeof(float)};
    void* data = nullptr;
    const cudaError_t status = [&] {
        const std::unique_lock noneRecords = withoutRecordings();
        return cudaMalloc(&data, static_cast<std::size_t>(bytes));
    }();
    if (status == cudaErrorMemoryAllocation) {
        static_cast<void>(cudaGetLastError());
        throw OutOfMemory(whyNoBlock(bytes, gpuRoom(gpuAt(m_settings.index))));
    }
    check(status, "taking memory");
    Account& account = accountOf(m_settings.index);
    account.peak = std::max(account.peak.load(), account.held += bytes);
    Buffer buffer(static_cast<float*>(data), floats, give);
    zero(buffer.data(), floats);
    return buffer;
}

void CudaDevice::toDevice(std::span<const float> host, float* device)
{
    check(cudaMemcpyAsync(device, host.data(), host.size_bytes(), cudaMemcpyHostToDevice, stream()),
          "copying to the GPU");
}

void CudaDevice::copy(const float* from, float* to, std::int64_t floats)
{
    if (from != to && floats > 0) {
        check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(floats) * sizeof(float), cudaMemcpyDeviceToDevice,
                              stream()),
              "copying on the GPU");
    }
}

void CudaDevice::zero(float* data, std::int64_t floats)
{
    if (floats > 0) {
        check(cudaMemsetAsync(data, 0, static_cast<std::size_t>(floats) * sizeof(float), stream()), "clearing memory");
    }
}

void CudaDevice::toHost(const float* device, std::span<float> host)
{
    join();
    check(cudaMemcpyAsync(host.data(), device, host.size_bytes(), cudaMemcpyDeviceToHost, stream()),
          "copying from the GPU");
    finish();
}

void CudaDevice::finish()
{
    join();
    check(cudaStreamSynchronize(stream()), "waiting for the GPU");
    m_faults->throwIfThere();
}

Lane CudaDevice::side() const
{
    return m_side->lane();
}

void CudaDevice::fork()
{
    m_wait->order(m_handles.stream, side().stream);
    giveWay(side().stream);
    m_isForked = true;
}

void CudaDevice::beside(const std::function<void()>& work)
{
    if (!m_isForked) {
        fork();
    }
    const Lane before = std::exchange(m_now, side());
    try {
        work();
    } catch (...) {
        m_now = before;
        throw;
    }
    m_now = before;
}

void CudaDevice::join()
{
    if (!m_isForked) {
        return;
    }
    m_wait->order(side().stream, m_handles.stream);
    m_isForked = false;
}

void CudaDevice::note(const Sentence& sentence)
{
    if (std::ranges::find(m_notes, sentence) == m_notes.end()) {
        m_notes.push_back(sentence);
    }
}

bool CudaDevice::isRecording() const
{
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    check(cudaStreamIsCapturing(stream(), &status), "asking whether work is recorded");
    return status != cudaStreamCaptureStatusNone;
}

std::unique_ptr<Recording> CudaDevice::record(const std::function<void()>& work)
{
    if (!m_settings.graphs) {
        return std::make_unique<PlainRecording>(work);
    }
    join();
    std::shared_lock records(recordings());
    const Recorder recorder;
    check(cudaStreamBeginCapture(stream(), cudaStreamCaptureModeThreadLocal), "beginning to record");
    cudaGraph_t graph = nullptr;
    try {
        work();
        join();
    } catch (...) {
        m_isForked = false;
        static_cast<void>(cudaStreamEndCapture(stream(), &graph));
        static_cast<void>(cudaGraphDestroy(graph));
        static_cast<void>(cudaGetLastError());
        throw;
    }
    check(cudaStreamEndCapture(stream(), &graph), "recording");
    records.unlock();
    return std::make_unique<GraphRecording>(graph, stream());
}

std::int64_t CudaDevice::peakBytes() const
{
    return accountOf(m_settings.index).peak;
}

} // namespace engine::cuda
