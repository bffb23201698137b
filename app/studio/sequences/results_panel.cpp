// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/results_panel.h"

#include "app/studio/panels/parts.h"
#include "app/studio/plots/words.h"
#include "app/studio/sequences/sequence_preview.h"
#include "app/studio/sequences/series_plot.h"
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/run_list.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <QComboBox>
#include <QDateTime>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableWidgetItem>
#include <QTabWidget>
#include <QTimeZone>
#include <QTreeWidget>

namespace studio {

namespace {

constexpr int longestName = 90; ///< units
constexpr int margin = 4;
constexpr int headRows = 2; ///< rows above those of the classes

QString percent(double share)
{
    return QLocale().toString(100 * share, 'f', 1) + QStringLiteral(" %");
}

} // namespace

ConfusionView::ConfusionView(QWidget* parent) : QTableWidget(parent)
{
    setAccessibleName(tr("Confusion matrix"));
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::NoSelection);
    setFocusPolicy(Qt::NoFocus);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // it is as large as all of it: what is around it scrolls
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    horizontalHeader()->hide();
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    editor::onNewLooks(this, &ConfusionView::fill);
}

void ConfusionView::setMatrix(const engine::ConfusionMatrix& matrix, std::vector<std::string> classes)
{
    m_matrix = matrix;
    m_classes = std::move(classes);
    fill();
}

QString ConfusionView::nameOf(std::int64_t index) const
{
    return QString::fromStdString(m_classes[static_cast<std::size_t>(index)]);
}

/// Without a ground it is a name, which loses its end where it is long.
void ConfusionView::put(int row, int column, const QString& words, const QString& tip, Qt::Alignment alignment,
                        const QBrush& ground)
{
    const bool isName = ground.style() == Qt::NoBrush;
    auto* item = new QTableWidgetItem(isName ? fontMetrics().elidedText(words, Qt::ElideRight, longestName) : words);
    item->setToolTip(tip);
    item->setTextAlignment(alignment);
    item->setBackground(ground);
    item->setForeground(isName ? editor::theme().mutedText : editor::theme().text);
    setItem(row, column, item);
}

/// Where nothing was counted there is no item: of many classes most cells are empty.
void ConfusionView::fill()
{
    clear();
    clearSpans();
    const auto classes = static_cast<int>(m_matrix.classes());
    setRowCount(classes > 0 ? classes + headRows : 0);
    setColumnCount(classes > 0 ? classes + 2 : 0);
    if (classes == 0) {
        return;
    }
    setSpan(0, 1, 1, classes);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    put(0, 1, tr("predicted"), {}, Qt::AlignCenter);
    put(1, 0, tr("actual"), {}, Qt::AlignRight | Qt::AlignVCenter);
    put(1, classes + 1, tr("Recall"), {}, Qt::AlignCenter);
    QStringList words;
    int wide = fontMetrics().height();
    for (int number = 0; number < classes; ++number) {
        put(1, number + 1, nameOf(number), nameOf(number), Qt::AlignCenter);
        fillRow(number);
        const bool came = m_matrix.ofClass(number) > 0;
        words += came ? tr("%1: %2 correct").arg(nameOf(number), percent(m_matrix.recall(number)))
                      : tr("%1: not in the data").arg(nameOf(number));
        const QString total = QLocale().toString(static_cast<qlonglong>(m_matrix.ofClass(number)));
        for (const QString& cell : {item(1, number + 1)->text(), total}) {
            wide = std::max(wide, fontMetrics().horizontalAdvance(cell) + 2 * margin);
        }
    }
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    horizontalHeader()->setMinimumSectionSize(wide);
    int width = classes * wide + 2 * frameWidth();
    for (const int side : {0, classes + 1}) {
        horizontalHeader()->setSectionResizeMode(side, QHeaderView::ResizeToContents);
        width += std::max({wide, sizeHintForColumn(side), horizontalHeader()->sectionSizeHint(side)});
    }
    setMinimumWidth(width);
    verticalHeader()->setMinimumSectionSize(fontMetrics().height() + margin);
    setMinimumHeight(rowCount() * verticalHeader()->minimumSectionSize() + 2 * frameWidth());
}

void ConfusionView::fillRow(int truth)
{
    const editor::Theme& theme = editor::theme();
    const QLocale locale;
    const std::int64_t came = m_matrix.ofClass(truth);
    const QString all = locale.toString(static_cast<qlonglong>(came));
    put(truth + headRows, 0, nameOf(truth), nameOf(truth), Qt::AlignRight | Qt::AlignVCenter);
    for (int said = 0; said < static_cast<int>(m_matrix.classes()); ++said) {
        const std::int64_t count = m_matrix.count(truth, said);
        if (count == 0 && truth != said) {
            continue;
        }
        const double share = came > 0 ? static_cast<double>(count) / static_cast<double>(came) : 0;
        const QString number = locale.toString(static_cast<qlonglong>(count));
        QColor ground = theme.success;
        ground.setAlphaF(static_cast<float>(0.10 + 0.35 * share));
        if (truth != said) { // a few mistakes in a hundred are what one looks for: a root brings them out
            ground = theme.heat(std::min(1.0, 0.15 + std::sqrt(share)));
        }
        put(truth + headRows, said + 1, count > 0 ? number : QString(),
            truth == said ? tr("%1 of %2 of class %3 predicted correctly").arg(number, all, nameOf(truth))
                          : tr("%1 of %2 of class %3 predicted as %4").arg(number, all, nameOf(truth), nameOf(said)),
            Qt::AlignCenter, ground);
    }
    put(truth + headRows, columnCount() - 1, came > 0 ? percent(m_matrix.recall(truth)) : QStringLiteral("–"), {},
        Qt::AlignRight | Qt::AlignVCenter);
}

namespace {

SeriesPlot* makePlot(QWidget* parent, const QString& name)
{
    auto* plot = new SeriesPlot(parent);
    plot->setAccessibleName(name);
    plot->setMinimumHeight(120);
    return plot;
}

} // namespace

void ResultsPanel::buildHead()
{
    m_evaluate =
        editor::described(new QPushButton(tr("E&valuate"), this),
                          {.name = "evaluate", .tip = tr("Measure the net on sequences that it was not trained on")},
                          this, &ResultsPanel::evaluate);
    m_part = editor::described(new QComboBox(this), {.title = tr("Part of the data")}, this, &ResultsPanel::evaluate);
    m_part->addItem(tr("Held out"), -1);
    for (const engine::Split part : {engine::Split::Validation, engine::Split::Test, engine::Split::Train}) {
        m_part->addItem(partName(part), static_cast<int>(part));
    }
    m_caption = editor::label({}, this, editor::Look::Muted | editor::Look::Wraps, "resultsOf");
    m_caption->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = editor::inRow({m_evaluate, m_part, {m_caption, 1}});
    m_metrics = editor::label({}, this, editor::Look::Wraps | editor::Look::Selectable, "metrics");
    m_forecast = editor::label({}, this, editor::Look::Wraps | editor::Look::Selectable, "forecast");
    m_pages = new QStackedWidget(this);
    m_body = editor::inColumn({editor::inColumn({m_metrics, m_forecast, editor::stretch()}), {m_pages, 1}});
    editor::inColumn(this, {row, {m_body, 1}}, QMargins(8, 6, 8, 6), 4);
}

/// Where it is flat, the figures stand beside their plot, which would have no room below them.
void ResultsPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isFlat = 2 * width() > 3 * height();
    m_body->setDirection(isFlat ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

QWidget* ResultsPanel::buildClasses()
{
    auto* inside = new QWidget;
    m_confusion = new ConfusionView(inside);
    m_mistakesTitle = sectionTitle(tr("Most confident mistakes: what it is, not what the net says"), inside);
    m_mistakes = editor::described(new SamplePictures(inside),
                                   {.title = tr("Most confident mistakes: what it is, not what the net says")});
    m_lines = editor::described(
        new QTreeWidget(inside),
        {.name = "mistakenLines", .title = tr("Most confident mistakes: what it is, not what the net says")});
    m_lines->setHeaderLabels({tr("Line"), tr("Class"), tr("Predicted")});
    m_lines->setRootIsDecorated(false);
    m_lines->setMinimumHeight(8 * fontMetrics().height());
    m_lines->header()->setStretchLastSection(false);
    m_lines->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_lines->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    new WrappedText(*m_lines);
    editor::inColumn(inside, {{m_confusion, 1}, m_mistakesTitle, m_mistakes, {m_lines, 1}}, QMargins());
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    return scroll;
}

QWidget* ResultsPanel::buildNumbers()
{
    m_numbers = new QTabWidget(this);
    m_numbers->setDocumentMode(true);
    m_overTime = makePlot(this, tr("Predictions and truth in order"));
    m_overTime->setAxes(tr("Sequence of the part"), {});
    m_scatter = makePlot(this, tr("Predictions against truth"));
    m_scatter->setDiagonal(true);
    m_numbers->addTab(m_overTime, tr("In order"));
    m_numbers->addTab(m_scatter, tr("Against truth"));
    return m_numbers;
}

QString ResultsPanel::partName(engine::Split part)
{
    const QString names[] = {tr("Training part"), tr("Validation part"), tr("Test part"), tr("All of the data")};
    return names[static_cast<int>(part)];
}

namespace {

constexpr std::size_t shownMistakes = 24;
constexpr int resultGap = 6; ///< units between lines of a list

QString dateOf(double seconds)
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000), QTimeZone::utc());
    return time.time() == QTime(0, 0) ? time.toString(QStringLiteral("yyyy-MM-dd"))
                                      : time.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

/// "MAE 1.9 (as the last value: 2.4; as 7 rows before: 2.1)"
QString withBaselines(const engine::Metric& metric, const std::vector<engine::Baseline>& baselines)
{
    QStringList naive;
    for (const engine::Baseline& baseline : baselines) {
        if (const engine::Metric* const found = engine::findMetric(baseline.metrics, metric.name)) {
            naive += QStringLiteral("%1: %2").arg(editor::inWords(baseline.name).toHtmlEscaped(), metricText(*found));
        }
    }
    const QString words =
        QStringLiteral("<b>%1</b> %2").arg(metricName(metric.name).toHtmlEscaped(), metricText(metric));
    return naive.empty() ? words : QStringLiteral("%1 (%2)").arg(words, naive.join(QStringLiteral("; ")));
}

} // namespace

ResultsPanel::ResultsPanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    buildHead();
    m_sentence = editor::label({}, this, editor::Look::Wraps | editor::Look::Selectable);
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setMargin(16);
    m_pages->addWidget(m_sentence);
    m_pages->addWidget(buildClasses());
    m_pages->addWidget(buildNumbers());

    TrainingSession& training = workspace.training();
    connect(&training, &TrainingSession::stateChanged, this, [this](TrainingSession::State state) {
        const bool isBusy = state != TrainingSession::State::Idle;
        if (isBusy && !m_wasBusy) {
            m_dataOfRun = m_workspace.document().content().corpus;
        }
        m_wasBusy = isBusy;
        refresh();
    });
    connect(&training, &TrainingSession::ended, this, [this](engine::EndReason reason) {
        if (reason != engine::EndReason::Diverged && !m_workspace.training().run().start.kind->answersEachStep) {
            evaluate();
        }
    });
    connect(&workspace, &Workspace::opened, this, &ResultsPanel::clear);
    workspace.onChange(this, Change::Runs, [this] { refresh(); });
    connect(&workspace.document(), &editor::Document::changed, this, &ResultsPanel::noteChange);
    clear();
}

bool ResultsPanel::canEvaluate() const
{
    const RunRecord* const run = m_workspace.runs().shown();
    return run && !run->start.kind->answersEachStep &&
           (m_workspace.runs().hasNet() || !m_workspace.runs().newestCheckpoint().empty());
}

void ResultsPanel::evaluate()
{
    if (!canEvaluate()) {
        return;
    }
    if (m_workspace.runs().hasNet()) {
        m_workspace.training().snapshot([this](std::shared_ptr<const NetSnapshot> net) { start(std::move(net)); });
    } else {
        start(nullptr);
    }
}

void ResultsPanel::start(std::shared_ptr<const NetSnapshot> net)
{
    const int part = m_part->currentData().toInt();
    const engine::DeviceWish device = m_workspace.nextRun().machine().device;
    EvaluationRequest request{.net = std::move(net),
                              .checkpoint = m_workspace.runs().newestCheckpoint(),
                              .part = part < 0 ? std::nullopt : std::optional(static_cast<engine::Split>(part)),
                              .device = device.name,
                              .threads = device.threads};
    try {
        // What a file that was opened names is read only where the user agrees.
        m_dataBefore = m_workspace.document().content().corpus;
        request.data = request.net && m_dataBefore == m_dataOfRun
                           ? std::filesystem::path(m_workspace.training().run().start.data)
                           : m_workspace.data().file();
    } catch (const engine::Error& error) {
        showSentence(editor::inWords(error));
        return;
    }
    const RunRecord* const run = m_workspace.runs().shown();
    m_asked = run ? run->id : 0;
    m_work.start([this, request](const engine::GoOn& goOn) -> editor::LatestWork::Deliver {
        std::shared_ptr<const Evaluation> made;
        const engine::Sentence failure = failureOf([&] {
            if (std::optional<Evaluation> evaluation = studio::evaluate(request, goOn)) {
                made = std::make_shared<const Evaluation>(*std::move(evaluation));
            }
        });
        return [this, made, failure] {
            if (made) {
                show(made);
            } else if (!failure.empty()) {
                showSentence(editor::inWords(failure));
            }
            refresh();
        };
    });
    refresh();
}

void ResultsPanel::clear()
{
    m_work.stop();
    m_shown.reset();
    m_failure.clear();
    m_metrics->clear();
    m_caption->clear();
    m_pages->setCurrentWidget(m_sentence);
    refresh();
}

/// What was said of other data would be taken for these.
void ResultsPanel::noteChange()
{
    if ((m_shown || !m_failure.isEmpty()) && m_workspace.document().content().corpus != m_dataBefore) {
        clear();
    }
    refresh();
}

void ResultsPanel::refresh()
{
    m_evaluate->setEnabled(canEvaluate() && !m_work.isBusy());
    m_part->setEnabled(canEvaluate());
    m_metrics->setVisible(m_shown != nullptr);
    m_forecast->setVisible(m_shown && !m_shown->forecasts.empty());
    m_metrics->setEnabled(!isOfEarlierRun());
    m_forecast->setEnabled(!isOfEarlierRun());
    QStringList said = m_work.isBusy() ? QStringList(tr("Evaluating…")) : QStringList();
    if (m_shown) {
        said += isOfEarlierRun() ? tr("Earlier: %1").arg(whatIsShown()) : whatIsShown();
    }
    m_caption->setText(said.join(QLatin1Char(' ')));
    m_caption->setToolTip(m_caption->text());
    if (!m_shown && !m_work.isBusy()) {
        const bool eachStep = engine::dataKindOf(m_workspace.document().derived().model).answersEachStep;
        m_sentence->setText(!m_failure.isEmpty() ? m_failure
                            : eachStep ? tr("This net learns a text: what it writes shows what it has learned. Results "
                                            "are for nets that predict a class or a number for each sequence.")
                            : canEvaluate()
                                ? tr("Evaluate measures the net on sequences that it was not trained on.")
                                : tr("No results yet. Press Start; when the run has finished, this shows what the net "
                                     "gets right and wrong on sequences that it was not trained on."));
    }
}

bool ResultsPanel::isOfEarlierRun() const
{
    const RunRecord* const newest = m_workspace.runs().shown();
    return m_shown && newest && newest->id != m_run;
}

/// The net, and the sequences.
QString ResultsPanel::whatIsShown() const
{
    const QLocale locale;
    const RunRecord* const run = m_workspace.runs().find(m_run);
    return tr("%1, iteration %2 · %3 · %4 sequences")
        .arg(run ? QString::fromStdString(run->name) : tr("A run that was removed"),
             locale.toString(static_cast<qlonglong>(m_shown->iteration)), partName(m_shown->part),
             locale.toString(static_cast<qlonglong>(m_shown->report.samples)));
}

void ResultsPanel::showSentence(const QString& sentence)
{
    m_shown.reset();
    m_failure = sentence;
    refresh();
    m_pages->setCurrentWidget(m_sentence);
}

void ResultsPanel::show(const std::shared_ptr<const Evaluation>& evaluation)
{
    if (m_workspace.document().content().corpus != m_dataBefore) {
        return; // of data that are no longer chosen
    }
    m_shown = evaluation;
    m_failure.clear();
    m_run = m_asked;
    QStringList metrics;
    for (const engine::Metric& metric : evaluation->report.metrics) {
        metrics += withBaselines(metric, evaluation->baselines);
    }
    metrics += QStringLiteral("<b>%1</b> %2").arg(tr("Loss"), valueOf(evaluation->report.loss));
    m_metrics->setText(metrics.join(QStringLiteral(" &nbsp; ")));
    m_metrics->setToolTip(evaluation->isOfClasses()
                              ? QString()
                              : tr("MAE: mean absolute error. RMSE: root of the mean square error; both in the unit of "
                                   "the target. R²: 1 is a perfect forecast, 0 one that always predicts the mean."));
    showForecasts();
    if (evaluation->isOfClasses()) {
        showClasses();
    } else {
        showNumbers();
    }
    refresh();
}

void ResultsPanel::showClasses()
{
    const std::vector<std::string>& classes = m_shown->samples.facts.classes;
    const engine::DataKind& kind = engine::sequencesNamed(m_shown->samples.facts.kind);
    m_confusion->setMatrix(m_shown->report.confusion.value_or(engine::ConfusionMatrix()), classes);
    const std::vector<Guess> mistakes = m_shown->worstMistakes(kind.ofColumns ? 0 : shownMistakes);
    std::vector<SamplePictures::Picture> pictures;
    m_lines->clear();
    for (const Guess& guess : mistakes) {
        const QString chance = QLocale().toString(100 * static_cast<double>(guess.chance), 'f', 0);
        const QString is = QString::fromStdString(classes[static_cast<std::size_t>(guess.target)]);
        const QString said = QString::fromStdString(classes[static_cast<std::size_t>(guess.predicted)]);
        if (kind.ofPictures) {
            pictures.push_back({.image = pictureOf(m_shown->samples, guess.sample),
                                .words = tr("%1, not %2").arg(is, said),
                                .tip = tr("This is %1; the net predicts %2, with %3 %").arg(is, said, chance),
                                .wrong = true});
        } else if (kind.ofCharacters) {
            auto* item = new QTreeWidgetItem(
                m_lines, {lineOf(m_shown->samples, guess.sample), is, tr("%1 (%2 %)").arg(said, chance)});
            item->setSizeHint(0, {0, fontMetrics().height() + resultGap});
            item->setToolTip(0, item->text(0));
        }
    }
    m_mistakesTitle->setVisible(!mistakes.empty());
    m_lines->setVisible(m_lines->topLevelItemCount() > 0);
    m_mistakes->setVisible(!pictures.empty());
    m_mistakes->setPictures(pictures);
    m_pages->setCurrentIndex(1);
}

/// What the net says of the rows behind the table's last one.
void ResultsPanel::showForecasts()
{
    constexpr std::size_t most = 8;
    const std::vector<Forecast>& forecasts = m_shown->forecasts;
    const std::vector<std::string>& classes = m_shown->samples.facts.classes;
    QStringList words, all;
    for (const Forecast& forecast : forecasts) {
        const QString value =
            classes.empty() ? valueOf(forecast.predicted, m_shown->samples.facts.targetScale.deviation)
                            : tr("%1 (%2 %)")
                                  .arg(QString::fromStdString(classes[static_cast<std::size_t>(forecast.predicted)]),
                                       QLocale().toString(100 * static_cast<double>(forecast.chance), 'f', 0));
        const QString group = QString::fromStdString(forecast.group);
        const QString dated = forecast.time ? tr("%1 (about %2)").arg(value, dateOf(*forecast.time)) : value;
        words += (group.isEmpty() ? dated : group + QLatin1Char(' ') + dated).toHtmlEscaped();
        const QString rows = tr("%n row(s) after the last one", nullptr, static_cast<int>(forecast.ahead));
        const QString where = forecast.time ? tr("%1, about %2").arg(rows, dateOf(*forecast.time)) : rows;
        all += (group.isEmpty() ? QString() : group + QStringLiteral(", ")) + where + QStringLiteral(": ") + value;
    }
    const bool cut = static_cast<std::size_t>(words.size()) > most;
    m_forecast->setText(QStringLiteral("<b>%1</b> %2%3")
                            .arg(tr("Forecast of %1 after the last row of the file:")
                                     .arg(QString::fromStdString(m_shown->samples.facts.target))
                                     .toHtmlEscaped(),
                                 words.mid(0, most).join(QStringLiteral(" · ")),
                                 cut ? QStringLiteral(" …") : QString()));
    constexpr std::size_t maxLines = 40;
    m_forecast->setToolTip(all.mid(0, maxLines).join(QLatin1Char('\n')));
}

void ResultsPanel::showNumbers()
{
    SeriesPlot::Curve pairs{
        .name = tr("One point per sequence"), .colour = SeriesPlot::Colour::Said, .kind = SeriesPlot::Kind::Points};
    for (const Guess& guess : m_shown->guesses) {
        pairs.places.push_back(guess.target);
        pairs.values.push_back(guess.predicted);
    }
    const QString target = QString::fromStdString(m_shown->samples.facts.target);
    SeriesCurves series = curvesOf(*m_shown);
    m_overTime->setAxes(series.byTime ? QString() : tr("Sequence of the part"), target,
                        series.byTime ? SeriesPlot::Across::Times : SeriesPlot::Across::Numbers);
    m_overTime->setCurves(std::move(series.curves));
    m_scatter->setAxes(tr("Truth: %1").arg(target), tr("Prediction"));
    m_scatter->setCurves({std::move(pairs)});
    m_pages->setCurrentWidget(m_numbers);
}

} // namespace studio

#include "moc_results_panel.cpp"
