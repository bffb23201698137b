// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/generation_session.h"

#include "app/contest/measurement.h"
#include "app/studio/session/training_session.h"
#include "editor/document/sentence_words.h"
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/graph/error.h"
#include "engine/graph/utf8.h"

#include <chrono>
#include <limits>
#include <QPointer>
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

/// Throws Error where the request asks for another net.
void requireNet(const WritingJob& job, const WrittenText& byLoaded)
{
    if (!job.request.onlyByItsNet || isOfOneNet(job.request.wish, byLoaded)) {
        return;
    }
    switch (job.kind) {
    case WritingJob::Kind::Write:
        throw engine::Error(ENGINE_TEXT("Session", "The net that wrote this text has changed since and cannot continue "
                                                   "it from the middle. Generate another text, with a checkpoint if "
                                                   "training goes on: a checkpoint does not change."));
    case WritingJob::Kind::Read:
        throw engine::Error(ENGINE_TEXT("Session", "The net that wrote this text has changed since: what was likely at "
                                                   "each character is no longer known."));
    case WritingJob::Kind::FindPlace:
        throw engine::Error(ENGINE_TEXT("Session", "The net that wrote this text has changed since: its state is no "
                                                   "longer known. Generate another text, with a checkpoint if training "
                                                   "goes on: a checkpoint does not change."));
    }
}

engine::SamplingSettings samplingOf(const WrittenText& wish)
{
    return {.prompt = wish.prompt,
            .length = wish.length,
            .temperature = wish.temperature,
            .topK = wish.topK,
            .topP = wish.topP,
            .seed = wish.seed,
            .start = wish.state.empty() ? std::nullopt : std::optional(engine::loadWritingState(wish.state)),
            .held = wish.held,
            .drawn = wish.drawn};
}

Candidates candidatesOf(std::span<const float> scores, const engine::Vocabulary& vocabulary)
{
    Candidates candidates{.encoding = vocabulary.encoding()};
    if (scores.empty()) {
        return candidates;
    }
    for (const engine::Likely& one : engine::likeliest(scores, Candidates::most)) {
        candidates.all[candidates.count++] = {vocabulary.characters()[static_cast<std::size_t>(one.id)],
                                              one.probability};
    }
    return candidates;
}

/// Adds the text's characters up to one that the net knows, that one left out: it has no say on them.
void addUnknown(const std::string& text, std::int64_t& position, const engine::Vocabulary& vocabulary,
                CodePoints& joiner, WrittenCharacters& to)
{
    while (position < static_cast<std::int64_t>(text.size())) {
        const std::int64_t first = position;
        std::int64_t next = position;
        const bool bytes = vocabulary.encoding() == engine::Encoding::Bytes;
        const char32_t code =
            bytes ? static_cast<unsigned char>(text[static_cast<std::size_t>(next++)]) : engine::decodeNext(text, next);
        if (vocabulary.idOf(code)) {
            return;
        }
        position = next;
        joiner.add(
            std::string_view(text).substr(static_cast<std::size_t>(first), static_cast<std::size_t>(next - first)),
            std::numeric_limits<float>::quiet_NaN(), {}, to);
    }
}

/// The text's characters with surprise and candidates, NaN and none for those that the net does not know. `before` is
/// what was read before. Nothing where `goOn` ended it.
std::optional<WrittenCharacters> readText(const engine::SamplingSettings& before, const std::string& text,
                                          engine::TextGenerator& generator, const engine::Vocabulary& vocabulary,
                                          const engine::GoOn& goOn)
{
    WrittenCharacters read;
    CodePoints joiner;
    std::int64_t position = 0;
    generator.follow(
        before, text,
        [&](const engine::TextGenerator::Character& character) {
            addUnknown(text, position, vocabulary, joiner, read);
            joiner.add(character.text, static_cast<float>(character.bits), candidatesOf(character.scores, vocabulary),
                       read);
            position += static_cast<std::int64_t>(character.text.size());
            return true;
        },
        goOn);
    addUnknown(text, position, vocabulary, joiner, read);
    joiner.finish(read);
    return engine::goesOn(goOn) ? std::optional(std::move(read)) : std::nullopt;
}

} // namespace

/// A net that is ready to write.
struct TextWriter::LoadedNet {
    LoadedNet(NetKey of, const NetSnapshot& net)
        : key(std::move(of)),
          vocabulary(net.vocabulary),
          byIt(textBy(net.iteration, contest::digestOf(net.weights))),
          device(engine::cpuBackend(), key.threads),
          weights(net.model, device, 1),
          generator(net.model, weights, net.vocabulary, key.engine ? key.engine : net.engine)
    {
        weights.write(net.weights);
    }

    NetKey key;
    engine::Vocabulary vocabulary;
    WrittenText byIt; ///< not written yet
    engine::CpuDevice device;
    engine::WeightStore weights; ///< after the device that it lies on
    engine::TextGenerator generator;
};

TextWriter::TextWriter() = default;
TextWriter::~TextWriter() = default;

void TextWriter::load(const WritingJob& job)
{
    NetKey key = keyOf(job);
    if (m_net && m_net->key == key) {
        return;
    }
    m_net.reset();
    m_net = key.snapshot ? std::make_unique<LoadedNet>(key, *key.snapshot)
                         : std::make_unique<LoadedNet>(key, textNet(key.source));
}

WritingReport TextWriter::work(const WritingJob& job, const engine::GoOn& goOn,
                               const std::function<void(WritingReport)>& tell, const std::function<bool()>& isReady)
{
    WritingReport report;
    const auto write = [&](const engine::SamplingSettings& settings) {
        CodePoints joiner;
        std::int64_t count = 0;
        bool whole = true;
        const auto begin = std::chrono::steady_clock::now();
        m_net->generator.generate(settings, [&](const engine::TextGenerator::Character& character) {
            ++count;
            joiner.add(character.text, static_cast<float>(character.bits),
                       candidatesOf(character.scores, m_net->vocabulary), report.written);
            if (isReady()) {
                tell({.written = std::exchange(report.written, {})});
            }
            whole = engine::goesOn(goOn);
            return whole;
        });
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        joiner.finish(report.written);
        report.end = whole ? WritingEnd::Finished : WritingEnd::Stopped;
        report.charsPerSecond = seconds > 0 ? static_cast<double>(count) / seconds : 0;
    };
    report.failure = failureOf([&] {
        if (!engine::goesOn(goOn)) {
            return;
        }
        load(job);
        tell({.loaded = m_net->byIt});
        requireNet(job, m_net->byIt);
        const engine::SamplingSettings settings = samplingOf(job.request.wish);
        switch (job.kind) {
        case WritingJob::Kind::Write:
            return write(settings);
        case WritingJob::Kind::Read:
            report.surprise = readText(settings, job.read, m_net->generator, m_net->vocabulary, goOn);
            return;
        case WritingJob::Kind::FindPlace:
            try {
                report.place = m_net->generator.placeAfter(settings, goOn);
            } catch (const engine::CancelledError&) { // NOLINT(bugprone-empty-catch): it was stopped
            }
        }
    });
    return report;
}

namespace {

bool readsTheSame(const WritingJob& one, const WritingJob& other)
{
    const WrittenText &a = one.request.wish, &b = other.request.wish;
    const bool ofOne = one.request.onlyByItsNet;
    return one.read == other.read && one.request.source == other.request.source && a.state == b.state &&
           a.prompt == b.prompt && a.held == b.held && ofOne == other.request.onlyByItsNet &&
           (!ofOne || isOfOneNet(a, b));
}

} // namespace

GenerationSession::GenerationSession(TrainingSession& training, QObject* parent)
    : QObject(parent), m_training(training), m_writer(std::make_shared<TextWriter>())
{}

GenerationSession::~GenerationSession() = default;

bool GenerationSession::start(const GenerationRequest& request)
{
    return ask({.request = request});
}

bool GenerationSession::findPlace(const GenerationRequest& request)
{
    return ask({.request = request, .kind = Kind::FindPlace});
}

bool GenerationSession::surprise(const GenerationRequest& request, const std::string& read)
{
    return ask({.request = request, .kind = Kind::Read, .read = read});
}

bool GenerationSession::ask(const WritingJob& job)
{
    const Kind kind = job.kind, now = m_now.kind;
    if (m_busy && now == Kind::Write) {
        return false;
    }
    const bool counts = m_busy && !m_stop.stop_requested();
    if (kind == Kind::Read && counts && now == Kind::FindPlace) {
        m_later = job;
        return true;
    }
    if (kind == Kind::Read && counts && readsTheSame(job, m_now)) {
        return true;
    }
    if (kind == Kind::Write) {
        m_later.reset();
    } else if (kind == Kind::FindPlace && counts && now == Kind::Read) {
        m_later = m_now;
    }
    begin(job);
    return true;
}

void GenerationSession::begin(const WritingJob& job)
{
    const GenerationRequest& request = job.request;
    m_work.stop();
    m_now = job;
    m_busy = true;
    m_stop = std::stop_source();
    m_text = request.wish;
    m_text.checkpoint = request.source.file.string();
    m_text.text.clear();
    m_text.bits.clear();
    const bool isKept = request.onlyByItsNet && m_snapshotBy && isOfOneNet(request.wish, *m_snapshotBy);
    if (!request.source.file.empty()) {
        work({});
    } else if (isKept) { // the net in training may have gone on since it wrote the text
        work(m_snapshot);
    } else {
        // A training may outlast this, and something else may be asked for meanwhile.
        m_training.snapshot([self = QPointer(this), of = m_stop](const std::shared_ptr<const NetSnapshot>& net) {
            if (!self || self->m_stop != of) {
                return;
            }
            if (of.stop_requested()) {
                self->end({});
                return;
            }
            if (!net) {
                self->end(
                    {.failure =
                         tr("There is no net in training yet. Train one, or choose a checkpoint.").toStdString()});
                return;
            }
            self->m_snapshot = net;
            self->m_snapshotBy.reset();
            self->work(net);
        });
    }
}

void GenerationSession::work(std::shared_ptr<const NetSnapshot> snapshot)
{
    m_now.snapshot = std::move(snapshot);
    m_work.start([this, job = m_now, writer = m_writer,
                  stop = m_stop.get_token()](const editor::LatestWork::Screen& screen) -> editor::LatestWork::Deliver {
        const auto goOn = [&] { return screen.goOn() && !stop.stop_requested(); };
        const auto tell = [&](WritingReport report) {
            screen.tell([this, report = std::move(report)] { take(report); });
        };
        const WritingReport last = writer->work(job, goOn, tell, screen.isReady);
        return [this, last] { end(last); };
    });
}

void GenerationSession::stop()
{
    m_later.reset();
    m_stop.request_stop();
}

void GenerationSession::take(const WritingReport& report)
{
    if (report.loaded) {
        m_text.iteration = report.loaded->iteration;
        m_text.net = report.loaded->net;
        if (m_now.request.source.file.empty()) {
            m_snapshotBy = report.loaded;
        }
        emit started(m_text);
    }
    if (!report.written.bits.empty()) {
        m_text.text += report.written.text;
        m_text.bits.insert(m_text.bits.end(), report.written.bits.begin(), report.written.bits.end());
        emit written(report.written);
    }
}

/// Who hears of it may begin something.
void GenerationSession::end(const WritingReport& report)
{
    take(report);
    m_busy = false;
    if (!report.failure.empty()) {
        emit failed(editor::inWords(report.failure), m_now.kind);
    } else if (report.surprise) {
        emit surprised(*report.surprise);
    } else if (report.place) {
        emit placeFound(*report.place);
    } else {
        emit finished(report.end, report.charsPerSecond);
    }
    if (!m_busy && m_later) {
        begin(*std::exchange(m_later, std::nullopt));
    }
}

} // namespace studio

#include "moc_generation_session.cpp"
