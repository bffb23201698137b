// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_dialog.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/race/contender_list.h"
#include "app/studio/race/race_picture.h"
#include "app/studio/race/race_result.h"
#include "app/studio/race/race_words.h"
#include "app/studio/workspace/files_in_use.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "editor/panels/calculating_box.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <array>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>

namespace studio {
namespace {

enum class Unit { Seconds, Iterations };

constexpr int choiceWidth = 260; ///< pixels: the table wants the room
constexpr int defaultSeconds = 30, defaultIterations = 300;

} // namespace

RaceDialog::RaceDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent),
      m_workspace(workspace),
      m_race(workspace.training(), workspace.writing()),
      m_contenders(new ContenderList(workspace.document().derived().model)),
      m_result(new RaceResult(m_race))
{
    setObjectName(QStringLiteral("raceDialog"));
    setWindowTitle(tr("Race of engines"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    auto* columns = new QHBoxLayout;
    columns->addLayout(makeChoice());
    columns->addWidget(m_result, 1);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(columns, 1);
    rows->addLayout(makeButtons());
    const QSize room = screen()->availableSize() - QSize(40, 60); // the frame that the desktop adds
    resize(QSize(1320, 720).boundedTo(room));
    connect(&m_race, &Race::stateChanged, this, &RaceDialog::showState);
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
    m_start = new QPushButton;
    m_start->setObjectName(QStringLiteral("raceStart"));
    m_start->setDefault(true);
    connect(m_start, &QPushButton::clicked, this, &RaceDialog::startOrStop);
    m_stopOther = new QPushButton;
    m_stopOther->setObjectName(QStringLiteral("raceStopOther"));
    connect(m_stopOther, &QPushButton::clicked, this, &RaceDialog::stopOther);
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("raceState"));
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto* about = new QLabel(tr("All train this net from the same weights on the same data: in turn on one device, at "
                                "the same time on different devices. The project keeps none of these runs."));
    about->setWordWrap(true);
    auto* reasons = new QLabel;
    reasons->setObjectName(QStringLiteral("raceReasons"));
    reasons->setTextFormat(Qt::PlainText);
    reasons->setWordWrap(true);
    reasons->setForegroundRole(QPalette::PlaceholderText);
    const QStringList why = m_contenders->reasons();
    reasons->setText(tr("Not available here:") + QLatin1Char('\n') + why.join(QLatin1Char('\n')));
    reasons->setVisible(!why.isEmpty());
    auto* limit = new QHBoxLayout;
    limit->addWidget(m_amount);
    limit->addWidget(m_unit, 1);
    auto* rows = new QVBoxLayout;
    for (QWidget* widget : std::initializer_list<QWidget*>{about, m_contenders, reasons}) {
        rows->addWidget(widget);
    }
    rows->addLayout(limit);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_start, m_state, m_stopOther}) {
        rows->addWidget(widget);
        widget->setMaximumWidth(choiceWidth);
    }
    m_contenders->setFixedWidth(choiceWidth);
    reasons->setMaximumWidth(choiceWidth);
    about->setMaximumWidth(choiceWidth);
    return rows;
}

QLayout* RaceDialog::makeButtons()
{
    m_save = new QPushButton(tr("Save &picture…"));
    m_save->setObjectName(QStringLiteral("raceSave"));
    connect(m_save, &QPushButton::clicked, this, &RaceDialog::savePicture);
    m_copy = new QPushButton(tr("&Copy sentence"));
    m_copy->setObjectName(QStringLiteral("raceCopy"));
    connect(m_copy, &QPushButton::clicked, this, &RaceDialog::copySentence);
    auto* close = new QPushButton(tr("Close"));
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    for (QPushButton* button : {m_save, m_copy, close}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    m_stopOther->setAutoDefault(false);
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
    m_result->refresh();
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
        std::ranges::any_of(m_race.contestants(), [](const auto& one) { return !one->curve().empty(); });
    if (m_race.state() != Race::State::Running || !hasTrained) {
        return true;
    }
    const QMessageBox::StandardButton answer = QMessageBox::question(
        this, tr("Race of engines"),
        tr("The race is still running. Stop it and close? What it has come to so far is not kept."),
        QMessageBox::Yes | QMessageBox::No, QMessageBox::No);
    return answer == QMessageBox::Yes;
}

void RaceDialog::savePicture()
{
    constexpr std::array formats = {engine::Format::Png, engine::Format::Svg, engine::Format::Pdf};
    const auto chosen = askForNewFile(this, tr("Save picture"), tr("race") + QStringLiteral(".png"), formats);
    if (!chosen) {
        return;
    }
    const QString file = QString::fromStdString(chosen->string());
    QString sentence;
    try {
        requireNotInUse(m_workspace, *chosen);
    } catch (const engine::Error& error) {
        m_said = editor::inWords(error);
        showState();
        return;
    }
    const bool saved = studio::savePicture(m_race, m_result->plot(), file, &sentence);
    m_said = saved ? tr("The picture is in %1.").arg(file) : sentence;
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
