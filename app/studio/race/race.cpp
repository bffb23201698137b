// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race.h"

#include "app/contest/engine_process.h"
#include "app/contest/results.h"
#include "app/studio/files/file_dialogs.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/plots/plot_export.h"
#include "app/studio/plots/run_colour.h"
#include "app/studio/plots/words.h"
#include "app/studio/workspace/exchange.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/parts.h"
#include "editor/widgets/report_table.h"
#include "editor/words/numbers.h"
#include "engine/backends/run_memory.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <exception>
#include <map>
#include <numeric>
#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLocale>
#include <QMap>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QTextDocument>
#include <QTreeWidget>

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
    m_tick.callOnTimeout(this, [this] { m_state == State::Waiting ? beginIfAlone() : changed(); });
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
    m_tick.start();
    beginIfAlone();
}

/// A thread for each device, which trains its contestants one after another.
void Race::beginIfAlone()
{
    if (m_run.isBusy() || m_writing.isBusy()) {
        emit changed();
        return;
    }
    m_state = State::Running;
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
        const std::scoped_lock lock(m_mutex);
        m_weights.erase(&one); // no other is measured by it
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
    m_weights.emplace(&one, weights);
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

/// Who computed, processor and threads or the GPU, and from which data; empty before a contestant has begun.
QString machineOf(const Race& race)
{
    QStringList names;
    for (const std::unique_ptr<Contestant>& one : race.contestants()) {
        names.append(QString::fromStdString(one->run.start.deviceDescription));
    }
    names.removeAll(QString());
    names.removeDuplicates();
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

using engine::Report; // behind a namespace, lupdate would look for the texts' context there

Report reportOf(const Race& race)
{
    std::vector<const engine::Curve*> curves;
    for (const std::unique_ptr<Contestant>& one : race.contestants()) {
        curves.push_back(&one->run.curve);
    }
    const std::int64_t window = contest::lossWindow(curves);
    const std::optional<double> common = contest::commonLoss(curves, window);
    const auto column = [](const QString& title, const QString& pattern = {}, int digits = 0) {
        return Report::Column{title.toStdString(), "",
                              [=](double value) { return pattern.arg(number(value, digits)).toStdString(); },
                              dash.toStdString()};
    };
    // Of a GPU its own meter tells; of the processors the contender's share counts.
    const bool onGpu = std::ranges::any_of(race.contestants(), [](const auto& one) { return one->contender.onGpu(); });
    const QString plain = QStringLiteral("%1"), share = QStringLiteral("%1 %");
    Report report{
        .columns = {column(Race::tr("Engine")), column(Race::tr("Precision")), column(Race::tr("Iterations"), plain),
                    column(speedHeading(engine::dataKindOf(race.request().run.model)), plain),
                    column(Race::tr("Final loss"), plain, 4),
                    column(common ? Race::tr("To loss %1").arg(number(*common, 3)) : Race::tr("To loss"),
                           QStringLiteral("%1 s"), 2),
                    column(Race::tr("Memory")), column(onGpu ? Race::tr("Load") : Race::tr("Hamnet's share"), share),
                    column(Race::tr("Energy"), QStringLiteral("%1 J")), column(Race::tr("State"))}};
    const QString states[] = {Race::tr("waits for the device"),
                              Race::tr("starts"),
                              Race::tr("trains"),
                              Race::tr("done"),
                              Race::tr("stopped"),
                              Race::tr("failed")};
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
             states[static_cast<int>(one->state)].toStdString()});
    }
    return report;
}

QString headingOf(const Race& race)
{
    const TrainingRequest& request = race.request();
    const std::string& name = request.run.model.name.empty() ? request.name : request.run.model.name;
    const QString net = name.empty() ? Race::tr("Net without a name") : QString::fromStdString(name);
    const contest::Trial& trial = race.trial();
    const QString limit =
        trial.seconds ? Race::tr("%1 s each").arg(QLocale().toString(*trial.seconds, 'g', 6))
                      : Race::tr("%1 iterations each").arg(QLocale().toString(static_cast<qint64>(*trial.iterations)));
    return Race::tr("%1: %n engine(s), %2, seed %3", nullptr, static_cast<int>(race.contestants().size()))
        .arg(net, limit, QString::number(trial.firstSeed));
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

editor::CellSpeeds cellSpeeds(const std::string& equations, const engine::GoOn& goOn)
{
    // The rows of the digits that Hamnet makes; a layer in front of the cell, so that its input has as many units as it
    // has itself.
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
    editor::CellSpeeds speeds{.steps = 28, .streams = 16, .units = 64}; // of that net
    for (const contest::Contender& one : contest::allContenders(engine::engineChoices(model))) {
        if (!one.refusal.empty()) {
            continue;
        }
        contest::EngineProcess process(one, {.model = model, .solver = engine::solverOfNewNet(), .data = "digits"},
                                       {.iterations = 23}, goOn);
        while (!process.result().isOver) {
            process.turn();
        }
        speeds.engines.push_back(
            {.name = QString::fromStdString(one.name),
             .milliseconds = 1e3 * *contest::median(contest::typicalSteps(process.result().curve))});
    }
    return speeds;
}

// The dialog

namespace {

constexpr int choiceWidth = 260; ///< pixels: the table wants the room
constexpr int defaultSeconds = 30, defaultIterations = 300;

QLabel* wordsNamed(const char* name)
{
    return editor::label({}, nullptr, editor::Look::Plain | editor::Look::Wraps | editor::Look::Selectable, name);
}

/// Heading, table and sentences; each row has its curve's colour.
QString htmlOf(const Race& race)
{
    const engine::Report report = reportOf(race);
    QString html = QStringLiteral("<b>%1</b><table border='1' cellspacing='0' cellpadding='4'><tr>")
                       .arg(headingOf(race).toHtmlEscaped());
    for (const engine::Report::Column& column : report.columns) {
        html += QStringLiteral("<th>%1</th>").arg(QString::fromStdString(column.title).toHtmlEscaped());
    }
    for (std::size_t row = 0; row < report.rows.size(); ++row) {
        const QColor colour = colourOf(race.contestants()[row]->run.id, editor::theme());
        html += QStringLiteral("</tr><tr><td><font color='%1'>\u25a0</font> ").arg(colour.name());
        for (std::size_t column = 0; column < report.columns.size(); ++column) {
            const std::string words = engine::textOf(report.rows[row][column], report.columns[column]);
            html += column == 0 ? QString() : QStringLiteral("<td align='right'>");
            html += QString::fromStdString(words).toHtmlEscaped() + QStringLiteral("</td>");
        }
    }
    html += QStringLiteral("</tr></table>");
    for (const QString& sentence : sentencesOf(race)) {
        html += QStringLiteral("<p>%1</p>").arg(sentence.toHtmlEscaped());
    }
    return html;
}

/// Why the contender does not compute at that precision; empty where it does.
engine::Sentence refusalOf(const contest::Contender& contender, engine::Precision precision)
{
    try {
        const engine::RunPlace place = engine::placeFor(contender.device, contender.device.engine);
        return (place.refusal ? place.refusal(precision) : std::nullopt).value_or(engine::Sentence());
    } catch (const engine::UnavailableError& why) {
        return why.sentence();
    }
}

} // namespace

RaceDialog::RaceDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent), m_workspace(workspace), m_race(workspace.training(), workspace.writing())
{
    setObjectName(QStringLiteral("raceDialog"));
    setWindowTitle(tr("Race of engines"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    const auto make = [this](const char* name, const QString& text, auto does) {
        return editor::described(new QPushButton(text), {.name = name}, this, does);
    };
    m_save = make("raceSave", tr("Save &picture…"), &RaceDialog::savePicture);
    m_copy = make("raceCopy", tr("&Copy sentence"), [this] {
        QApplication::clipboard()->setText(verdictOf(m_race));
        m_said = tr("The sentence is on the clipboard.");
        showState();
    });
    auto* close = make("raceClose", tr("Close"), &RaceDialog::reject);
    editor::inColumn(this, {{editor::inRow({makeChoice(), {makeResult(), 1}}), 1},
                            editor::inRow({editor::stretch(1), m_save, m_copy, close})});
    const QSize room = screen()->availableSize() - QSize(40, 60); // the frame that the desktop adds
    resize(QSize(1320, 720).boundedTo(room));
    connect(&m_race, &Race::changed, this, &RaceDialog::showState);
    editor::onNewLooks(this, &RaceDialog::showResult);
    connect(m_contenders, &QTreeWidget::itemChanged, this, &RaceDialog::showState);
    showLimit();
    showState();
}

/// The engines on the devices of this machine, and beneath each the precisions, each to be ticked. Those that cannot
/// run the net here are faint. At first those on the first GPU that can are ticked, or those on the processor where
/// there is none.
void RaceDialog::makeContenders()
{
    m_contenders = editor::described(new QTreeWidget, {.name = "contenders", .title = tr("Engines to compare")});
    m_contenders->setHeaderLabel(tr("Engine"));
    m_contenders->setSelectionMode(QAbstractItemView::NoSelection);
    const std::vector<contest::Contender> all =
        contest::allContenders(engine::engineChoices(m_workspace.document().derived().model));
    const auto gpu =
        std::ranges::find_if(all, [](const contest::Contender& one) { return one.onGpu() && one.refusal.empty(); });
    const std::string first = gpu == all.end() ? "CPU" : gpu->device.name;
    const auto add = [&](contest::Contender contender, QTreeWidgetItem& above, const std::string& words) {
        auto* row = new QTreeWidgetItem(&above, {QString::fromStdString(words)});
        row->setCheckState(0, Qt::Unchecked);
        row->setDisabled(!contender.refusal.empty());
        m_rows.emplace_back(row, std::move(contender));
        return row;
    };
    for (const contest::Contender& contender : all) {
        QTreeWidgetItem* const row = add(contender, *m_contenders->invisibleRootItem(), contender.name);
        if (contender.device.name == first && contender.refusal.empty()) {
            row->setCheckState(0, Qt::Checked);
        }
        for (const engine::Precision precision :
             {engine::Precision::Float32, engine::Precision::Tf32, engine::Precision::Bfloat16}) {
            if (contender.refusal.empty()) {
                contest::Contender exact = contender;
                const std::string words(engine::nameOf(precision));
                exact.device.precision = precision;
                exact.name += " " + words;
                exact.refusal = refusalOf(contender, precision);
                add(exact, *row, words);
            }
        }
    }
}

std::vector<contest::Contender> RaceDialog::chosen() const
{
    std::vector<contest::Contender> all;
    for (const auto& [item, one] : m_rows) {
        if (item->checkState(0) == Qt::Checked) {
            all.push_back(one);
        }
    }
    return all;
}

QWidget* RaceDialog::makeChoice()
{
    using editor::described;
    makeContenders();
    m_amount = described(new editor::WholeBox, {.name = "raceLimit", .title = tr("How long each trains")});
    m_amount->setGroupSeparatorShown(true);
    m_unit =
        described(new QComboBox, {.name = "raceUnit", .title = tr("Unit of the limit")}, this, &RaceDialog::showLimit);
    m_unit->addItems({tr("seconds each"), tr("iterations each")});
    m_start = described(new QPushButton, {.name = "raceStart"}, this, &RaceDialog::startOrStop);
    m_start->setDefault(true);
    m_stopOther = described(new QPushButton, {.name = "raceStopOther"}, this, [this] {
        m_workspace.training().isBusy() ? m_workspace.training().stop() : m_workspace.writing().stop();
    });
    m_state = wordsNamed("raceState");
    auto* about = wordsNamed("raceAbout");
    about->setText(tr("All train this net from the same weights on the same data: in turn on one device, at "
                      "the same time on different devices. The project keeps none of these runs."));
    auto* whyNot = wordsNamed("raceReasons");
    whyNot->setForegroundRole(QPalette::PlaceholderText);
    QMap<QString, QStringList> names; // by the reason why engines and precisions are not available
    for (const auto& [item, one] : m_rows) {
        if (!one.refusal.empty()) {
            names[editor::inWords(one.refusal)].append(QString::fromStdString(one.name));
        }
    }
    QString why = tr("Not available here:");
    for (auto one = names.begin(); one != names.end(); ++one) { // "CUDA/CUDNN, CUDA/FUSED: no GPU was found"
        why += QLatin1Char('\n') + one->join(QStringLiteral(", ")) + QStringLiteral(": ") + one.key();
    }
    whyNot->setText(why);
    auto* choice = new QWidget;
    choice->setFixedWidth(choiceWidth);
    editor::inColumn(
        choice, {about, m_contenders, whyNot, editor::inRow({m_amount, {m_unit, 1}}), m_start, m_state, m_stopOther},
        QMargins());
    whyNot->setVisible(!names.isEmpty());
    return choice;
}

QLayout* RaceDialog::makeResult()
{
    m_plot = editor::described(new LossPlot, {.name = "racePlot"});
    m_plot->setMinimumSize(320, 200);
    m_plot->setProvenance([this] { return provenanceOfRace(m_race.request()); });
    m_plot->setFileCheck([this](const std::filesystem::path& file) { requireNotInUse(m_workspace, file); });
    m_plot->runs().setOptions({.along = Along::Time});
    m_table = editor::described(new editor::ReportTable(tr("Results by engine")), {.name = "raceTable"});
    m_table->setLook([](qint64 id, const std::string& column, int role) {
        const bool isSwatch = role == Qt::DecorationRole && column == Race::tr("Engine").toStdString();
        return isSwatch ? QVariant(colourOf(static_cast<int>(id), editor::theme())) : QVariant();
    });
    m_verdict = wordsNamed("raceVerdict");
    return editor::inColumn({{m_plot, 3}, {m_table, 1}, m_verdict});
}

void RaceDialog::showLimit()
{
    m_amount->setRange(1, isInSeconds() ? 24 * 3600 : 100'000'000);
    m_amount->setValue(isInSeconds() ? defaultSeconds : defaultIterations);
}

void RaceDialog::startOrStop()
{
    m_said.clear();
    if (m_race.state() != Race::State::Idle) {
        m_race.stop();
        return;
    }
    m_said = m_check ? m_check().value_or(QString()) : QString();
    try {
        if (m_said.isEmpty()) {
            TrainingRequest request = m_workspace.nextRun().request();
            request.name = m_workspace.files().title().toStdString(); // heads a picture where the net has no name
            const int amount = m_amount->value();
            m_race.start(request, chosen(),
                         isInSeconds() ? contest::Trial{.seconds = amount} : contest::Trial{.iterations = amount});
            std::vector<int> all(m_race.contestants().size());
            std::iota(all.begin(), all.end(), 1);
            m_plot->runs().showOnly(all);
        }
    } catch (const engine::Error& error) {
        m_said = editor::inWords(error);
    }
    showState();
}

void RaceDialog::showState()
{
    const Race::State state = m_race.state();
    const bool idle = state == Race::State::Idle;
    const std::size_t count = chosen().size();
    m_start->setText(idle ? tr("&Start") : tr("&Stop"));
    m_start->setEnabled(!idle || count > 0);
    for (QWidget* choice : std::initializer_list<QWidget*>{m_contenders, m_amount, m_unit}) {
        choice->setEnabled(idle);
    }
    m_state->setText(idle && m_said.isEmpty() && count < 2 ? tr("Choose two engines or more.") : m_said);
    m_stopOther->setVisible(state == Race::State::Waiting);
    if (state == Race::State::Waiting) {
        const TrainingSession& other = m_workspace.training();
        m_state->setText(other.isBusy() ? tr("%1 is training: the race can start when it has finished.")
                                              .arg(QString::fromStdString(other.run().name))
                                        : tr("A text is being written: the race can start when it has finished."));
        m_stopOther->setText(other.isBusy() ? tr("Stop that run") : tr("Stop writing"));
    }
    const bool isOver = idle && !m_race.contestants().empty();
    m_save->setEnabled(isOver);
    m_copy->setEnabled(isOver && !verdictOf(m_race).isEmpty());
    showResult();
}

void RaceDialog::showResult()
{
    std::vector<RunRecord> curves;
    std::vector<qint64> ids;
    for (const std::unique_ptr<Contestant>& one : m_race.contestants()) {
        ids.push_back(one->run.id);
        curves.push_back(one->run);
    }
    m_plot->runs().setEarlier(curves);
    m_table->setReport(reportOf(m_race), ids);
    m_verdict->setText(sentencesOf(m_race).join(QLatin1Char('\n'))); // the same text costs nothing
}

/// Also by Escape and by the window's own button. Asks where curves would be lost that cannot be had again without the
/// time that they took.
void RaceDialog::reject()
{
    const bool hasTrained =
        std::ranges::any_of(m_race.contestants(), [](const auto& one) { return !one->run.curve.empty(); });
    if (m_race.state() != Race::State::Running || !hasTrained ||
        QMessageBox::question(
            this, tr("Race of engines"),
            tr("The race is still running. Stop it and close? What it has come to so far is not kept."),
            QMessageBox::Yes | QMessageBox::No, QMessageBox::No) == QMessageBox::Yes) {
        QDialog::reject();
    }
}

/// Heading, table and sentences over the curves, in the colours of the screen.
void RaceDialog::savePicture()
{
    constexpr int minWidth = 1000, plotHeight = 440;
    constexpr std::array formats = {engine::Format::Png, engine::Format::Svg, engine::Format::Pdf};
    const auto chosen = askForNewFile(this, tr("Save picture"), tr("race") + QStringLiteral(".png"), formats);
    if (!chosen) {
        return;
    }
    QTextDocument words;
    words.setHtml(htmlOf(m_race));
    words.setDefaultFont(font());
    words.setTextWidth(minWidth);
    const int width = std::max(minWidth, static_cast<int>(std::ceil(words.size().width()))); // of a wide table
    const int height = static_cast<int>(std::ceil(words.size().height()));
    const QSize size(width, height + plotHeight);
    const auto draw = [&](QCPPainter& painter) {
        painter.fillRect(QRect({}, size), editor::theme().canvas);
        QAbstractTextDocumentLayout::PaintContext look;
        look.palette.setColor(QPalette::Text, editor::theme().text);
        words.documentLayout()->draw(&painter, look);
        painter.translate(0, height);
        m_plot->view().toPainter(&painter, width, plotHeight);
    };
    try {
        requireNotInUse(m_workspace, *chosen);
        const engine::FileFormat* const format = engine::formatByName(chosen->string());
        const PaintedPicture picture{
            .size = size, .title = headingOf(m_race), .draw = draw, .made = provenanceOfRace(m_race.request())};
        m_plot->view().drawFor(width, CurveView::Ground::AsShown, [&] {
            studio::savePicture(*chosen, format ? format->format : engine::Format::Png, picture);
        });
        m_said = tr("The picture is in %1.").arg(QString::fromStdString(chosen->string()));
    } catch (const std::exception& error) {
        m_said = editor::inWords(error);
    }
    showState();
}

} // namespace studio

#include "moc_race.cpp"
