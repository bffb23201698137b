// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race.h"

#include "app/contest/engine_process.h"
#include "app/contest/results.h"
#include "app/studio/plots/words.h"
#include "editor/document/sentence_words.h"
#include "editor/words/numbers.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <map>
#include <QLocale>

namespace studio {

std::optional<double> stepSeconds(const engine::Curve& curve)
{
    if (curve.empty()) {
        return std::nullopt;
    }
    const double first = curve.seconds(0), all = curve.back().seconds;
    return curve.size() == 1 ? first : (all - first) / static_cast<double>(curve.size() - 1);
}

Race::Race(TrainingSession& run, GenerationSession& writing, QObject* parent)
    : QObject(parent), m_run(run), m_writing(writing)
{
    m_tick.setInterval(std::chrono::milliseconds(200)); // the meters' figures are no newer
    m_tick.callOnTimeout(this, &Race::changed);
    // Later: who else hears that something has ended may begin something by that.
    const auto later = [this](auto* sender, auto... signal) {
        (connect(sender, signal, this, &Race::beginIfAlone, Qt::QueuedConnection), ...);
    };
    later(&run, &TrainingSession::stateChanged);
    later(&writing, &GenerationSession::finished, &GenerationSession::failed, &GenerationSession::surprised,
          &GenerationSession::placeFound);
}

/// Asks all of them first: the destructors then wait for processes that end side by side.
Race::~Race()
{
    m_stop.request_stop();
}

void Race::start(const TrainingRequest& request, const std::vector<contest::Contender>& contenders,
                 const contest::Trial& trial)
{
    if (m_state != State::Idle) {
        return;
    }
    const engine::RunSettings settings = runSettingsOf(request);
    m_stop = {};
    m_request = request;
    m_request.run.settings.insert_or_assign("seed", static_cast<std::int64_t>(settings.seed)); // drawn but once
    m_trial = trial;
    m_trial.form = contest::Trial::Form::Race;
    m_trial.firstSeed = settings.seed;
    m_devices.clear();
    m_contestants.clear();
    m_weights.clear();
    for (const contest::Contender& contender : contenders) {
        auto& one = *m_contestants.emplace_back(std::make_unique<Contestant>(Contestant{.contender = contender}));
        one.run.id = static_cast<int>(m_contestants.size());
        one.run.name = contender.name;
        one.contender.device.threads = settings.device.threads;
    }
    m_state = State::Waiting;
    beginIfAlone();
}

/// A thread for each device, which trains its contestants one after another.
void Race::beginIfAlone()
{
    if (m_state != State::Waiting) {
        return;
    }
    if (m_run.isBusy() || m_writing.isBusy()) {
        emit changed();
        return;
    }
    m_state = State::Running;
    m_tick.start();
    std::map<std::string, std::vector<Contestant*>> byDevice;
    for (const std::unique_ptr<Contestant>& one : m_contestants) {
        byDevice[engine::folded(one->contender.device.name)].push_back(one.get());
    }
    for (const auto& [device, contestants] : byDevice) {
        m_devices.push_back(std::make_unique<editor::LatestWork>());
        m_devices.back()->start([this, contestants = contestants](const editor::LatestWork::Screen& screen) {
            for (Contestant* const one : contestants) {
                train(*one, screen);
            }
            return [] {};
        });
    }
    emit changed();
}

void Race::stop()
{
    m_stop.request_stop(); // processes end at once
    if (m_state == State::Waiting) {
        for (const std::unique_ptr<Contestant>& one : m_contestants) {
            one->state = Contestant::State::Stopped;
        }
        noteState();
    }
}

/// After a contestant's state has changed. The race is over when all are.
void Race::noteState()
{
    if (std::ranges::all_of(
            m_contestants, &Contestant::isOver, [](const auto& one) -> auto& { return *one; })) {
        m_tick.stop();
        m_state = State::Idle;
    }
    emit changed();
}

/// On the thread that waits for the process.
void Race::train(Contestant& one, const editor::LatestWork::Screen& screen)
{
    const auto tell = [&](Contestant::State state, const QString& sentence = {}) {
        screen.tell([this, &one, state, sentence] {
            one.state = state;
            one.sentence = sentence.isEmpty() ? one.sentence : sentence;
            one.run.curve = state == Contestant::State::Failed ? engine::Curve() : one.run.curve;
            noteState();
        });
    };
    try {
        const engine::GoOn goOn = engine::until(m_stop.get_token());
        if (!goOn()) {
            throw engine::CancelledError("the race was stopped");
        }
        tell(Contestant::State::Starting);
        contest::EngineProcess process(one.contender, m_request.run, m_trial, goOn);
        requireSameStart(one, process.loaded().weights);
        screen.tell([&one, loaded = process.loaded()] { one.run.start = loaded; });
        tell(Contestant::State::Training);
        while (!process.result().isOver) {
            process.turn();
            screen.tell([&one, told = process.result()] {
                one.told = told;
                one.run.curve = told.curve;
                one.sentence =
                    told.divergence.empty() ? QString() : tr("diverged: %1").arg(editor::inWords(told.divergence));
            });
        }
        tell(Contestant::State::Done);
    } catch (const engine::CancelledError&) {
        tell(Contestant::State::Stopped);
    } catch (const std::exception& error) {
        tell(Contestant::State::Failed, editor::inWords(error));
        forget(one);
    }
}

/// Throws Error where one that could train, and has not failed, had other weights.
void Race::requireSameStart(const Contestant& one, const std::string& weights)
{
    const std::scoped_lock lock(m_mutex);
    const auto other = std::ranges::find_if(m_weights, [&](const auto& known) { return known.second != weights; });
    if (other != m_weights.end()) {
        throw engine::Error(tr("does not start from the same weights as %1, so that they cannot be compared")
                                .arg(QString::fromStdString(other->first->contender.name))
                                .toStdString());
    }
    m_weights.emplace_back(&one, weights);
}

/// Of one that failed: no other is measured by it.
void Race::forget(const Contestant& one)
{
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_weights, [&](const auto& known) { return known.first == &one; });
}

namespace {

const QString dash = QStringLiteral("–");
constexpr double disturbing = 25; ///< percent of the processors

QString number(double value, int digits)
{
    return QLocale().toString(value, 'f', digits);
}

/// Its name, and the engine that ran where that is another.
QString nameOf(const Contestant& one)
{
    const QString name = QString::fromStdString(one.run.name);
    const std::string& ran = one.run.start.engine;
    const bool asAsked = ran.empty() || engine::folded(ran) == engine::folded(one.contender.device.engine);
    return asAsked ? name : QStringLiteral("%1 (%2)").arg(name, QString::fromStdString(ran));
}

QString stateOf(const Contestant& one)
{
    const QString words[] = {Race::tr("waits for the device"),
                             Race::tr("starts"),
                             Race::tr("trains"),
                             Race::tr("done"),
                             Race::tr("stopped"),
                             Race::tr("failed")};
    return words[static_cast<int>(one.state)];
}

QString limitOf(const contest::Trial& trial)
{
    return trial.seconds
               ? Race::tr("%1 s each").arg(QLocale().toString(*trial.seconds, 'g', 6))
               : Race::tr("%1 iterations each").arg(QLocale().toString(static_cast<qint64>(*trial.iterations)));
}

/// Who computed, processor and threads or the GPU, and from which data; empty before a contestant has begun.
QString machineOf(const Race& race)
{
    QStringList names;
    for (const std::unique_ptr<Contestant>& one : race.contestants()) {
        const QString name = QString::fromStdString(one->run.start.deviceDescription);
        if (!name.isEmpty() && !names.contains(name)) {
            names.append(name);
        }
    }
    if (names.isEmpty()) {
        return {};
    }
    const QString machine = names.join(QStringLiteral("; "));
    const QString data = QString::fromStdString(race.request().run.data.filename().string());
    return data.isEmpty() ? Race::tr("Computed on %1.").arg(machine)
                          : Race::tr("Computed on %1; learned from %2.").arg(machine, data);
}

/// What other programs took of the processors beside the contestant that was disturbed most, where that disturbs. On
/// each device one contestant trains at a time, and the shares of those on other devices are no other program's.
QString disturbanceOf(const Race& race)
{
    std::map<std::string, double> ours; // percent, by device
    for (const std::unique_ptr<Contestant>& one : race.contestants()) {
        double& share = ours[engine::folded(one->contender.device.name)];
        share = std::max(share, one->told.effort.processPercent.value_or(0));
    }
    double all = 0, most = 0;
    for (const auto& [device, share] : ours) {
        all += share;
    }
    for (const std::unique_ptr<Contestant>& one : race.contestants()) {
        const contest::Effort effort = one->told.effort;
        const double others = all - ours[engine::folded(one->contender.device.name)];
        most = std::max(most, effort.machinePercent.value_or(0) - effort.processPercent.value_or(100) - others);
    }
    return most > disturbing ? Race::tr("Other programs used %1 % of the CPU meanwhile: repeat the race when the "
                                        "machine is idle.")
                                   .arg(number(most, 0))
                             : QString();
}

} // namespace

engine::Report reportOf(const Race& race)
{
    std::vector<const engine::Curve*> curves;
    for (const std::unique_ptr<Contestant>& one : race.contestants()) {
        curves.push_back(&one->run.curve);
    }
    const std::int64_t window = contest::lossWindow(curves);
    const std::optional<double> common = contest::commonLoss(curves, window);
    const auto column = [](const QString& title, const QString& pattern = {}, int digits = 0) {
        return engine::Report::Column{title.toStdString(), "",
                                      [=](double value) { return pattern.arg(number(value, digits)).toStdString(); },
                                      dash.toStdString()};
    };
    // Of a GPU its own meter tells; of the processors the contender's share counts.
    const bool onGpu = std::ranges::any_of(race.contestants(), [](const auto& one) { return one->contender.onGpu(); });
    const QString plain = QStringLiteral("%1"), share = QStringLiteral("%1 %");
    engine::Report report{
        .columns = {column(Race::tr("Engine")), column(Race::tr("Precision")), column(Race::tr("Iterations"), plain),
                    column(speedHeading(engine::dataKindOf(race.request().run.model)), plain),
                    column(Race::tr("Final loss"), plain, 4),
                    column(common ? Race::tr("To loss %1").arg(number(*common, 3)) : Race::tr("To loss"),
                           QStringLiteral("%1 s"), 2),
                    column(Race::tr("Memory")), column(onGpu ? Race::tr("Load") : Race::tr("Hamnet's share"), share),
                    column(Race::tr("Energy"), QStringLiteral("%1 J")), column(Race::tr("State"))}};
    report.columns[5].key = "to_loss"; // whose title follows the curves
    report.columns[6].inWords = [](double bytes) {
        return editor::bytesText(static_cast<std::int64_t>(bytes)).toStdString();
    };
    for (const std::unique_ptr<Contestant>& one : race.contestants()) {
        const engine::Curve& curve = one->run.curve;
        const std::optional<double> step = stepSeconds(curve);
        const bool isRead = common && race.state() == Race::State::Idle; // all is, for the time to a loss
        const std::int64_t bytes = one->told.memory.whereItTrains();
        const contest::Effort effort = one->told.effort;
        report.rows.push_back(
            {nameOf(*one).toStdString(),
             one->run.hasBegun() ? engine::ReportCell(nameOf(one->run.start.precision)) : engine::ReportCell(),
             curve.size(), step ? std::optional(static_cast<double>(one->run.start.batchUnits) / *step) : std::nullopt,
             contest::endLoss(curve, window), isRead ? contest::secondsToLoss(curve, *common, window) : std::nullopt,
             bytes == 0 ? engine::ReportCell() : engine::ReportCell(bytes), effort.percent, effort.joules,
             stateOf(*one).toStdString()});
    }
    return report;
}

QString headingOf(const Race& race)
{
    const TrainingRequest& request = race.request();
    const std::string& name = request.run.model.name.empty() ? request.name : request.run.model.name;
    const QString net = name.empty() ? Race::tr("Net without a name") : QString::fromStdString(name);
    return Race::tr("%1: %n engine(s), %2, seed %3", nullptr, static_cast<int>(race.contestants().size()))
        .arg(net, limitOf(race.trial()), QString::number(race.trial().firstSeed));
}

QString verdictOf(const Race& race)
{
    std::vector<contest::Figures> figures;
    std::vector<const engine::Curve*> curves;
    for (const std::unique_ptr<Contestant>& one : race.contestants()) {
        const engine::Curve& curve = one->run.curve;
        if (const std::optional<double> step = stepSeconds(curve)) {
            figures.push_back({.name = one->run.name, .stepSeconds = *step, .bytes = one->told.memory.whereItTrains()});
            curves.push_back(&curve);
        }
    }
    const bool isOver = race.state() == Race::State::Idle;
    if (figures.size() < (isOver ? 1 : 2)) {
        return {};
    }
    constexpr std::size_t quick = 10'000; // iterations that are compared again and again while it goes on
    const std::size_t all = curves.front()->size();
    const contest::LossAgreement losses = contest::agreementOf(curves, isOver ? all : std::min(all, quick));
    const QString said = editor::inWords(contest::sentenceOf(figures, losses));
    return said.left(1).toUpper() + said.mid(1) + QLatin1Char('.');
}

QStringList sentencesOf(const Race& race)
{
    QStringList sentences = {verdictOf(race), machineOf(race), disturbanceOf(race)};
    for (const std::unique_ptr<Contestant>& one : race.contestants()) {
        sentences.append(one->sentence.isEmpty() ? QString() : nameOf(*one) + QStringLiteral(": ") + one->sentence);
    }
    sentences.removeAll(QString());
    return sentences;
}

namespace {

constexpr std::int64_t iterations = 23;

/// The rows of the digits that Hamnet makes; a layer in front of the cell, so that its input has as many units as it
/// has itself.
engine::Model netOf(const std::string& equations)
{
    engine::Model model = engine::readModel(R"(
        layer { name: "images" type: "SequenceData" top: "data" top: "clip" top: "label"
                sequence_data_param { kind: ROWS time_steps: 28 width: 28 validation: 0 batch_size: 16 } }
        layer { name: "rows" type: "InnerProduct" bottom: "data" top: "rows"
                inner_product_param { num_output: 64 axis: 2 weight_filler { type: "xavier" } } }
        layer { name: "cell" type: "CELL" bottom: "rows" bottom: "clip" top: "memory"
                recurrent_param { num_output: 64 weight_filler { type: "xavier" } } }
        layer { name: "end" type: "Last" bottom: "memory" top: "end" }
        layer { name: "scores" type: "InnerProduct" bottom: "end" top: "scores"
                inner_product_param { num_output: 10 weight_filler { type: "xavier" } } }
        layer { name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" })",
                                            "the net for the cell");
    model.layers[2].params.insert_or_assign("equations", equations);
    return model;
}

} // namespace

editor::CellSpeeds cellSpeeds(const std::string& equations, const engine::GoOn& goOn)
{
    const engine::Model model = netOf(equations);
    editor::CellSpeeds speeds{.steps = 28, .streams = 16, .units = 64}; // of that net
    for (const contest::Contender& one : contest::allContenders(engine::engineChoices(model))) {
        if (!one.refusal.empty()) {
            continue;
        }
        contest::EngineProcess process(one, {.model = model, .solver = engine::solverOfNewNet(), .data = "digits"},
                                       {.iterations = iterations}, goOn);
        while (!process.result().isOver) {
            process.turn();
        }
        speeds.engines.push_back(
            {.name = QString::fromStdString(one.name),
             .milliseconds = 1e3 * *contest::median(contest::typicalSteps(process.result().curve))});
    }
    return speeds;
}

} // namespace studio

#include "moc_race.cpp"
