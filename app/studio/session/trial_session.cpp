// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/trial_session.h"

#include "editor/document/sentence_words.h"
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run.h"

#include <utility>

namespace studio {
namespace {

/// What the samples are read by: nets differ in how they cut the same data, too.
std::string cutOf(const TrialNet& net)
{
    const engine::SampleSettings& cut = net.settings;
    std::string words = net.data.string() + '\n' + net.facts.digest + (cut.columns ? " columns" : " rows");
    for (const double part : {cut.fractions.validation, cut.fractions.test, static_cast<double>(cut.split)}) {
        words += ' ' + std::to_string(part);
    }
    return words;
}

NetSnapshot netIn(const TrialSource& source, TrialNet& told)
{
    if (source.net) {
        return *source.net;
    }
    const engine::Checkpoint checkpoint = engine::loadCheckpoint(source.checkpoint);
    if (source.data.empty()) {
        told.data = engine::dataOfCheckpoint(checkpoint, source.checkpoint);
    }
    return snapshotOf(checkpoint);
}

} // namespace

/// Made, used and replaced by the works alone.
struct TrialSession::OpenNet {
    OpenNet(const TrialSource& from, NetSnapshot net, std::shared_ptr<TrialNet> about)
        : told(std::move(about)),
          device(engine::cpuBackend(), from.threads),
          weights(net.model, device, 1),
          reader(net.model, weights, net.sequences, "DEFAULT")
    {
        weights.write(net.weights);
        told->facts = net.sequences;
        told->vocabulary = net.vocabulary;
        told->settings = engine::sampleSettings(net.model);
        told->iteration = net.iteration;
        told->data = !from.data.empty() ? from.data : told->data;
        if (told->data.empty()) {
            told->data = net.sequences.file;
        }
    }

    static std::unique_ptr<OpenNet> from(const TrialSource& source)
    {
        auto told = std::make_shared<TrialNet>();
        NetSnapshot net = netIn(source, *told);
        if (engine::dataKindOf(net.model).answersEachStep) {
            throw engine::Error(
                ENGINE_TEXT("Session", "this net learned a text, but only nets that learned sequences are tried here"));
        }
        return std::make_unique<OpenNet>(source, std::move(net), std::move(told));
    }

    TrialAnswer answer(const TrialQuestion& question, const engine::GoOn& goOn)
    {
        TrialAnswer said;
        if (!question.sequence.empty()) {
            said.reading = reader.read(question.sequence, goOn).value_or(engine::StepReading());
        }
        if (question.count > 0) {
            said.forecast = engine::forecast(reader, told->facts,
                                             {.rows = question.rows,
                                              .horizon = question.horizon,
                                              .count = question.count,
                                              .period = question.period},
                                             goOn)
                                .value_or(std::vector<double>());
        }
        return said;
    }

    int opening = 0;                ///< by its number: a file of the same name may hold another net
    std::shared_ptr<TrialNet> told; ///< shared with the window, which only reads it
    engine::CpuDevice device;
    engine::WeightStore weights; ///< after the device that it lies on
    engine::StepReader reader;
};

TrialSession::TrialSession(QObject* parent) : QObject(parent), m_open(std::make_shared<std::unique_ptr<OpenNet>>()) {}

TrialSession::~TrialSession() = default;

void TrialSession::open(const TrialSource& source)
{
    m_source = source;
    ++m_openings;
    m_net.reset();
    run(nullptr);
}

void TrialSession::close()
{
    m_source.reset();
    m_net.reset();
    m_work.stop();
    m_reading.stop();
    m_samples.reset();
    m_samplesOf.clear();
}

void TrialSession::ask(const TrialQuestion& question)
{
    if (m_source) {
        run(&question);
    }
}

void TrialSession::run(const TrialQuestion* question)
{
    m_work.start([this, source = *m_source, opening = m_openings,
                  asked = question ? std::optional(*question) : std::nullopt,
                  open = m_open](const engine::GoOn& goOn) -> editor::LatestWork::Deliver {
        std::optional<TrialAnswer> answer;
        std::shared_ptr<const TrialNet> net;
        const engine::Sentence failure = failureOf([&] {
            if (!*open || (*open)->opening != opening) {
                open->reset(); // before another one takes memory
                *open = OpenNet::from(source);
                (*open)->opening = opening;
            }
            net = (*open)->told;
            if (asked) {
                answer = (*open)->answer(*asked, goOn);
            }
        });
        return [this, net, answer, failure] { deliver(net, answer, editor::inWords(failure)); };
    });
}

void TrialSession::deliver(std::shared_ptr<const TrialNet> net, const std::optional<TrialAnswer>& answer,
                           const QString& failure)
{
    if (net && m_net != net) {
        m_net = std::move(net);
        emit opened();
    }
    if (!failure.isEmpty()) {
        emit failed(failure);
    } else if (answer) {
        emit answered(*answer);
    }
}

void TrialSession::readSamples()
{
    const std::string of = m_net ? cutOf(*m_net) : std::string();
    if (of == m_samplesOf) {
        return;
    }
    m_samplesOf = of;
    m_samples.reset();
    m_reading.start([this, net = m_net](const engine::GoOn& goOn) -> editor::LatestWork::Deliver {
        std::shared_ptr<const engine::NamedSamples> samples;
        const engine::Sentence failure = failureOf([&] {
            samples = std::make_shared<const engine::NamedSamples>(engine::readNamedSamples(
                net->data, net->settings, {.facts = net->facts, .vocabulary = net->vocabulary}, goOn));
        });
        return [this, samples, failure] {
            m_samples = samples;
            emit sampled();
            if (!samples) {
                m_samplesOf.clear(); // they may be there later
                emit failed(editor::inWords(failure));
            }
        };
    });
}

} // namespace studio

#include "moc_trial_session.cpp"
