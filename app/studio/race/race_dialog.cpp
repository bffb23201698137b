// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_dialog.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/plots/plot_export.h"
#include "app/studio/plots/run_colour.h"
#include "app/studio/workspace/exchange.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/parts.h"
#include "editor/widgets/report_table.h"
#include "engine/backends/run_memory.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QMap>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QTextDocument>
#include <QTreeWidget>

namespace studio {
namespace {

constexpr int choiceWidth = 260; ///< pixels: the table wants the room
constexpr int defaultSeconds = 30, defaultIterations = 300;

QLabel* wordsNamed(const char* name)
{
    return editor::label({}, nullptr, editor::Look::Plain | editor::Look::Wraps | editor::Look::Selectable, name);
}

/// Paints text in the colours of the screen, and moves on below it.
void paint(QTextDocument& text, QPainter& painter)
{
    QAbstractTextDocumentLayout::PaintContext look;
    look.palette.setColor(QPalette::Text, editor::theme().text);
    text.documentLayout()->draw(&painter, look);
    painter.translate(0, text.size().height());
}

/// Table and sentences; each row has its curve's colour.
QString htmlOf(const Race& race)
{
    const engine::Report report = reportOf(race);
    QString html = QStringLiteral("<table border='1' cellspacing='0' cellpadding='4'><tr>");
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
    editor::inColumn(this, {{editor::inRow({makeChoice(), {makeResult(), 1}}), 1}, makeButtons()});
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

/// Why engines and precisions are not available, each reason once: "CUDA/CUDNN, CUDA/FUSED: no GPU was found".
QStringList RaceDialog::reasons() const
{
    QMap<QString, QStringList> names; // by reason
    for (const auto& [item, one] : m_rows) {
        if (!one.refusal.empty()) {
            names[editor::inWords(one.refusal)].append(QString::fromStdString(one.name));
        }
    }
    QStringList lines;
    for (auto one = names.begin(); one != names.end(); ++one) {
        lines.append(one->join(QStringLiteral(", ")) + QStringLiteral(": ") + one.key());
    }
    return lines;
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
    m_stopOther = described(new QPushButton, {.name = "raceStopOther"}, this, &RaceDialog::stopOther);
    m_state = wordsNamed("raceState");
    auto* about = wordsNamed("raceAbout");
    about->setText(tr("All train this net from the same weights on the same data: in turn on one device, at "
                      "the same time on different devices. The project keeps none of these runs."));
    auto* whyNot = wordsNamed("raceReasons");
    whyNot->setForegroundRole(QPalette::PlaceholderText);
    const QStringList why = reasons();
    whyNot->setText(tr("Not available here:") + QLatin1Char('\n') + why.join(QLatin1Char('\n')));
    auto* choice = new QWidget;
    m_contenders->setFixedWidth(choiceWidth);
    for (QWidget* part : std::initializer_list<QWidget*>{about, whyNot, m_start, m_state, m_stopOther}) {
        part->setMaximumWidth(choiceWidth);
    }
    editor::inColumn(
        choice, {about, m_contenders, whyNot, editor::inRow({m_amount, {m_unit, 1}}), m_start, m_state, m_stopOther},
        QMargins());
    whyNot->setVisible(!why.isEmpty());
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

QLayout* RaceDialog::makeButtons()
{
    const auto make = [this](const char* name, const QString& text, void (RaceDialog::*does)()) {
        return editor::described(new QPushButton(text), {.name = name}, this, does);
    };
    m_save = make("raceSave", tr("Save &picture…"), &RaceDialog::savePicture);
    m_copy = make("raceCopy", tr("&Copy sentence"), &RaceDialog::copySentence);
    return editor::inRow({editor::stretch(1), m_save, m_copy, make("raceClose", tr("Close"), &RaceDialog::reject)});
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

void RaceDialog::stopOther()
{
    m_workspace.training().isBusy() ? m_workspace.training().stop() : m_workspace.writing().stop();
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

/// Heading, curves, table and sentences, in the colours of the screen.
void RaceDialog::savePicture()
{
    constexpr int minWidth = 1000, plotHeight = 440;
    constexpr std::array formats = {engine::Format::Png, engine::Format::Svg, engine::Format::Pdf};
    const auto chosen = askForNewFile(this, tr("Save picture"), tr("race") + QStringLiteral(".png"), formats);
    if (!chosen) {
        return;
    }
    QTextDocument heading, words;
    heading.setHtml(QStringLiteral("<b>%1</b>").arg(headingOf(m_race).toHtmlEscaped()));
    words.setHtml(htmlOf(m_race));
    for (QTextDocument* const part : {&heading, &words}) {
        part->setDefaultFont(font());
        part->setTextWidth(minWidth);
    }
    const int width = std::max(minWidth, static_cast<int>(std::ceil(words.size().width()))); // of a wide table
    const QSize size(width, plotHeight + static_cast<int>(std::ceil(heading.size().height() + words.size().height())));
    const auto draw = [&](QCPPainter& painter) {
        painter.fillRect(QRect({}, size), editor::theme().canvas);
        paint(heading, painter);
        painter.save();
        m_plot->view().toPainter(&painter, width, plotHeight);
        painter.restore();
        painter.translate(0, plotHeight);
        paint(words, painter);
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

void RaceDialog::copySentence()
{
    QApplication::clipboard()->setText(verdictOf(m_race));
    m_said = tr("The sentence is on the clipboard.");
    showState();
}

} // namespace studio

#include "moc_race_dialog.cpp"
