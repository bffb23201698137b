// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/writing_thread.h"

#include "engine/backends/cpu_backend.h"
#include "engine/data/utf8.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/error.h"

#include <chrono>
#include <exception>
#include <limits>
#include <utility>

namespace studio {

namespace {

/// Which net it is: as long as this stays the same, what was loaded does too.
struct NetKey {
    NetSource source;
    std::filesystem::file_time_type written = {};
    std::uintmax_t size = 0;
    std::shared_ptr<const NetSnapshot> snapshot; // held, so that no other one gets its address
    engine::EngineWish engine;
    int threads = 0;

    bool operator==(const NetKey&) const = default;
};

NetKey keyOf(const WritingJob& job)
{
    NetKey key{.source = job.request.source,
               .snapshot = job.snapshot,
               .engine = job.request.engine,
               .threads = job.request.threads};
    if (!key.source.file.empty()) {
        // A file that is not there is said by who loads it.
        std::error_code unknown;
        key.written = std::filesystem::last_write_time(key.source.file, unknown);
        key.size = std::filesystem::file_size(key.source.file, unknown);
    }
    return key;
}

NetSnapshot netOf(const NetSource& source)
{
    engine::PortableNet net = readNet(source);
    if (!net.vocabulary) {
        throw engine::Error(source.file.string() +
                            " does not tell which characters its numbers stand for; choose the text that it learned "
                            "from");
    }
    engine::requireAllWeights(net);
    const std::string engine = net.checkpoint ? net.checkpoint->engine : std::string();
    return {.model = std::move(net.model),
            .vocabulary = std::move(*net.vocabulary),
            .weights = std::move(net.weights),
            .engine = engine.empty() ? engine::EngineWish() : engine,
            .iteration = net.iteration};
}

/// A net that is ready to write.
struct LoadedNet {
    LoadedNet(NetKey of, const NetSnapshot& net)
        : key(std::move(of)),
          vocabulary(net.vocabulary),
          iteration(net.iteration),
          device(engine::cpuBackend(), key.threads),
          weights(net.model, device, 1),
          generator(net.model, weights, net.vocabulary, key.engine ? key.engine : net.engine)
    {
        weights.write(net.weights);
    }

    NetKey key;
    engine::Vocabulary vocabulary;
    std::int64_t iteration;
    engine::CpuDevice device;
    engine::WeightStore weights; ///< after the device that it lies on
    engine::TextGenerator generator;
};

std::vector<std::string> unknownIn(const std::string& text, const engine::Vocabulary& vocabulary)
{
    std::vector<std::string> characters, names;
    vocabulary.encode(text, &characters);
    for (const std::string& character : characters) {
        std::int64_t position = 0;
        const char32_t code = vocabulary.encoding() == engine::Encoding::Utf8
                                  ? engine::decodeNext(character, position)
                                  : static_cast<unsigned char>(character[0]);
        names.push_back(engine::nameOf(code, vocabulary.encoding()));
    }
    return names;
}

/// One bit count for each character of the text, with NaN for the first and for those that the net does not know.
std::vector<float> surpriseOf(const std::string& text, LoadedNet& net)
{
    const std::vector<double> known = net.generator.surprise(text);
    std::vector<float> bits;
    std::size_t index = 0; // among those that are known
    for (std::int64_t position = 0; position < static_cast<std::int64_t>(text.size());) {
        const bool bytes = net.vocabulary.encoding() == engine::Encoding::Bytes;
        const char32_t code = bytes ? static_cast<unsigned char>(text[static_cast<std::size_t>(position++)])
                                    : engine::decodeNext(text, position);
        const bool told = net.vocabulary.idOf(code) && index++ > 0;
        bits.push_back(told ? static_cast<float>(known[index - 2]) : std::numeric_limits<float>::quiet_NaN());
    }
    return bits;
}

} // namespace

/// What the thread keeps from text to text.
class WritingThread::Writer {
public:
    explicit Writer(WritingThread& thread) : m_thread(thread) {}

    void work(const WritingJob& job)
    {
        load(job);
        put([&](WritingReports& reports) { reports.loaded = m_net->iteration; });
        if (job.read) {
            const engine::Encoding encoding = m_net->vocabulary.encoding();
            WrittenCharacters surprise = codePoints(*job.read, surpriseOf(*job.read, *m_net), encoding);
            put([&](WritingReports& reports) { reports.surprise = std::move(surprise); });
            return;
        }
        write(job.request.sampling);
    }

private:
    void load(const WritingJob& job)
    {
        NetKey key = keyOf(job);
        if (m_net && m_net->key == key) {
            return;
        }
        m_net.reset();
        m_net = key.snapshot ? std::make_unique<LoadedNet>(key, *key.snapshot)
                             : std::make_unique<LoadedNet>(key, netOf(key.source));
    }

    void write(const engine::SamplingSettings& settings)
    {
        std::vector<std::string> unknown = unknownIn(settings.prompt, m_net->vocabulary);
        put([&](WritingReports& reports) { reports.unknown = std::move(unknown); });
        CodePoints joiner;
        std::int64_t count = 0;
        bool whole = true;
        const auto begin = std::chrono::steady_clock::now();
        m_net->generator.generate(settings, [&](const engine::TextGenerator::Character& character) {
            ++count;
            put([&](WritingReports& reports) {
                joiner.add(character.text, static_cast<float>(character.bits), reports.written);
            });
            whole = !m_thread.m_stopped;
            return whole;
        });
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        put([&](WritingReports& reports) {
            joiner.finish(reports.written);
            reports.end = whole ? WritingEnd::Finished : WritingEnd::Stopped;
            reports.charsPerSecond = seconds > 0 ? static_cast<double>(count) / seconds : 0;
        });
    }

    template <typename Write>
    void put(Write write)
    {
        const std::scoped_lock lock(m_thread.m_mutex);
        write(m_thread.m_reports);
    }

    WritingThread& m_thread;
    std::unique_ptr<LoadedNet> m_net;
};

WritingThread::WritingThread() : m_thread([this](const std::stop_token& stop) { run(stop); }) {}

WritingThread::~WritingThread()
{
    m_stopped = true;
}

void WritingThread::begin(WritingJob job)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_stopped = false;
        m_job = std::move(job);
    }
    m_changed.notify_all();
}

void WritingThread::stop()
{
    m_stopped = true;
}

WritingReports WritingThread::take()
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_reports, {});
}

void WritingThread::run(const std::stop_token& stop)
{
    Writer writer(*this);
    while (true) {
        std::optional<WritingJob> job;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, stop, [&] { return m_job.has_value(); });
            if (stop.stop_requested()) {
                return;
            }
            job = std::exchange(m_job, std::nullopt);
        }
        std::string failure;
        try {
            writer.work(*job);
            continue;
        } catch (const std::bad_alloc&) {
            failure = ENGINE_TEXT("Session", "there is not enough memory for this net");
        } catch (const std::exception& exception) {
            failure = exception.what();
        }
        const std::scoped_lock lock(m_mutex);
        m_reports.failure = std::move(failure);
    }
}

} // namespace studio
