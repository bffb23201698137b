// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/trial_session.h"

#include "editor/document/sentence_words.h"
#include "engine/backends/cpu_backend.h"
#include "engine/backends/open_device.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run.h"

#include <algorithm>
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

/// The net, or where that is null the checkpoint's; `data`, where they are empty, become those that it learned from.
std::shared_ptr<const NetSnapshot> netWithData(std::shared_ptr<const NetSnapshot> net,
                                               const std::filesystem::path& checkpointFile, std::filesystem::path& data)
{
    if (!net) {
        const engine::Checkpoint checkpoint = engine::loadCheckpoint(checkpointFile);
        net = std::make_shared<const NetSnapshot>(snapshotOf(checkpoint));
        data = data.empty() ? engine::dataOfCheckpoint(checkpoint, checkpointFile) : data;
    }
    data = data.empty() ? std::filesystem::path(net->sequences.file) : data;
    return net;
}

engine::Split heldOut(const engine::Samples& samples)
{
    return samples.part(engine::Split::Validation).empty() ? engine::Split::Test : engine::Split::Validation;
}

} // namespace

std::vector<Guess> Evaluation::worstMistakes(std::size_t most) const
{
    std::vector<Guess> wrong;
    std::ranges::copy_if(guesses, std::back_inserter(wrong),
                         [](const Guess& guess) { return guess.target != guess.predicted; });
    std::ranges::stable_sort(wrong, [](const Guess& a, const Guess& b) { return a.chance > b.chance; });
    wrong.resize(std::min(wrong.size(), most));
    return wrong;
}

std::optional<Evaluation> evaluate(const EvaluationRequest& request, const engine::GoOn& goOn)
{
    std::filesystem::path data = request.data;
    const std::shared_ptr<const NetSnapshot> net = netWithData(request.net, request.checkpoint, data);
    if (engine::dataKindOf(net->model).answersEachStep) {
        throw engine::Error(ENGINE_TEXT("Session", "this net learned a text, but only sequences are evaluated here"));
    }
    const engine::SampleSettings settings = engine::sampleSettings(net->model);
    engine::NamedSamples named = engine::readNamedSamples(
        data, settings, {.facts = net->sequences, .vocabulary = net->vocabulary, .answers = engine::Answers::Read},
        goOn);
    Evaluation evaluation{.samples = std::move(named.samples), .iteration = net->iteration};
    const engine::Samples& samples = evaluation.samples;
    evaluation.part = request.part.value_or(heldOut(samples));
    if (samples.part(evaluation.part).empty()) {
        throw engine::Error(
            request.part ? ENGINE_TEXT("Session", "this part of the data is empty; choose another one")
                         : ENGINE_TEXT("Session", "nothing of the data is held out to evaluate on; validation: 0.1 of "
                                                  "SEQUENCEDATA holds out a tenth in the next run"));
    }
    const std::unique_ptr<engine::Device> device =
        engine::openDevice({.name = request.device, .threads = request.threads});
    engine::WeightStore weights(net->model, *device, 1);
    weights.write(net->weights);
    engine::SampleEvaluator evaluator(net->model, weights, samples.facts, net->engine);
    std::optional<engine::SampleReport> report =
        evaluator.evaluate(samples, samples.part(evaluation.part), engine::SampleEvaluator::all, goOn,
                           [&](const engine::Prediction& said) {
                               evaluation.guesses.push_back(
                                   {.sample = static_cast<std::int32_t>(said.sample),
                                    .target = said.target,
                                    .predicted = said.predicted,
                                    .chance = said.chances.empty() ? 0 : *std::ranges::max_element(said.chances)});
                           });
    if (!report) {
        return std::nullopt;
    }
    evaluation.report = *std::move(report);
    evaluation.baselines = engine::baselinesOf(samples, samples.part(evaluation.part));
    const auto origin = [&](const std::string& name, std::int64_t sample) {
        const auto column = std::ranges::find(named.origins, name, &engine::OriginColumn::name);
        return column == named.origins.end() ? std::string() : column->text(static_cast<std::int32_t>(sample));
    };
    const auto keep = [&](const engine::Prediction& said) {
        evaluation.forecasts.push_back(
            {.group = settings.group.empty() ? std::string() : origin(settings.group, said.sample),
             .ahead = std::stoll(named.origins.back().text(static_cast<std::int32_t>(said.sample))),
             .predicted = said.predicted,
             .chance = said.chances.empty() ? 0 : *std::ranges::max_element(said.chances),
             .time =
                 samples.times.empty()
                     ? std::nullopt
                     : std::optional(static_cast<double>(samples.times[static_cast<std::size_t>(said.sample)]) / 1e6)});
    };
    if (!named.next.empty() && !evaluator.predict(samples, named.next, goOn, keep)) {
        return std::nullopt;
    }
    return evaluation;
}

/// Made, used and replaced by the works alone.
struct TrialSession::OpenNet {
    OpenNet(int threads, const NetSnapshot& net, const std::filesystem::path& data)
        : device(engine::cpuBackend(), threads),
          weights(net.model, device, 1),
          reader(net.model, weights, net.sequences, "DEFAULT")
    {
        weights.write(net.weights);
        told = std::make_shared<const TrialNet>(TrialNet{.facts = net.sequences,
                                                         .vocabulary = net.vocabulary,
                                                         .settings = engine::sampleSettings(net.model),
                                                         .data = data,
                                                         .iteration = net.iteration});
    }

    static std::unique_ptr<OpenNet> from(const TrialSource& source)
    {
        std::filesystem::path data = source.data;
        const std::shared_ptr<const NetSnapshot> net = netWithData(source.net, source.checkpoint, data);
        if (engine::dataKindOf(net->model).answersEachStep) {
            throw engine::Error(
                ENGINE_TEXT("Session", "this net learned a text, but only nets that learned sequences are tried here"));
        }
        return std::make_unique<OpenNet>(source.threads, *net, data);
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

    int opening = 0;                      ///< by its number: a file of the same name may hold another net
    std::shared_ptr<const TrialNet> told; ///< shared with the window
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
