// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/sweep_dialog.h"

#include "app/contest/net_variants.h"
#include "app/queue/halving.h"
#include "app/studio/plots/words.h"
#include "app/studio/queue/queue_watch.h"
#include "app/studio/workspace/run_list.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/panels/settings_form.h"
#include "editor/widgets/parts.h"
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
#include <QDialogButtonBox>
#include <QFormLayout>
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

using editor::described;

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
                             .arg(durationOf(steps * seconds), step->run);
    return step->joules ? SweepDialog::tr("%1, and %2.").arg(time, energyInWords(steps * *step->joules * work))
                        : SweepDialog::tr("%1; its energy was not measured.").arg(time);
}

/// Whether it is one number or one word of several with which other things are learned: not what a run tells or when it
/// saves, nor one in place of which a run's own is given.
bool canVary(const engine::ParamSpec& spec)
{
    constexpr std::array<std::string_view, 3> others = {"average_loss", "snapshot_after_train", "test_initialization"};
    const bool isSingle =
        std::holds_alternative<engine::IntRange>(spec.kind) || std::holds_alternative<engine::FloatRange>(spec.kind) ||
        std::holds_alternative<engine::Choices>(spec.kind) || std::holds_alternative<engine::Flag>(spec.kind);
    const auto isOfRuns = [&](const engine::RunSpec& run) {
        return run.solverKey == spec.key && run.solverKeySays == engine::RunSpec::SolverKey::SaysTheSame;
    };
    return isSingle && !editor::isAdvanced(spec) && engine::whyUnused(spec.key).empty() &&
           std::ranges::find(others, spec.key) == others.end() && std::ranges::none_of(engine::runSpecs(), isOfRuns);
}

void add(std::vector<SweptSetting>& settings, std::span<const engine::ParamSpec> specs, const engine::Params& now,
         SweptSetting::Group group, const std::string& owner)
{
    const bool isSolver = group == SweptSetting::Group::Learning;
    for (const engine::ParamSpec& spec : specs) {
        const auto value = now.find(spec.key);
        if (canVary(spec)) {
            const QString label = editor::engineText(isSolver ? "Solver" : "Layers", spec.label);
            settings.push_back(
                {.name = owner + "." + std::string(spec.key),
                 .label = isSolver ? label : SweepDialog::tr("%1: %2").arg(QString::fromStdString(owner), label),
                 .spec = &spec,
                 .group = group,
                 .value = value == now.end() ? QString() : QString::fromStdString(engine::optionText(value->second))});
        }
    }
}

engine::Params completeOrGiven(const engine::Layer& layer, engine::Dialect dialect)
{
    try {
        return engine::completeParams(layer, dialect);
    } catch (const engine::Error&) { // a width that comes from the data, or a problem that is told elsewhere
        return layer.params;
    }
}

/// The end where there is none.
auto firstRecurrent(const engine::Model& model)
{
    return std::ranges::find_if(model.layers, [](const engine::Layer& layer) {
        const engine::LayerType* const type = engine::findLayerType(layer.type);
        return type && type->group == engine::LayerGroup::Recurrent;
    });
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
        names.append(QString::fromStdString("cell:" + std::string(cell.name)));
    }
    return names.join(QStringLiteral(", "));
}

/// What could be tried, as an example in an empty field.
QString exampleFor(const SweptSetting& setting)
{
    if (setting.name == SweepDialog::cell) {
        return QStringLiteral("drawn, lstm, gru, cell:janet");
    }
    const QString comma = QStringLiteral(", ");
    if (const auto* choices = std::get_if<engine::Choices>(&setting.spec->kind)) {
        return editor::listed(choices->names, comma, [](std::string_view name) { return QString::fromUtf8(name); });
    }
    if (std::holds_alternative<engine::Flag>(setting.spec->kind)) {
        return QStringLiteral("on, off");
    }
    const double now = QLocale::c().toDouble(setting.value);
    const bool isWhole = std::holds_alternative<engine::IntRange>(setting.spec->kind);
    const auto text = [&](double value) {
        return QString::number(isWhole ? std::ceil(value) : value, 'g', isWhole ? 17 : 4);
    };
    const QString low = text(now > 0 ? now / 2 : 0), high = text(now > 0 ? 2 * now : isWhole ? 1 : 0.5);
    return SweepDialog::tr("%1, or %2..%3 for a range, also with :log behind")
        .arg(now > 0 ? low + comma + text(now) + comma + high : low + comma + high, low, high);
}

/// Of "0,01, 0,02" the "0,01", which a German would read as one number; empty where commas only separate.
QString doubtfulNumber(const QString& list)
{
    static const QRegularExpression number(QStringLiteral("(?<![^;\\s])[^;\\s,.]*,[^;\\s,.]+(?=,?([;\\s]|$))"));
    return number.match(list).captured();
}

constexpr int refreshDelay = 150; ///< milliseconds
constexpr int defaultTrials = 20, defaultCellSeeds = 3;

/// The net's own, and the best known others.
QString defaultCells(const engine::Model& model)
{
    QStringList cells = {QStringLiteral("drawn")};
    for (const char* name : {"lstm", "gru", "cell:janet"}) {
        engine::RunDescription other{.model = model};
        queue::set(other, {.layer = {}, .setting = SweepDialog::cell, .values = {}}, name);
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
        if (run->end && run->end->joules && curve.back().iteration > run->start.iteration) {
            cost.joules = *run->end->joules / static_cast<double>(curve.back().iteration - run->start.iteration);
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
    const QString fewer =
        runs < asked ? SweepDialog::tr("There are no more different combinations.") + QLatin1Char(' ') : QString();
    const double work = step ? meanWork(sweep, job.run, choices, step->flops) : 1;
    return count + QStringLiteral(". ") + fewer + timeInWords(job.run, runs, work, sweep.stopsEarly, step);
}

std::vector<SweptSetting> settingsOf(const engine::RunDescription& given)
{
    std::vector<SweptSetting> settings;
    add(settings, engine::solverSpecs(), engine::completeParams(given.solver), SweptSetting::Group::Learning, "solver");
    static const engine::ParamSpec cell = {
        .key = "cell",
        .label = ENGINE_TEXT("Layers", "Cell"),
        .help = ENGINE_TEXT("Layers", "The cell of all recurrent layers; drawn is the net as it is, cell:FILE one of "
                                      "your own."),
        .kind = engine::FreeText{}};
    if (firstRecurrent(given.model) != given.model.layers.end()) {
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
            add(settings, type->params, completeOrGiven(layer, given.model.dialect),
                isData ? SweptSetting::Group::Data : SweptSetting::Group::Net, layer.name);
        }
    }
    std::ranges::stable_sort(settings, {}, &SweptSetting::group);
    return settings;
}

SweepDialog::SweepDialog(engine::RunDescription run, std::string title, std::optional<StepCost> cost, QueueWatch& queue,
                         const char* first, QWidget* parent)
    : QDialog(parent),
      m_run(std::move(run)),
      m_title(std::move(title)),
      m_measured(std::move(cost)),
      m_queue(queue),
      m_settings(settingsOf(m_run)),
      m_form(new QWidget(this)),
      m_cost(editor::label({}, this, editor::Look::Wraps, "runsCost")),
      m_problem(described(new editor::TintedLabel(this), {.name = "runsProblem"}))
{
    setObjectName(QStringLiteral("sweepDialog"));
    auto* about = editor::label(
        tr("Each combination of these values becomes a run of its own in the queue. All else is as it is drawn "
           "and set for the next run."),
        this, editor::Look::Wraps);
    auto* rows = new QWidget;
    auto* more =
        described(new QPushButton(editor::icon(QStringLiteral("plus")), tr("&Another setting")), {.name = "sweepMore"},
                  this, [this] { // the units of a recurrent layer, until the user says
                      const auto recurrent = firstRecurrent(m_run.model);
                      addRow(recurrent == m_run.model.layers.end() ? learningRate : recurrent->name + ".num_output");
                  });
    more->setAutoDefault(false);
    m_column = editor::inColumn(rows, {{more, 0, Qt::AlignLeft}, editor::stretch(1)}, QMargins());
    QScrollArea* const scroll = editor::scrolled(rows, this);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    editor::inColumn(m_form, {about, {scroll, 1}, makeChoice()}, QMargins());
    m_problem->showError({});
    auto* buttons = new QDialogButtonBox(this);
    m_start = described(buttons->addButton(tr("&Train them"), QDialogButtonBox::AcceptRole), {.name = "runsStart"},
                        this, &SweepDialog::start);
    m_start->setDefault(true);
    described(buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole), {}, this, &QDialog::reject)
        ->setAutoDefault(false);
    editor::inColumn(this, {{m_form, 1}, m_cost, m_problem, buttons});
    const QSize room = screen()->availableSize() - QSize(40, 60); // the frame that the desktop adds
    resize(QSize(720, 460).expandedTo({0, sizeHint().height()}).boundedTo(room));
    const Row& row = addRow(first);
    const bool ofCells = isOfCell(row);
    setWindowTitle(ofCells ? tr("Which cell?") : tr("Try many settings"));
    connect(this, &QDialog::rejected, this, [this] { m_cancel.request_stop(); });
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(refreshDelay);
    m_refresh.callOnTimeout(this, &SweepDialog::wanted);
    if (ofCells) {
        row.values->setText(defaultCells(m_run.model));
        m_seeds->setValue(defaultCellSeeds);
    }
    row.values->setFocus();
    wanted();
}

SweepDialog::~SweepDialog()
{
    m_cancel.request_stop();
    for (const Row& row : m_rows) { // which goes before its box
        row.setting->disconnect(this);
    }
}

QWidget* SweepDialog::makeChoice()
{
    auto* choice = new QWidget(this);
    auto* form = new QFormLayout(choice);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    const auto add = [&](const char* name, const QString& label, int min, int max, const QString& least,
                         const QString& tip) {
        auto* box = described(new editor::WholeBox(choice), {.name = name, .tip = tip}, &m_refresh,
                              qOverload<>(&QTimer::start));
        box->setRange(min, max);
        box->setSpecialValueText(least);
        form->addRow(label, box);
        return box;
    };
    const auto offer = [&](const char* name, const QString& label, const QString& tip) {
        auto* box = described(new QCheckBox(label, choice), {.name = name, .tip = tip}, &m_refresh,
                              qOverload<>(&QTimer::start));
        form->addRow(box);
        return box;
    };
    constexpr int endless = std::numeric_limits<int>::max();
    m_iterations = add("runsIterations", tr("&Iterations of each:"), 0, endless, tr("no limit"),
                       tr("Each run ends after so many; at first those of the next run"));
    const std::int64_t iterations = engine::runSettings(m_run.settings, m_run.solver).limits.iterations;
    m_given = iterations == engine::endless ? 0 : static_cast<int>(std::min<std::int64_t>(iterations, endless));
    m_iterations->setValue(m_given);
    m_trials = add("sweepTrials", tr("&Combinations:"), 0, static_cast<int>(queue::maxRuns), tr("all of them"),
                   tr("So many combinations drawn at random; all of them where that is 0"));
    m_seeds = add("sweepSeeds", tr("S&eeds of each:"), 1, 1000, {},
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

SweepDialog::Row& SweepDialog::addRow(const std::string& setting)
{
    auto* all = new QWidget(this);
    Row& row = m_rows.emplace_back(
        Row{.setting = makeSettings(),
            .values = described(new QLineEdit,
                                {.name = "sweepList", .title = tr("Values to try, with commas between them")})});
    auto* remove = described(editor::iconButton(all, "close", tr("Do not vary this setting")), {.name = "sweepRemove"},
                             this, [this, all, setting = row.setting] {
                                 setting->disconnect(this); // it may change as it loses the keys
                                 m_rows.remove_if([setting](const Row& one) { return one.setting == setting; });
                                 all->deleteLater();
                                 m_refresh.start();
                             });
    editor::inRow(all, {{row.setting, 3}, {row.values, 4}, remove}, QMargins());
    connect(row.values, &QLineEdit::textChanged, &m_refresh, qOverload<>(&QTimer::start));
    connect(row.setting, &QComboBox::currentIndexChanged, this, [this, &row] {
        if (!row.setting->currentData().isValid()) { // a heading was typed
            row.setting->setCurrentIndex(row.setting->currentIndex() + 1);
        }
        const SweptSetting& chosen = settingOf(row);
        row.values->setPlaceholderText(tr("such as %1").arg(exampleFor(chosen)));
        row.values->setToolTip(isOfCell(row)            ? knownCells()
                               : chosen.value.isEmpty() ? QString()
                                                        : tr("It is %1 now").arg(chosen.value));
        row.setting->setToolTip(row.setting->currentData(Qt::ToolTipRole).toString());
        m_refresh.start();
    });
    const auto find = [this](const std::string& name) {
        return std::ranges::find(m_settings, name, &SweptSetting::name);
    };
    const auto found = find(setting) == m_settings.end() ? find(learningRate) : find(setting);
    row.setting->setCurrentIndex(row.setting->findData(static_cast<int>(found - m_settings.begin())));
    m_column->insertWidget(m_column->count() - 2, all);
    return row;
}

/// Under a heading for each group; a part of a name that is typed finds it.
QComboBox* SweepDialog::makeSettings() const
{
    auto* box = described(new QComboBox, {.name = "sweepSetting", .title = tr("Setting that varies")});
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(22);
    box->setMaxVisibleItems(24);
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    box->completer()->setFilterMode(Qt::MatchContains);
    const QString groups[] = {tr("Learning"), tr("Net"), tr("Data")};
    for (int place = 0; place < static_cast<int>(m_settings.size()); ++place) {
        const SweptSetting& one = m_settings[static_cast<std::size_t>(place)];
        if (place == 0 || one.group != m_settings[static_cast<std::size_t>(place) - 1].group) {
            auto* const heading = new QStandardItem(groups[static_cast<int>(one.group)]);
            heading->setFlags(Qt::NoItemFlags);
            QFont bold = font();
            bold.setBold(true);
            heading->setFont(bold);
            dynamic_cast<QStandardItemModel&>(*box->model()).appendRow(heading);
        }
        box->addItem(one.label, place);
        const char* const context = one.group == SweptSetting::Group::Learning ? "Solver" : "Layers";
        box->setItemData(box->count() - 1, editor::engineText(context, one.spec->help), Qt::ToolTipRole);
    }
    box->setCurrentIndex(-1);                                  // until one is chosen
    connect(box->lineEdit(), &QLineEdit::editingFinished, box, // words that name none are dropped
            [box] { box->setEditText(box->itemText(box->currentIndex())); });
    return box;
}

const SweptSetting& SweepDialog::settingOf(const Row& row) const
{
    return m_settings[static_cast<std::size_t>(row.setting->currentData().toInt())];
}

bool SweepDialog::isRange(const Row& row) const
{
    return !isOfCell(row) && row.values->text().contains(QStringLiteral(".."));
}

std::optional<queue::Variation> SweepDialog::variationOf(const Row& row) const
{
    QString text = row.values->text().trimmed();
    text.chop(text.endsWith(QLatin1Char(',')) ? 1 : 0); // the next value is still to come
    static const QRegularExpression half(QStringLiteral("^\\.\\.|\\.\\.$|:(l|lo)?$"));
    if (text.isEmpty() || (isRange(row) && half.match(text).hasMatch())) {
        return std::nullopt;
    }
    const SweptSetting& setting = settingOf(row);
    if (const QString doubtful = doubtfulNumber(text);
        !doubtful.isEmpty() && std::holds_alternative<engine::FloatRange>(setting.spec->kind)) {
        QString point = doubtful, apart = doubtful;
        point.replace(QLatin1Char(','), QLatin1Char('.'));
        apart.replace(QLatin1Char(','), QLatin1String(", "));
        throw engine::Error(tr("%1 may be one number or two: write %2 for one, and “%3” with a space for two.")
                                .arg(doubtful, point, apart)
                                .toStdString());
    }
    const std::optional<queue::Variation> variation = queue::variationOf(setting.name, text.toStdString());
    if (!variation || variation->isRange() != isRange(row)) { // "0,001..0,01" would be a list
        const QString wanted =
            isRange(row) ? tr("The ends of a range are two numbers with a decimal point, such as 0.001 and 0.01.")
                         : tr("Give the values to try, with commas between them.");
        throw engine::Error(wanted.toStdString());
    }
    queue::requireValues(*variation, m_run);
    return variation;
}

engine::RunDescription SweepDialog::run() const
{
    engine::RunDescription run = m_run;
    if (m_iterations->value() != m_given) {
        run.settings.insert_or_assign("iterations", std::int64_t{m_iterations->value()});
    }
    return run;
}

std::optional<queue::Sweep> SweepDialog::wanted()
{
    if (!m_form->isEnabledTo(this)) { // it is filling the queue
        return std::nullopt;
    }
    // A range has no combinations that could be counted: values are drawn from it.
    const bool hasRange = std::ranges::any_of(m_rows, [this](const Row& row) { return isRange(row); });
    if (hasRange != (m_trials->minimum() > 0)) {
        m_trials->setMinimum(hasRange ? 1 : 0);
        m_trials->setValue(hasRange ? defaultTrials : 0);
    }
    m_early->setEnabled(m_iterations->value() > 0);
    m_start->setText(m_now->isChecked() ? tr("&Train them") : tr("&Fill the queue"));
    m_equal->setVisible(std::ranges::any_of(m_rows, [this](const Row& row) { return isOfCell(row); }));
    m_cost->clear();
    queue::Sweep sweep{.seeds = m_seeds->value(), .stopsEarly = m_early->isChecked() && m_early->isEnabled()};
    if (m_trials->value() > 0) {
        sweep.trials = m_trials->value();
    }
    QStringList problems;
    for (const Row& row : m_rows) {
        try {
            const std::optional<queue::Variation> variation = variationOf(row);
            const std::string name = variation ? variation->name() : "";
            if (std::ranges::find(sweep.variations, name, &queue::Variation::name) != sweep.variations.end()) {
                throw engine::Error(tr("This setting varies in a row above; give all its values there.").toStdString());
            }
            if (variation) {
                sweep.variations.push_back(*variation);
            } else if (row.values->text().trimmed().isEmpty()) {
                m_cost->setText(tr("Give each setting the values to try, with commas between them."));
            }
        } catch (const engine::Error& error) {
            problems.append(tr("%1: %2").arg(settingOf(row).label, editor::inWords(error)));
        }
    }
    bool canStart = false;
    if (sweep.variations.size() == m_rows.size()) {
        std::optional<StepCost> step = m_measured;
        if (step && m_equal->isVisibleTo(this) && m_equal->isChecked()) {
            step->flops = 0; // nets with as many parameters have about as much work
        }
        try {
            m_cost->setText(costInWords(sweep, jobOf(run(), m_title), step));
            canStart = true;
        } catch (const engine::Error& error) {
            problems.append(editor::inWords(error));
        }
    }
    m_problem->showError(problems.join(QStringLiteral(" · ")));
    m_start->setEnabled(canStart);
    return canStart ? std::optional(sweep) : std::nullopt;
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
    queue::SweepBase base{.model = m_title, .job = jobOf(run(), m_title), .hasEqualParameters = m_equal->isChecked()};
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
