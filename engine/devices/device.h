// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/precision.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shape.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

class Backend;

/// Work that was recorded once, to be run again as a whole.
class Recording {
public:
    virtual ~Recording() = default;

    /// Returns at once, as the device's other calls do.
    virtual void run() = 0;

    /// Whether the host starts all of it with one call.
    virtual bool isOneLaunch() const { return false; }
};

/// Floats in a device's memory, given back when this goes.
class Buffer {
public:
    using Release = void (*)(float*, std::int64_t);

    Buffer() = default;
    Buffer(float* data, std::int64_t count, Release release) : m_data(data, Deleter{release, count}), m_count(count) {}

    float* data() const { return m_data.get(); }
    std::int64_t count() const { return m_count; }
    std::span<float> span() const { return {m_data.get(), static_cast<std::size_t>(m_count)}; }

private:
    struct Deleter {
        Release release; // without values of their own here: GCC could not make an empty Buffer then
        std::int64_t count;
        void operator()(float* data) const { release(data, count); }
    };
    std::unique_ptr<float, Deleter> m_data;
    std::int64_t m_count = 0;
};

/// A place where nets run: memory, one stream of work, copies. Made, used and destroyed on one thread.
class Device {
public:
    struct Memory {
        std::int64_t total, available; ///< bytes
    };

    virtual ~Device() = default;
    virtual const Backend& backend() const = 0;  ///< that it belongs to
    virtual std::string name() const = 0;        ///< "CPU", "CUDA:0"
    virtual std::string description() const = 0; ///< "Intel Xeon, 2 threads, AVX-512"

    /// Sentences for the log of a run: how it computes, if that differs from what was requested.
    virtual std::vector<Sentence> notes() const { return {}; }

    /// Of a GPU, "00000000:3B:00.0": NVML knows it by that. Empty: the processor.
    virtual std::string busId() const { return {}; }

    virtual Memory memory() const = 0;

    /// Zeroed, aligned to 64 bytes. Throws Error with what was needed and what was free.
    virtual Buffer allocate(std::int64_t floats) = 0;

    // On an asynchronous device all of these return at once; the work is done in the order of the calls, but for what
    // beside() queues.
    virtual void toDevice(std::span<const float> host, float* device) = 0;
    virtual void copy(const float* from, float* to, std::int64_t floats) = 0;
    virtual void zero(float* data, std::int64_t floats) = 0;

    /// Whether there was a fork() since the last join().
    virtual bool isForked() const { return false; }

    /// What beside() queues from now on runs after all that was queued before.
    virtual void fork() {}

    /// Calls `work` to queue what runs after the last fork(), beside what else is queued until join(). Forks where
    /// there was none since; a device that cannot runs it in order.
    virtual void beside(const std::function<void()>& work) { work(); }

    /// What is queued from now on runs after all that was queued beside it; nothing where nothing forked.
    virtual void join() {}

    /// Waits for the work before it.
    virtual void toHost(const float* device, std::span<float> host) = 0;

    /// Waits until all work is done. Throws Error if a kernel found invalid numbers since the last wait.
    virtual void finish() = 0;

    virtual Precision precision() const { return Precision::Float32; }

    /// Of the processor, that compute; 0 where none do.
    virtual int threads() const { return 0; }

    /// Whether work is asynchronous: then queue ahead and synchronize rarely.
    virtual bool worksAhead() const { return false; }

    /// Calls `work` to record what it queues on an asynchronous device; only the recording's run() executes that.
    /// `work` must not allocate, wait or read back. Null on a synchronous device.
    virtual std::unique_ptr<Recording> record(const std::function<void()>& work)
    {
        static_cast<void>(work);
        return nullptr;
    }

    /// Peak of the bytes that its buffers and libraries held; 0 if only the peak of the whole process is known.
    virtual std::int64_t peakBytes() const { return 0; }
};

/// Where a tensor lies: owns nothing. `gradient` is null if none is needed.
struct Tensor {
    Shape shape;
    float* data = nullptr;
    float* gradient = nullptr;

    std::int64_t count() const { return shape.count(); }
    std::span<float> values() const { return {data, static_cast<std::size_t>(count())}; }
    std::span<float> gradients() const { return {gradient, static_cast<std::size_t>(count())}; }
};

} // namespace engine
