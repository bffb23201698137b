// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_dialog.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/loss_plot.h"
#include "app/studio/plots/plot_export.h"
#include "app/studio/plots/run_colour.h"
#include "app/studio/race/contender_list.h"
#include "app/studio/race/race_words.h"
#include "app/studio/workspace/files_in_use.h"
#include "app/studio/workspace/made_with.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/report_table.h"
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
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>
#include <QVBoxLayout>

namespace studio {
namespace {

enum class Unit { Seconds, Iterations };

constexpr int choiceWidth = 260; ///< pixels: the table wants the room
constexpr int defaultSeconds = 30, defaultIterations = 300;
constexpr int paragraphGap = 12; ///< pixels, of a picture

QLabel* wordsNamed(const char* name)
{
    auto* words = new QLabel;
    words->setObjectName(QLatin1String(name));
    words->setTextFormat(Qt::PlainText);
    words->setWordWrap(true);
    words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return words;
}

/// Paints text in the colours of the screen, and moves on below it.
void paint(QTextDocument& text, QPainter& painter)
{
    QAbstractTextDocumentLayout::PaintContext look;
    look.palette.setColor(QPalette::Text, editor::theme().text);
    text.documentLayout()->draw(&painter, look);
    painter.translate(0, text.size().height());
}

/// Its curve's colour before the name of each contestant, in the table that `words` begins with.
void addSwatches(const Race& race, QTextDocument& words)
{
    const QList<QTextFrame*> frames = words.rootFrame()->childFrames();
    const auto* const table = frames.isEmpty() ? nullptr : qobject_cast<QTextTable*>(frames.front());
    for (int row = 1; table && row < table->rows(); ++row) {
        const auto& one = *race.contestants()[static_cast<std::size_t>(row) - 1];
        QTextCharFormat coloured;
        coloured.setForeground(colourOf(one.run.id, editor::theme()));
        table->cellAt(row, 0).firstCursorPosition().insertText(QStringLiteral("\u25a0 "), coloured);
    }
}

/// As they are: names of nets and files may hold what Markdown has for its own signs.
void addSentences(const QStringList& sentences, QTextDocument& words)
{
    QTextCursor cursor(&words);
    cursor.movePosition(QTextCursor::End);
    QTextBlockFormat apart;
    apart.setTopMargin(paragraphGap);
    for (const QString& sentence : sentences) {
        cursor.insertBlock(apart, {});
        cursor.insertText(sentence);
    }
}

} // namespace

RaceDialog::RaceDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent),
      m_workspace(workspace),
      m_race(workspace.training(), workspace.writing()),
      m_contenders(new ContenderList(workspace.document().derived().model))
{
    setObjectName(QStringLiteral("raceDialog"));
    setWindowTitle(tr("Race of engines"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    auto* columns = new QHBoxLayout;
    columns->addLayout(makeChoice());
    columns->addLayout(makeResult(), 1);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(columns, 1);
    rows->addLayout(makeButtons());
    const QSize room = screen()->availableSize() - QSize(40, 60); // the frame that the desktop adds
    resize(QSize(1320, 720).boundedTo(room));
    connect(&m_race, &Race::stateChanged, this, &RaceDialog::showState);
    connect(&m_race, &Race::grew, this, &RaceDialog::showResult);
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, &RaceDialog::showResult);
    connect(m_contenders, &ContenderList::choiceChanged, this, &RaceDialog::showState);
    showLimit();
    showState();
}

QLayout* RaceDialog::makeChoice()
{
    m_amount = new editor::WholeBox;
    m_amount->setObjectName(QStringLiteral("raceLimit"));
    m_amount->setAccessibleName(tr("How long each trains"));
    m_amount->setGroupSeparatorShown(true);
    m_unit = new QComboBox;
    m_unit->setObjectName(QStringLiteral("raceUnit"));
    m_unit->setAccessibleName(tr("Unit of the limit"));
    m_unit->addItem(tr("seconds each"), static_cast<int>(Unit::Seconds));
    m_unit->addItem(tr("iterations each"), static_cast<int>(Unit::Iterations));
    connect(m_unit, &QComboBox::currentIndexChanged, this, &RaceDialog::showLimit);
    m_start = makeButton("raceStart", {}, &RaceDialog::startOrStop);
    m_start->setDefault(true);
    m_stopOther = makeButton("raceStopOther", {}, &RaceDialog::stopOther);
    m_state = wordsNamed("raceState");
    auto* about = wordsNamed("raceAbout");
    about->setText(tr("All train this net from the same weights on the same data: in turn on one device, at "
                      "the same time on different devices. The project keeps none of these runs."));
    auto* reasons = wordsNamed("raceReasons");
    reasons->setForegroundRole(QPalette::PlaceholderText);
    const QStringList why = m_contenders->reasons();
    reasons->setText(tr("Not available here:") + QLatin1Char('\n') + why.join(QLatin1Char('\n')));
    reasons->setVisible(!why.isEmpty());
    auto* limit = new QHBoxLayout;
    limit->addWidget(m_amount);
    limit->addWidget(m_unit, 1);
    auto* rows = new QVBoxLayout;
    for (QWidget* widget :
         std::initializer_list<QWidget*>{about, m_contenders, reasons, m_start, m_state, m_stopOther}) {
        rows->addWidget(widget);
        widget->setMaximumWidth(choiceWidth);
    }
    rows->insertLayout(3, limit);
    m_contenders->setFixedWidth(choiceWidth);
    return rows;
}

QLayout* RaceDialog::makeResult()
{
    m_plot = new LossPlot;
    m_plot->setObjectName(QStringLiteral("racePlot"));
    m_plot->setMinimumSize(320, 200);
    m_plot->setProvenance([this] { return provenanceOfRace(m_race.request()); });
    m_plot->setFileCheck([this](const std::filesystem::path& file) { requireNotInUse(m_workspace, file); });
    m_plot->runs().setOptions({.along = Along::Time});
    m_table = new editor::ReportTable(tr("Results by engine"));
    m_table->setObjectName(QStringLiteral("raceTable"));
    m_table->setLook([](qint64 id, const std::string& column, int role) {
        const bool isSwatch = role == Qt::DecorationRole && column == Race::tr("Engine").toStdString();
        return isSwatch ? QVariant(colourOf(static_cast<int>(id), editor::theme())) : QVariant();
    });
    m_verdict = wordsNamed("raceVerdict");
    auto* rows = new QVBoxLayout;
    rows->addWidget(m_plot, 3);
    rows->addWidget(m_table, 1);
    rows->addWidget(m_verdict);
    return rows;
}

QPushButton* RaceDialog::makeButton(const char* name, const QString& text, void (RaceDialog::*does)())
{
    auto* button = new QPushButton(text);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, does);
    return button;
}

QLayout* RaceDialog::makeButtons()
{
    m_save = makeButton("raceSave", tr("Save &picture…"), &RaceDialog::savePicture);
    m_copy = makeButton("raceCopy", tr("&Copy sentence"), &RaceDialog::copySentence);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    for (QPushButton* button : {m_save, m_copy, makeButton("raceClose", tr("Close"), &RaceDialog::reject)}) {
        row->addWidget(button);
    }
    return row;
}

void RaceDialog::showLimit()
{
    const bool inSeconds = m_unit->currentData().toInt() == static_cast<int>(Unit::Seconds);
    m_amount->setRange(1, inSeconds ? 24 * 3600 : 100'000'000);
    m_amount->setValue(inSeconds ? defaultSeconds : defaultIterations);
}

RaceLimit RaceDialog::limit() const
{
    if (m_unit->currentData().toInt() == static_cast<int>(Unit::Seconds)) {
        return {.seconds = m_amount->value()};
    }
    return {.iterations = m_amount->value()};
}

void RaceDialog::startOrStop()
{
    m_said.clear();
    if (m_race.state() != Race::State::Idle) {
        m_race.stop();
        return;
    }
    if (const std::optional<QString> why = m_check ? m_check() : std::nullopt) {
        m_said = *why;
        showState();
        return;
    }
    try {
        TrainingRequest request = m_workspace.nextRun().request();
        request.name = m_workspace.files().title().toStdString(); // heads a picture where the net has no name
        m_race.start(request, m_contenders->chosen(), limit());
        std::vector<int> all(m_race.contestants().size());
        std::iota(all.begin(), all.end(), 1);
        m_plot->runs().showOnly(all);
    } catch (const engine::Error& error) {
        m_said = editor::inWords(error);
        showState();
    }
}

void RaceDialog::showState()
{
    const Race::State state = m_race.state();
    const bool idle = state == Race::State::Idle;
    const std::size_t chosen = m_contenders->chosen().size();
    m_start->setText(idle ? tr("&Start") : tr("&Stop"));
    m_start->setEnabled(!idle || chosen > 0);
    for (QWidget* choice : std::initializer_list<QWidget*>{m_contenders, m_amount, m_unit}) {
        choice->setEnabled(idle);
    }
    m_state->setText(idle && m_said.isEmpty() && chosen < 2 ? tr("Choose two engines or more.") : m_said);
    m_stopOther->setVisible(state == Race::State::Waiting);
    if (state == Race::State::Waiting) {
        showWaiting();
    }
    const bool isOver = idle && !m_race.contestants().empty();
    m_save->setEnabled(isOver);
    m_copy->setEnabled(isOver && !verdictOf(m_race).isEmpty());
    showResult();
}

/// One that failed has no curve, as it has no figures.
void RaceDialog::showResult()
{
    std::vector<RunRecord> curves;
    std::vector<qint64> ids;
    for (const std::unique_ptr<Contestant>& one : m_race.contestants()) {
        ids.push_back(one->run.id);
        if (one->state != Contestant::State::Failed) {
            curves.push_back(one->run);
        }
    }
    m_plot->runs().setEarlier(curves);
    m_table->setReport(reportOf(m_race), ids);
    m_verdict->setText(sentencesOf(m_race).join(QLatin1Char('\n'))); // the same text costs nothing
}

void RaceDialog::showWaiting()
{
    if (m_workspace.training().isBusy()) {
        m_state->setText(tr("%1 is training: the race can start when it has finished.")
                             .arg(QString::fromStdString(m_workspace.training().run().name)));
        m_stopOther->setText(tr("Stop that run"));
    } else {
        m_state->setText(tr("A text is being written: the race can start when it has finished."));
        m_stopOther->setText(tr("Stop writing"));
    }
}

void RaceDialog::stopOther()
{
    if (m_workspace.training().isBusy()) {
        m_workspace.training().stop();
    } else {
        m_workspace.writing().stop();
    }
}

/// Also by Escape and by the window's own button.
void RaceDialog::reject()
{
    if (mayGiveUp()) {
        QDialog::reject();
    }
}

/// Asks where curves would be lost that cannot be had again without the time that they took.
bool RaceDialog::mayGiveUp()
{
    const bool hasTrained =
        std::ranges::any_of(m_race.contestants(), [](const auto& one) { return !one->run.curve.empty(); });
    if (m_race.state() != Race::State::Running || !hasTrained) {
        return true;
    }
    const QMessageBox::StandardButton answer = QMessageBox::question(
        this, tr("Race of engines"),
        tr("The race is still running. Stop it and close? What it has come to so far is not kept."),
        QMessageBox::Yes | QMessageBox::No, QMessageBox::No);
    return answer == QMessageBox::Yes;
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
    const QString file = QString::fromStdString(chosen->string());
    QTextDocument heading, words;
    const auto plain =
        QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub).setFlag(QTextDocument::MarkdownNoHTML);
    heading.setHtml(QStringLiteral("<b>%1</b>").arg(headingOf(m_race).toHtmlEscaped()));
    words.setMarkdown(QString::fromStdString(engine::markdown(reportOf(m_race))), plain);
    addSwatches(m_race, words);
    addSentences(sentencesOf(m_race), words);
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
            const bool saved =
                studio::savePicture(file, format ? format->format : engine::Format::Png, picture, &m_said);
            m_said = saved ? tr("The picture is in %1.").arg(file) : m_said;
        });
    } catch (const engine::Error& error) {
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
