// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/try_panel.h"

#include "app/studio/trying/image_page.h"
#include "app/studio/trying/line_page.h"
#include "app/studio/trying/net_sources.h"
#include "app/studio/trying/series_page.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/run_list.h"
#include "editor/document/sentence_words.h"
#include "editor/widgets/parts.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLabel>
#include <QLocale>
#include <QMimeData>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QUrl>

namespace studio {
namespace {

constexpr qint64 intervalPerSnapshot = 20; ///< the time between two snapshots is so many times that which one takes

} // namespace

TryPanel::TryPanel(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setAcceptDrops(true);
    buildHead();
    m_note = editor::label({}, this, editor::Look::Wraps | editor::Look::Muted | editor::Look::Selectable, "note");
    m_note->setMinimumHeight(fontMetrics().height()); // what stands above it stays there as notes come and go
    m_pages = new QStackedWidget(this);
    buildSentence();
    m_tried = {{&engine::kinds::rows, addPage(new ImagePage(this), "tried image")},
               {&engine::kinds::lines, addPage(new LinePage(this), "tried line")},
               {&engine::kinds::table, addPage(new SeriesPage(this), "tried series")}};
    m_tried[&engine::kinds::sequences] = m_tried[&engine::kinds::table];
    editor::inColumn(this, {m_head, {m_pages, 1}, m_note}, QMargins(8, 6, 8, 6));
    connectSession();
    connectWorkspace();
    showSources();
}

void TryPanel::buildHead()
{
    auto* label = new QLabel(tr("&Net"), this);
    m_source = editor::described(new NetBox(tr("The net that is tried"), this), {.name = "triedNet"}, this, [this] {
        m_isStale = true;
        reopen();
    });
    label->setBuddy(m_source);
    m_caption = editor::label({}, this, editor::Look::Muted);
    m_head = editor::inRow({label, {m_source, 1}, {m_caption, 1}});
}

void TryPanel::addTool(QAction& action)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(&action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    m_head->addWidget(button);
}

void TryPanel::buildSentence()
{
    m_empty = new QWidget(this);
    m_sentence = editor::label({}, m_empty, editor::Look::Wraps | editor::Look::Selectable, "trySentence");
    m_sentence->setAlignment(Qt::AlignCenter);
    m_train = editor::described(new QPushButton(tr("Start training"), m_empty), {.name = "tryTrain"}, this,
                                &TryPanel::trainRequested);
    m_write = editor::described(new QPushButton(tr("Write with it"), m_empty), {.name = "tryWrite"}, this,
                                [this] { emit m_workspace.panelWanted(QStringLiteral("writing")); });
    editor::inColumn(m_empty, {editor::stretch(1),
                               m_sentence,
                               {m_train, 0, Qt::AlignHCenter},
                               {m_write, 0, Qt::AlignHCenter},
                               editor::stretch(1)});
    m_pages->addWidget(m_empty);
}

/// What the user made there is kept with the project.
TryPage* TryPanel::addPage(TryPage* page, const std::string& keptAs)
{
    m_pages->addWidget(page);
    connect(page, &TryPage::asked, &m_session, &TrialSession::ask);
    connect(page, &TryPage::noted, m_note, &QLabel::setText);
    connect(&m_workspace, &Workspace::viewWanted, page,
            [this, page, keptAs] { m_workspace.view().panels[keptAs] = page->made(); });
    connect(&m_workspace, &Workspace::opened, page,
            [this, page, keptAs] { page->makeAgain(m_workspace.view().panels[keptAs]); });
    return page;
}

void TryPanel::connectSession()
{
    connect(&m_session, &TrialSession::opened, this, &TryPanel::showPage);
    connect(&m_session, &TrialSession::answered, this, [this](const TrialAnswer& answer) {
        if (TryPage* const open = page()) {
            open->setAnswer(answer);
        }
    });
    connect(&m_session, &TrialSession::failed, this, [this](const QString& sentence) {
        if (m_session.net()) {
            m_note->setText(sentence);
        } else {
            showSentence(sentence, nullptr);
        }
    });
    connect(&m_session, &TrialSession::sampled, this, [this] {
        if (TryPage* const open = page()) {
            open->setSamples(m_session.samples());
        }
    });
}

void TryPanel::connectWorkspace()
{
    TrainingSession& training = m_workspace.training();
    connect(&training, &TrainingSession::stateChanged, this, [this] {
        m_isStale = m_isStale || isOfTraining();
        showSources();
    });
    connect(&training, &TrainingSession::progressed, this, [this] {
        const bool isDue = isOfTraining() && !m_session.isBusy() && m_sinceSnapshot.hasExpired(m_interval);
        if (isVisible() && (isDue || m_source->source() == nullptr)) {
            m_isStale = true;
            showSources();
        }
    });
    m_workspace.onChange(this, Changes(Change::Runs) | Change::Checkpoint, [this] { showSources(); });
    m_workspace.onChange(this, Change::Drawing, [this] {
        if (m_source->source() == nullptr) {
            showNoNet();
        }
    });
    connect(&m_workspace, &Workspace::opened, this, [this] {
        m_source->forget();
        m_isStale = true;
        m_note->setText({});
        showNoNet(); // what the pages show is of the project before
        showSources();
    });
}

/// Of the nets that learned sequences.
void TryPanel::showSources()
{
    const std::string had = m_source->source() ? m_source->source()->checkpoint : std::string("none");
    m_source->setSources(netSources(m_workspace, NetUse::Answers));
    if (m_source->source() == nullptr) {
        showNoNet();
        return;
    }
    m_isStale = m_isStale || m_source->source()->checkpoint != had;
    reopen();
}

bool TryPanel::isOfTraining() const
{
    return m_source->source() != nullptr && m_source->source()->checkpoint.empty();
}

int TryPanel::threads() const
{
    // Beside a training that has all cores, more threads would only make both wait for each other.
    return m_workspace.training().isBusy() ? 1 : m_workspace.nextRun().machine().device.threads;
}

void TryPanel::reopen()
{
    if (!isVisible() || !m_isStale || m_source->source() == nullptr) {
        return;
    }
    m_isStale = false;
    const std::string& checkpoint = m_source->source()->checkpoint;
    if (checkpoint.empty()) {
        openSnapshot();
    } else {
        m_session.open({.checkpoint = checkpoint, .threads = threads()});
    }
}

void TryPanel::openSnapshot()
{
    m_sinceSnapshot.start();
    m_workspace.training().snapshot([this](std::shared_ptr<const NetSnapshot> net) {
        if (net && isOfTraining()) {
            m_session.open({.net = std::move(net), .threads = threads()});
        }
    });
}

TryPage* TryPanel::page() const
{
    return m_pages->currentWidget() == m_empty ? nullptr : static_cast<TryPage*>(m_pages->currentWidget());
}

void TryPanel::showPage()
{
    if (isOfTraining()) {
        m_interval = std::max(minInterval, intervalPerSnapshot * m_sinceSnapshot.elapsed());
    }
    const TrialNet& net = *m_session.net();
    TryPage* const next = m_tried.at(&engine::sequencesNamed(net.facts.kind));
    next->setNet(net); // first: it says what is seen of the page and so may get the focus
    m_pages->setCurrentWidget(next);
    setFocusProxy(next);
    m_caption->setText(tr("Iteration %1").arg(QLocale().toString(qint64{net.iteration})));
    m_note->setText({});
    m_session.readSamples();
    next->setSamples(m_session.samples());
}

void TryPanel::showSentence(const QString& sentence, QPushButton* button)
{
    m_sentence->setText(sentence);
    m_train->setVisible(button == m_train);
    m_write->setVisible(button == m_write);
    m_caption->clear();
    m_pages->setCurrentWidget(m_empty);
    setFocusProxy(button);
}

void TryPanel::showNoNet()
{
    m_session.close();
    if (m_workspace.document().content().nodes.empty() ||
        !engine::dataKindOf(m_workspace.document().derived().model).writes) {
        showSentence(
            tr("There is no net to try yet. Train one: then it can be tried here on images, lines or series of "
               "your own, also while it trains."),
            m_train);
    } else {
        showSentence(tr("This net reads and writes text: give it a beginning, and it writes on."), m_write);
    }
}

void TryPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    reopen();
}

void TryPanel::dragEnterEvent(QDragEnterEvent* event)
{
    if (page() && event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void TryPanel::dropEvent(QDropEvent* event)
{
    TryPage* const open = page();
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!open || urls.isEmpty()) {
        return;
    }
    event->acceptProposedAction();
    const std::filesystem::path file = urls.front().toLocalFile().toStdString();
    try {
        m_note->setText(open->take(file)
                            ? QString()
                            : tr("%1 is nothing that this net reads. Drop a PNG or JPEG picture for a net of images, "
                                 "a text file for one of lines, a CSV file for one of series.")
                                  .arg(QString::fromStdString(file.filename().string())));
    } catch (const engine::Error& error) {
        m_note->setText(editor::inWords(error));
    }
}

} // namespace studio

#include "moc_try_panel.cpp"
