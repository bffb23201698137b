// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_dialog.h"

#include "app/studio/race/contender_list.h"
#include "app/studio/race/race_picture.h"
#include "app/studio/race/race_plot.h"
#include "app/studio/race/race_words.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/workspace.h"
#include "editor/panels/calculating_box.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace studio {
namespace {

enum class Unit { Seconds, Iterations };

constexpr int choiceWidth = 260; ///< pixels: the table wants the room
constexpr int usualSeconds = 30, usualIterations = 300;

QLabel* sentenceLabel(const QString& name)
{
    auto* label = new QLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

RaceDialog::RaceDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent),
      m_workspace(workspace),
      m_race(workspace.training()),
      m_contenders(new ContenderList(workspace.document().derived().model)),
      m_plot(new RacePlot(m_race))
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
    resize(1320, 720);
    connect(&m_race, &Race::stateChanged, this, &RaceDialog::showState);
    connect(&m_race, &Race::grew, this, &RaceDialog::showResult);
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
    m_stopRun = new QPushButton(tr("Stop that run"));
    m_stopRun->setObjectName(QStringLiteral("raceStopRun"));
    connect(m_stopRun, &QPushButton::clicked, &m_workspace.training(), &TrainingSession::stop);
    m_state = sentenceLabel(QStringLiteral("raceState"));

    auto* about = new QLabel(tr("All train this net from the same weights on the same data: one after another on one "
                                "device, at once on different devices. Nothing of it is kept in the project."));
    about->setWordWrap(true);
    auto* limit = new QHBoxLayout;
    limit->addWidget(m_amount);
    limit->addWidget(m_unit, 1);
    auto* rows = new QVBoxLayout;
    for (QWidget* widget : std::initializer_list<QWidget*>{about, m_contenders}) {
        rows->addWidget(widget);
    }
    rows->addLayout(limit);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_start, m_state, m_stopRun}) {
        rows->addWidget(widget);
        widget->setMaximumWidth(choiceWidth);
    }
    m_contenders->setFixedWidth(choiceWidth);
    about->setMaximumWidth(choiceWidth);
    return rows;
}

QLayout* RaceDialog::makeResult()
{
    m_axis = new QComboBox;
    m_axis->setObjectName(QStringLiteral("raceAxis"));
    m_axis->addItem(tr("over time"), static_cast<int>(RaceAxis::Seconds));
    m_axis->addItem(tr("over iterations"), static_cast<int>(RaceAxis::Iterations));
    m_axis->addItem(tr("over energy"), static_cast<int>(RaceAxis::Joules));
    connect(m_axis, &QComboBox::currentIndexChanged, this, &RaceDialog::showAxis);
    auto* label = new QLabel(tr("&Loss"));
    label->setBuddy(m_axis);
    m_table = new QTableWidget;
    m_table->setObjectName(QStringLiteral("raceTable"));
    m_table->setAccessibleName(tr("What each engine came to"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->verticalHeader()->hide();
    m_table->setShowGrid(false);
    m_verdict = sentenceLabel(QStringLiteral("raceVerdict"));

    auto* head = new QHBoxLayout;
    head->addWidget(label);
    head->addWidget(m_axis);
    head->addStretch(1);
    auto* rows = new QVBoxLayout;
    rows->addLayout(head);
    rows->addWidget(m_plot, 3);
    rows->addWidget(m_table, 1);
    rows->addWidget(m_verdict);
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
    m_stopRun->setAutoDefault(false);
    return row;
}

void RaceDialog::showLimit()
{
    const bool inSeconds = m_unit->currentData().toInt() == static_cast<int>(Unit::Seconds);
    m_amount->setRange(1, inSeconds ? 24 * 3600 : 100'000'000);
    m_amount->setValue(inSeconds ? usualSeconds : usualIterations);
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
    try {
        m_race.start(m_workspace.nextRun().request(), m_contenders->chosen(), limit());
    } catch (const engine::Error& error) {
        m_said = QString::fromUtf8(error.what());
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
    m_stopRun->setVisible(state == Race::State::WaitingForRun);
    QString words = m_said;
    if (state == Race::State::WaitingForRun) {
        words = tr("%1 is training: the race can start when it has finished.")
                    .arg(QString::fromStdString(m_workspace.training().record().name));
    } else if (idle && words.isEmpty() && chosen < 2) {
        words = tr("Tick two engines or more.");
    }
    m_state->setText(words);
    showResult();
}

void RaceDialog::showResult()
{
    m_plot->refresh();
    showTable();
    QStringList sentences = notesOf(m_race);
    sentences.prepend(verdictOf(m_race));
    m_verdict->setText(sentences.join(QLatin1Char('\n')).trimmed());
    const bool isOver = m_race.state() == Race::State::Idle && !m_race.contestants().empty();
    m_save->setEnabled(isOver);
    m_copy->setEnabled(isOver && !verdictOf(m_race).isEmpty());
    const bool tellsEnergy =
        std::ranges::any_of(m_race.contestants(), [](const auto& one) { return one->meter().joules().has_value(); });
    m_axis->setItemData(2, tellsEnergy ? QString() : tr("No device here tells how much energy it takes."),
                        Qt::ToolTipRole);
}

void RaceDialog::showTable()
{
    const RaceTable table = tableOf(m_race);
    m_table->setColumnCount(static_cast<int>(table.headings.size()));
    m_table->setHorizontalHeaderLabels(table.headings);
    m_table->setRowCount(static_cast<int>(table.rows.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const QStringList& cells = table.rows[static_cast<std::size_t>(row)];
        for (int column = 0; column < m_table->columnCount(); ++column) {
            if (m_table->item(row, column) == nullptr) {
                m_table->setItem(row, column, new QTableWidgetItem);
            }
            m_table->item(row, column)->setText(cells[column]);
        }
        m_table->item(row, 0)->setData(Qt::DecorationRole, RacePlot::colourOf(static_cast<std::size_t>(row)));
    }
    m_table->resizeColumnsToContents();
    m_table->horizontalHeader()->setStretchLastSection(true);
}

void RaceDialog::showAxis()
{
    m_plot->setAxis(static_cast<RaceAxis>(m_axis->currentData().toInt()));
}

void RaceDialog::savePicture()
{
    QString filter;
    QString file = QFileDialog::getSaveFileName(this, tr("Save picture"), tr("race") + QStringLiteral(".png"),
                                                QStringLiteral("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"), &filter);
    if (file.isEmpty()) {
        return;
    }
    if (QFileInfo(file).suffix().isEmpty()) {
        file += QLatin1Char('.') + filter.left(3).toLower();
    }
    QString sentence;
    const bool saved = studio::savePicture(m_race, *m_plot, file, &sentence);
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
