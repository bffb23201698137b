// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/sweep_dialog.h"

#include "app/contest/net_variants.h"
#include "app/queue/halving.h"
#include "app/studio/queue/queue_panel.h"
#include "app/studio/queue/queue_words.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/panels/settings_form.h"
#include "editor/widgets/tinted_label.h"
#include "editor/words/numbers.h"
#include "engine/cells/library.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/run_specs.h"
#include "engine/training/run/solver_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollArea>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <set>
#include <utility>

namespace studio {
namespace {

/// Combinations whose arithmetic is counted, spread over all; the others are taken to be like them.
constexpr std::size_t maxSized = 64;

/// Of one iteration, forward and backward.
double flopsOf(const engine::Model& model)
{
    const engine::SizeReport sizes = engine::sizeReport(model);
    return static_cast<double>(sizes.flopsForward) + static_cast<double>(sizes.flopsBackward);
}

/// How many times the arithmetic of the measured net the combinations have, on average.
double meanWork(const queue::Sweep& sweep, const engine::RunDescription& given, std::span<const queue::Choice> choices,
                double measured)
{
    double sum = 0;
    const std::size_t sized = std::min(choices.size(), maxSized);
    for (std::size_t place = 0; place < sized; ++place) {
        const queue::Choice& choice = choices[place * choices.size() / sized];
        engine::RunDescription varied = given;
        for (std::size_t index = 0; index < choice.size(); ++index) {
            queue::set(varied, sweep.variations[index], choice[index]);
        }
        sum += flopsOf(varied.model);
    }
    return measured > 0 && sum > 0 ? sum / static_cast<double>(sized) / measured : 1;
}

/// What so many runs cost one after another, of steps that take so many times the arithmetic of the measured one; or
/// why that cannot be told.
QString timeInWords(const engine::RunDescription& each, std::int64_t runs, double work, bool stopsEarly,
                    const std::optional<StepCost>& step)
{
    if (!step) {
        return SweepDialog::tr(
            "Time and energy are not measured yet: train this net for a moment, and they are told here.");
    }
    const engine::RunLimits limits = engine::runSettings(each.settings, each.solver).limits;
    const double seconds = step->seconds * work, none = std::numeric_limits<double>::infinity();
    const bool isCounted = limits.iterations > 0 && limits.iterations != engine::endless;
    const double iterations =
        std::min({isCounted ? static_cast<double>(limits.iterations) : none,
                  limits.epochs && step->epochs > 0 ? static_cast<double>(*limits.epochs) / step->epochs : none,
                  limits.seconds && seconds > 0 ? *limits.seconds / seconds : none});
    if (iterations == none) {
        return SweepDialog::tr("How long they take cannot be told before, as they end at a training loss.");
    }
    const double part = stopsEarly ? partTrained(runs, std::llround(iterations)) : 1;
    const double steps = static_cast<double>(runs) * iterations * part;
    const QString time = SweepDialog::tr("About %1 in all, one after the other, by the steps of %2")
                             .arg(spanInWords(steps * seconds), step->run);
    return step->joules ? SweepDialog::tr("%1, and %2.").arg(time, energyInWords(steps * *step->joules * work))
                        : SweepDialog::tr("%1; its energy was not measured.").arg(time);
}

/// The solver's settings in place of which a run's own are given.
bool isOfRuns(const engine::ParamSpec& spec)
{
    return std::ranges::any_of(engine::runSpecs(), [&](const engine::RunSpec& run) {
        return run.solverKey == spec.key && run.solverKeySays == engine::RunSpec::SolverKey::SaysTheSame;
    });
}

/// Whether other things are learned with other values: not by what a run tells, or when it saves.
bool changesLearning(const engine::ParamSpec& spec)
{
    constexpr std::array<std::string_view, 3> others = {"average_loss", "snapshot_after_train", "test_initialization"};
    return engine::whyUnused(spec.key).empty() && std::ranges::find(others, spec.key) == others.end();
}

/// Whether it is one number or one word of several.
bool isSingle(const engine::ParamSpec& spec)
{
    return std::holds_alternative<engine::IntRange>(spec.kind) ||
           std::holds_alternative<engine::FloatRange>(spec.kind) ||
           std::holds_alternative<engine::Choices>(spec.kind) || std::holds_alternative<engine::Flag>(spec.kind);
}

void add(std::vector<SweptSetting>& settings, std::span<const engine::ParamSpec> specs, const engine::Params& now,
         SweptSetting::Group group, const std::string& owner)
{
    const bool isSolver = group == SweptSetting::Group::Learning;
    for (const engine::ParamSpec& spec : specs) {
        const auto value = now.find(spec.key);
        if (isSingle(spec) && !editor::isAdvanced(spec) && !isOfRuns(spec) && changesLearning(spec)) {
            const QString label = editor::engineText(isSolver ? "Solver" : "Layers", spec.label);
            settings.push_back(
                {.name = owner + "." + std::string(spec.key),
                 .label = isSolver ? label : SweepRow::tr("%1: %2").arg(QString::fromStdString(owner), label),
                 .spec = &spec,
                 .group = group,
                 .value = value == now.end() ? QString() : QString::fromStdString(engine::optionText(value->second))});
        }
    }
}

template <typename Complete>
engine::Params completeOr(const engine::Params& given, const Complete& complete)
{
    try {
        return complete();
    } catch (const engine::Error&) { // a problem that is told elsewhere
        return given;
    }
}

/// The cells that have names.
QString knownCells()
{
    QStringList names = {QStringLiteral("drawn")};
    for (const std::string& name : contest::cellNames()) {
        if (!name.starts_with("bidirectional_") && name != "rnn") { // which is rnn_tanh
            names.append(QString::fromStdString(name));
        }
    }
    for (const engine::cells::LibraryCell& cell : engine::cells::libraryCells()) {
        names.append(QStringLiteral("cell:") +
                     QString::fromUtf8(cell.name.data(), static_cast<qsizetype>(cell.name.size())));
    }
    return names.join(QStringLiteral(", "));
}

/// What could be tried, as an example in an empty field.
QString exampleFor(const SweptSetting& setting)
{
    if (setting.name == "cell") {
        return QStringLiteral("drawn, lstm, gru, cell:janet");
    }
    const auto listed = [](const QStringList& values) { return values.join(QStringLiteral(", ")); };
    if (const auto* choices = std::get_if<engine::Choices>(&setting.spec->kind)) {
        QStringList names;
        for (const std::string_view name : choices->names) {
            names.append(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
        }
        return listed(names);
    }
    if (std::holds_alternative<engine::Flag>(setting.spec->kind)) {
        return QStringLiteral("on, off");
    }
    const double now = QLocale::c().toDouble(setting.value);
    const bool isWhole = std::holds_alternative<engine::IntRange>(setting.spec->kind);
    const auto text = [&](double value) {
        return isWhole ? QString::number(std::llround(value)) : QString::number(value, 'g', 4);
    };
    const QString low = text(now <= 0 ? 0 : isWhole ? std::ceil(now / 2) : now / 2);
    const QString high = text(now > 0 ? 2 * now : isWhole ? 1 : 0.5);
    return SweepRow::tr("%1, or %2..%3 for a range, also with :log behind")
        .arg(listed(now > 0 ? QStringList{low, text(now), high} : QStringList{low, high}), low, high);
}

/// Of "0,01, 0,02" the "0,01", which a German would read as one number; empty where commas only separate.
QString doubtfulNumber(const QString& list)
{
    static const QRegularExpression between(QStringLiteral("[;\\s]+"));
    for (QString value : list.split(between, Qt::SkipEmptyParts)) {
        value.chop(value.endsWith(QLatin1Char(',')) ? 1 : 0);
        if (value.count(QLatin1Char(',')) == 1 && !value.contains(QLatin1Char('.'))) {
            return value;
        }
    }
    return {};
}

constexpr int refreshDelay = 150; ///< milliseconds
constexpr int defaultTrials = 20, defaultCellSeeds = 3;
const std::string learningRate = "solver.base_lr", cell = "cell";

/// The net's own, and the best known others.
QString defaultCells(const engine::Model& model)
{
    QStringList cells = {QStringLiteral("drawn")};
    for (const char* name : {"lstm", "gru", "cell:janet"}) {
        engine::RunDescription other{.model = model};
        queue::set(other, {.layer = {}, .setting = cell, .values = {}}, name);
        if (other.model != model) {
            cells.append(QString::fromLatin1(name));
        }
    }
    return cells.join(QStringLiteral(", "));
}

} // namespace

std::optional<StepCost> measuredStep(const Workspace& workspace)
{
    const std::vector<RunRecord> runs = workspace.runs().asTheyAre();
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        const engine::Curve& curve = run->curve;
        const double iterations = curve.empty() ? 0 : static_cast<double>(curve.back().iteration - curve.iteration(0));
        if (iterations <= 0) {
            continue;
        }
        StepCost cost{.run = QString::fromStdString(run->name),
                      .seconds = (curve.back().seconds - curve.seconds(0)) / iterations,
                      .epochs = run->start.stepsPerEpoch > 0 ? 1 / run->start.stepsPerEpoch : 0};
        const RunRecord& last = workspace.training().run();
        if (last.id == run->id && last.end && last.end->joules && curve.back().iteration > last.start.iteration) {
            cost.joules = *last.end->joules / static_cast<double>(curve.back().iteration - last.start.iteration);
        }
        try {
            cost.flops = flopsOf(engine::readModel(run->start.model, run->name));
        } catch (const engine::Error&) { // NOLINT(bugprone-empty-catch): then all nets count as alike
        }
        return cost;
    }
    return std::nullopt;
}

double partTrained(std::int64_t runs, std::int64_t iterations)
{
    const std::int64_t rungs = queue::rungsFor(runs, iterations);
    double trained = 0;
    std::int64_t alive = runs, before = 0;
    for (std::int64_t rung = 0; rung <= rungs; ++rung) {
        const std::int64_t until = queue::iterationsAt(rung, rungs, iterations);
        trained += static_cast<double>(alive) * static_cast<double>(until - before);
        before = until;
        alive = queue::goOnFrom(alive);
    }
    return trained / (static_cast<double>(runs) * static_cast<double>(iterations));
}

QString costInWords(const queue::Sweep& sweep, const queue::Job& job, const std::optional<StepCost>& step)
{
    const std::int64_t asked = queue::runsOf(sweep);
    if (asked > queue::maxRuns) {
        throw engine::Error(SweepDialog::tr("These are %1 runs, but more than %2 are rarely meant; give "
                                            "fewer values, trials or seeds.")
                                .arg(editor::countText(asked), editor::countText(queue::maxRuns))
                                .toStdString());
    }
    const std::vector<queue::Choice> choices = queue::choicesOf(sweep, job);
    const std::int64_t runs = static_cast<std::int64_t>(choices.size()) * sweep.seeds;
    QString count = SweepDialog::tr("%n run(s)", nullptr, static_cast<int>(runs));
    if (sweep.seeds > 1) {
        count = SweepDialog::tr("%1: %n combination(s), %2 seeds each", nullptr, static_cast<int>(choices.size()))
                    .arg(count)
                    .arg(sweep.seeds);
    }
    QStringList sentences = {count + QLatin1Char('.')};
    if (runs < asked) {
        sentences.append(SweepDialog::tr("There are no more different combinations."));
    }
    const double work = step ? meanWork(sweep, job.run, choices, step->flops) : 1;
    sentences.append(timeInWords(job.run, runs, work, sweep.stopsEarly, step));
    return sentences.join(QLatin1Char(' '));
}

std::vector<SweptSetting> settingsOf(const engine::RunDescription& given)
{
    std::vector<SweptSetting> settings;
    const engine::SolverSettings& solver = given.solver;
    add(settings, engine::solverSpecs(), completeOr(solver.params, [&] { return engine::completeParams(solver); }),
        SweptSetting::Group::Learning, "solver");
    static const engine::ParamSpec cell = {
        .key = "cell",
        .label = ENGINE_TEXT("Layers", "Cell"),
        .help = ENGINE_TEXT("Layers", "The cell of all recurrent layers; drawn is the net as it is, cell:FILE one of "
                                      "your own."),
        .kind = engine::FreeText{}};
    if (std::ranges::any_of(given.model.layers, [](const engine::Layer& layer) {
            const engine::LayerType* const type = engine::findLayerType(layer.type);
            return type && type->group == engine::LayerGroup::Recurrent;
        })) {
        settings.push_back({.name = "cell",
                            .label = editor::engineText("Layers", cell.label),
                            .spec = &cell,
                            .group = SweptSetting::Group::Net});
    }
    std::set<std::string> known;
    for (const engine::Layer& layer : given.model.layers) {
        const engine::LayerType* const type = engine::findLayerType(layer.type);
        const bool isTaken = layer.name == "solver"; // which names the solver's settings where values are set
        if (type && !isTaken && known.insert(layer.name).second) { // of two phases' layers both get the value
            const bool isData = type->group == engine::LayerGroup::Source;
            add(settings, type->params,
                completeOr(layer.params, [&] { return engine::completeParams(layer, given.model.dialect); }),
                isData ? SweptSetting::Group::Data : SweptSetting::Group::Net, layer.name);
        }
    }
    std::ranges::stable_sort(settings, {}, &SweptSetting::group);
    return settings;
}

SweepRow::SweepRow(const std::vector<SweptSetting>& settings, const engine::RunDescription& given, int chosen,
                   QWidget* parent)
    : QWidget(parent),
      m_settings(settings),
      m_given(given),
      m_setting(new QComboBox(this)),
      m_values(new QLineEdit(this)),
      m_problem(new editor::TintedLabel(this))
{
    m_setting->setObjectName(QStringLiteral("sweepSetting"));
    m_setting->setAccessibleName(tr("Setting that varies"));
    m_setting->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_setting->setMinimumContentsLength(22);
    m_setting->setMaxVisibleItems(24);
    fillSettings();
    m_setting->setCurrentIndex(m_setting->findData(chosen));
    m_values->setObjectName(QStringLiteral("sweepList"));
    m_values->setAccessibleName(tr("Values to try, with commas between them"));
    auto* remove = new QToolButton(this);
    remove->setObjectName(QStringLiteral("sweepRemove"));
    remove->setIcon(editor::icon(QStringLiteral("close")));
    remove->setAutoRaise(true);
    remove->setToolTip(tr("Do not vary this setting"));
    remove->setAccessibleName(remove->toolTip());
    m_problem->setObjectName(QStringLiteral("sweepProblem"));
    m_problem->hide();
    auto* rows = new QGridLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(m_setting, 0, 0);
    rows->addWidget(m_values, 0, 1);
    rows->addWidget(remove, 0, 2);
    rows->addWidget(m_problem, 1, 0, 1, 3);
    rows->setColumnStretch(0, 3);
    rows->setColumnStretch(1, 4);
    connect(remove, &QToolButton::clicked, this, &SweepRow::removed);
    connect(m_values, &QLineEdit::textChanged, this, &SweepRow::changed);
    connect(m_setting, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_setting->currentData().isValid()) { // a heading was typed
            m_setting->setCurrentIndex(m_setting->currentIndex() + 1);
        }
        showHints();
        emit changed();
    });
    showHints();
}

/// Under a heading for each group; a part of a name that is typed finds it.
void SweepRow::fillSettings()
{
    m_setting->setEditable(true);
    m_setting->setInsertPolicy(QComboBox::NoInsert);
    m_setting->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_setting->completer()->setFilterMode(Qt::MatchContains);
    auto& items = dynamic_cast<QStandardItemModel&>(*m_setting->model());
    std::optional<SweptSetting::Group> group;
    for (int place = 0; place < static_cast<int>(m_settings.size()); ++place) {
        const SweptSetting& one = m_settings[static_cast<std::size_t>(place)];
        if (std::exchange(group, one.group) != one.group) {
            m_setting->addItem(one.group == SweptSetting::Group::Learning ? tr("Learning")
                               : one.group == SweptSetting::Group::Net    ? tr("Net")
                                                                          : tr("Data"));
            QStandardItem& heading = *items.item(m_setting->count() - 1);
            heading.setFlags(Qt::NoItemFlags);
            QFont bold = font();
            bold.setBold(true);
            heading.setFont(bold);
        }
        m_setting->addItem(one.label, place);
        const char* const context = one.group == SweptSetting::Group::Learning ? "Solver" : "Layers";
        m_setting->setItemData(m_setting->count() - 1, editor::engineText(context, one.spec->help), Qt::ToolTipRole);
    }
    connect(m_setting->lineEdit(), &QLineEdit::editingFinished, m_setting, // words that name none are dropped
            [this] { m_setting->setEditText(m_setting->itemText(m_setting->currentIndex())); });
}

const SweptSetting& SweepRow::setting() const
{
    return m_settings[static_cast<std::size_t>(m_setting->currentData().toInt())];
}

bool SweepRow::isRange() const
{
    return !isOfCell() && m_values->text().contains(QStringLiteral(".."));
}

void SweepRow::showHints()
{
    m_values->setPlaceholderText(tr("such as %1").arg(exampleFor(setting())));
    m_values->setToolTip(isOfCell()                  ? knownCells()
                         : setting().value.isEmpty() ? QString()
                                                     : tr("It is %1 now").arg(setting().value));
    m_setting->setToolTip(m_setting->currentData(Qt::ToolTipRole).toString());
}

std::optional<queue::Variation> SweepRow::variation()
{
    showProblem({});
    QString text = m_values->text().trimmed();
    text.chop(text.endsWith(QLatin1Char(',')) ? 1 : 0); // the next value is still to come
    static const QRegularExpression half(QStringLiteral("^\\.\\.|\\.\\.$|:(l|lo)?$"));
    if (text.isEmpty() || (isRange() && half.match(text).hasMatch())) {
        return std::nullopt;
    }
    if (const QString doubtful = doubtfulNumber(text);
        !doubtful.isEmpty() && std::holds_alternative<engine::FloatRange>(setting().spec->kind)) {
        QString point = doubtful, apart = doubtful;
        point.replace(QLatin1Char(','), QLatin1Char('.'));
        apart.replace(QLatin1Char(','), QLatin1String(", "));
        showProblem(tr("%1 may be one number or two: write %2 for one, and “%3” with a space for two.")
                        .arg(doubtful, point, apart));
        return std::nullopt;
    }
    try {
        const std::optional<queue::Variation> variation = queue::variationOf(setting().name, text.toStdString());
        if (variation && variation->isRange() == isRange()) { // "0,001..0,01" would be a list
            queue::requireValues(*variation, m_given);
            return variation;
        }
        if (isRange()) {
            showProblem(tr("The ends of a range are two numbers with a decimal point, such as 0.001 and 0.01."));
        } else {
            showProblem(tr("Give the values to try, with commas between them."));
        }
        return std::nullopt;
    } catch (const engine::Error& error) {
        showProblem(editor::inWords(error));
        return std::nullopt;
    }
}

void SweepRow::showProblem(const QString& sentence)
{
    m_problem->showError(sentence);
}

SweepDialog::SweepDialog(engine::RunDescription run, std::string title, std::optional<StepCost> cost, QueueWatch& queue,
                         First first, QWidget* parent)
    : QDialog(parent),
      m_run(std::move(run)),
      m_title(std::move(title)),
      m_measured(std::move(cost)),
      m_queue(queue),
      m_settings(settingsOf(m_run)),
      m_form(new QWidget(this)),
      m_cost(new QLabel(this)),
      m_problem(new editor::TintedLabel(this))
{
    setObjectName(QStringLiteral("sweepDialog"));
    const bool ofCells =
        first == First::Cell && std::ranges::find(m_settings, cell, &SweptSetting::name) != m_settings.end();
    setWindowTitle(ofCells ? tr("Which cell?") : tr("Try many settings"));
    auto* about = new QLabel(
        tr("Each combination of these values becomes a run of its own in the queue. All else is as it is drawn "
           "and set for the next run."),
        this);
    about->setWordWrap(true);
    auto* rows = new QVBoxLayout(m_form);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(about);
    rows->addWidget(makeRows(), 1);
    rows->addWidget(makeChoice());
    m_cost->setObjectName(QStringLiteral("runsCost"));
    m_cost->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("runsProblem"));
    m_problem->showError({});
    makeButtons();
    connect(this, &QDialog::rejected, this, [this] { m_cancel.request_stop(); });
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(refreshDelay);
    connect(&m_refresh, &QTimer::timeout, this, &SweepDialog::wanted);
    if (ofCells) {
        addRow(cell).values().setText(defaultCells(m_run.model));
        m_seeds->setValue(defaultCellSeeds);
    } else {
        addRow(learningRate);
    }
    m_settingRows.front()->values().setFocus();
    wanted();
}

SweepDialog::~SweepDialog()
{
    m_cancel.request_stop();
}

void SweepDialog::makeButtons()
{
    m_start = new QPushButton(tr("&Train them"), this);
    m_start->setObjectName(QStringLiteral("runsStart"));
    m_start->setDefault(true);
    connect(m_start, &QPushButton::clicked, this, &SweepDialog::start);
    connect(m_now, &QCheckBox::toggled, m_start,
            [this](bool now) { m_start->setText(now ? tr("&Train them") : tr("&Fill the queue")); });
    auto* close = new QPushButton(tr("Cancel"), this);
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_start);
    buttons->addWidget(close);
    auto* all = new QVBoxLayout(this);
    all->addWidget(m_form, 1);
    all->addWidget(m_cost);
    all->addWidget(m_problem);
    all->addLayout(buttons);
    const QSize room = screen()->availableSize() - QSize(40, 60); // the frame that the desktop adds
    resize(QSize(720, 460).expandedTo({0, sizeHint().height()}).boundedTo(room));
}

QWidget* SweepDialog::makeRows()
{
    auto* content = new QWidget;
    m_column = new QVBoxLayout;
    m_column->setContentsMargins(0, 0, 0, 0);
    auto* more = new QPushButton(editor::icon(QStringLiteral("plus")), tr("&Another setting"));
    more->setObjectName(QStringLiteral("sweepMore"));
    more->setAutoDefault(false);
    connect(more, &QPushButton::clicked, this, [this] { addRow(nextSetting()); });
    auto* rows = new QVBoxLayout(content);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(m_column);
    rows->addWidget(more, 0, Qt::AlignLeft);
    rows->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    return scroll;
}

QWidget* SweepDialog::makeChoice()
{
    auto* choice = new QWidget(this);
    auto* form = new QFormLayout(choice);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    const auto add = [&](const char* name, const QString& label, int min, int max, const QString& tip) {
        auto* box = new editor::WholeBox(choice);
        box->setObjectName(QString::fromLatin1(name));
        box->setRange(min, max);
        box->setToolTip(tip);
        form->addRow(label, box);
        connect(box, &QSpinBox::valueChanged, &m_refresh, qOverload<>(&QTimer::start));
        return box;
    };
    const auto offer = [&](const char* name, const QString& label, const QString& tip) {
        auto* box = new QCheckBox(label, choice);
        box->setObjectName(QString::fromLatin1(name));
        box->setToolTip(tip);
        form->addRow(box);
        connect(box, &QCheckBox::toggled, &m_refresh, qOverload<>(&QTimer::start));
        return box;
    };
    constexpr int endless = std::numeric_limits<int>::max();
    m_iterations = add("runsIterations", tr("&Iterations of each:"), 0, endless,
                       tr("Each run ends after so many; at first those of the next run"));
    m_iterations->setSpecialValueText(tr("no limit"));
    const std::int64_t iterations = engine::runSettings(m_run.settings, m_run.solver).limits.iterations;
    m_given = iterations == engine::endless ? 0 : static_cast<int>(std::min<std::int64_t>(iterations, endless));
    m_iterations->setValue(m_given);
    m_trials = add("sweepTrials", tr("&Combinations:"), 0, static_cast<int>(queue::maxRuns),
                   tr("So many combinations drawn at random; all of them where that is 0"));
    m_trials->setSpecialValueText(tr("all of them"));
    m_seeds = add("sweepSeeds", tr("S&eeds of each:"), 1, 1000,
                  tr("Each combination is trained from so many seeds: how much of a difference is luck"));
    m_equal = offer("sweepEqual", tr("E&qual parameters"),
                    tr("Nets with other cells have wider or narrower layers, so that all learn as many numbers"));
    m_equal->setChecked(true);
    m_early = offer("sweepEarly", tr("&Stop the worse runs early"),
                    tr("All runs are trained for a part of their iterations, the third with the lowest validation "
                       "loss for three times as many, and so on; for runs with a limit of iterations"));
    m_now = offer("sweepNow", tr("Start at &once"), tr("Else they wait in the queue until it is started"));
    m_now->setChecked(true);
    return choice;
}

/// The units of a recurrent layer, until the user says.
std::string SweepDialog::nextSetting() const
{
    const auto recurrent = std::ranges::find_if(m_run.model.layers, [](const engine::Layer& layer) {
        const engine::LayerType* const type = engine::findLayerType(layer.type);
        return type && type->group == engine::LayerGroup::Recurrent;
    });
    return recurrent == m_run.model.layers.end() ? learningRate : recurrent->name + ".num_output";
}

SweepRow& SweepDialog::addRow(const std::string& setting)
{
    const auto found = std::ranges::find(m_settings, setting, &SweptSetting::name);
    const auto place = found == m_settings.end() ? 0 : static_cast<int>(found - m_settings.begin());
    auto* row = new SweepRow(m_settings, m_run, place, this);
    m_settingRows.push_back(row);
    m_column->addWidget(row);
    connect(row, &SweepRow::changed, &m_refresh, qOverload<>(&QTimer::start));
    connect(row, &SweepRow::removed, this, [this, row] {
        std::erase(m_settingRows, row);
        row->deleteLater();
        m_refresh.start();
    });
    m_refresh.start();
    return *row;
}

engine::RunDescription SweepDialog::run() const
{
    engine::RunDescription run = m_run;
    if (m_iterations->value() != m_given) {
        run.settings.insert_or_assign("iterations", std::int64_t{m_iterations->value()});
    }
    return run;
}

std::optional<queue::Sweep> SweepDialog::sweep()
{
    queue::Sweep sweep{.seeds = m_seeds->value(), .stopsEarly = m_early->isChecked() && m_early->isEnabled()};
    bool isWhole = true;
    for (SweepRow* row : m_settingRows) {
        const std::optional<queue::Variation> variation = row->variation();
        isWhole = isWhole && variation;
        if (!variation) {
            continue;
        }
        const bool isTwice = std::ranges::any_of(
            sweep.variations, [&](const queue::Variation& other) { return other.name() == variation->name(); });
        if (isTwice) {
            row->showProblem(tr("This setting varies in a row above; give all its values there."));
            isWhole = false;
        } else {
            sweep.variations.push_back(*variation);
        }
    }
    if (m_trials->value() > 0) {
        sweep.trials = m_trials->value();
    }
    return isWhole ? std::optional(sweep) : std::nullopt;
}

std::optional<queue::Sweep> SweepDialog::wanted()
{
    if (!m_form->isEnabledTo(this)) { // it is filling the queue
        return std::nullopt;
    }
    // A range has no combinations that could be counted: values are drawn from it.
    const bool hasRange = std::ranges::any_of(m_settingRows, &SweepRow::isRange);
    if (hasRange != (m_trials->minimum() > 0)) {
        m_trials->setMinimum(hasRange ? 1 : 0);
        m_trials->setValue(hasRange ? defaultTrials : 0);
    }
    m_early->setEnabled(m_iterations->value() > 0);
    m_equal->setVisible(std::ranges::any_of(m_settingRows, &SweepRow::isOfCell));
    m_problem->showError({});
    std::optional<queue::Sweep> asked = sweep();
    m_start->setEnabled(asked.has_value());
    if (!asked) {
        const auto isEmpty = [](const SweepRow* row) { return row->values().text().trimmed().isEmpty(); };
        m_cost->setText(std::ranges::any_of(m_settingRows, isEmpty)
                            ? tr("Give each setting the values to try, with commas between them.")
                            : QString());
        return std::nullopt;
    }
    try {
        std::optional<StepCost> step = m_measured;
        if (step && m_equal->isVisibleTo(this) && m_equal->isChecked()) {
            step->flops = 0; // nets with as many parameters have about as much work
        }
        m_cost->setText(costInWords(*asked, QueuePanel::jobOf(run(), m_title), step));
        return asked;
    } catch (const engine::Error& error) {
        m_cost->clear();
        m_problem->showError(editor::inWords(error));
        m_start->setEnabled(false);
        return std::nullopt;
    }
}

bool SweepDialog::startsAtOnce() const
{
    return m_now->isChecked();
}

void SweepDialog::start()
{
    const std::optional<queue::Sweep> asked = wanted(); // the last change may be younger than the delay
    if (!asked) {
        return;
    }
    m_form->setEnabled(false);
    m_start->setEnabled(false);
    m_problem->showError({});
    m_cost->setText(tr("The data are read, to see whether each net fits…"));
    queue::SweepBase base{
        .model = m_title, .job = QueuePanel::jobOf(run(), m_title), .hasEqualParameters = m_equal->isChecked()};
    const auto jobs = [base, sweep = *asked]() mutable {
        base.data = engine::openSource(base.job.run.data, base.job.run.model);
        return queue::jobsOf(sweep, base);
    };
    m_queue.add(jobs, m_cancel.get_token(), this, [this](const QString& problem, const QueueWatch::Runs& runs) {
        if (!runs.empty()) {
            emit queued(runs);
            accept();
        } else if (!m_cancel.stop_requested()) {
            m_form->setEnabled(true);
            wanted();
            m_problem->showError(problem);
        }
    });
}

} // namespace studio

#include "moc_sweep_dialog.cpp"
