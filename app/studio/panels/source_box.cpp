// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/source_box.h"

#include "app/studio/panels/file_watch.h"
#include "app/studio/panels/parts.h"
#include "app/studio/workspace/data_choice.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/flow_layout.h"
#include "editor/widgets/parts.h"
#include "engine/graph/error.h"

#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace studio {

SourceBox::SourceBox(Workspace& workspace, const QString& title, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_watch(new FileWatch(this))
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(8);
    rows->addWidget(sectionTitle(title, this));
    m_name = editor::label({}, this, editor::Look::Wraps | editor::Look::Selectable);
    rows->addWidget(m_name);
    m_buttons = new editor::FlowLayout(nullptr);
    m_buttons->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(m_buttons);
    buildProgress();
    rows->addWidget(m_progressRow);
    m_problem = editor::label({}, this, editor::Look::Wraps, "problem");
    m_problem->hide();
    rows->addWidget(m_problem);
    connect(m_watch, &FileWatch::changed, this, &SourceBox::readAgain);
    connect(&m_workspace, &Workspace::opened, this, [this] {
        if (m_download.isBusy()) {
            m_download.stop();
            endFetching();
        }
    });
}

void SourceBox::buildProgress()
{
    m_progressRow = new QWidget(this);
    m_progress = editor::described(new QProgressBar(m_progressRow), {.title = tr("Download")});
    auto* cancel =
        editor::described(new QPushButton(tr("Cancel"), m_progressRow), {.name = "cancelDownload"}, this, [this] {
            m_download.stop();
            endFetching();
            showProblem(tr("The download was cancelled."));
        });
    editor::inRow(m_progressRow, {{m_progress, 1}, cancel}, QMargins());
    m_progressRow->hide();
}

QPushButton* SourceBox::addButton(const QString& words, const QString& tip, const QString& icon)
{
    auto* button = new QPushButton(words, this);
    if (!icon.isEmpty()) {
        button->setIcon(editor::icon(icon));
    }
    button->setToolTip(tip);
    m_buttons->addWidget(button);
    return button;
}

QPushButton* SourceBox::addFetchButton(const QString& words, const QString& tip)
{
    m_fetch = addButton(words, tip, QStringLiteral("download"));
    return m_fetch;
}

void SourceBox::addReadAgain()
{
    auto* again = addButton(tr("Read a&gain"), tr("Read the data again from disk, as they are now"),
                            QStringLiteral("regenerate"));
    again->setObjectName(QStringLiteral("readAgain"));
    connect(again, &QPushButton::clicked, this, &SourceBox::readAgain);
}

void SourceBox::watch(const std::filesystem::path& data)
{
    m_watch->watch(data);
}

void SourceBox::show(const QString& name, const QString& tip, const QString& problem)
{
    m_name->setText(name);
    m_name->setToolTip(tip);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void SourceBox::showProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->show();
}

void SourceBox::fetch(const Fetch& fetch)
{
    if (m_download.isBusy()) {
        showProblem(tr("Another download is running; try again when it has finished."));
        return;
    }
    m_problem->hide();
    m_progress->setRange(0, 0);
    m_progressRow->show();
    m_fetch->setEnabled(false);
    m_download.start([this, fetch](const editor::LatestWork::Screen& screen) -> editor::LatestWork::Deliver {
        const auto progress = [&](std::int64_t there, std::int64_t bytes) {
            if (screen.isReady()) {
                screen.tell([this, there, bytes] {
                    m_progress->setRange(0, static_cast<int>(bytes / 1024));
                    m_progress->setValue(static_cast<int>(there / 1024));
                });
            }
            return screen.goOn();
        };
        QString place, problem;
        try {
            place = QString::fromStdString(fetch(progress).string());
        } catch (const std::exception& error) {
            problem = editor::inWords(error);
        }
        return [this, place, problem] {
            endFetching();
            if (problem.isEmpty()) {
                emit fetched(place);
            } else {
                showProblem(tr("The download failed: %1.").arg(problem));
            }
        };
    });
}

void SourceBox::endFetching()
{
    m_progressRow->hide();
    m_fetch->setEnabled(true);
}

std::optional<std::filesystem::path> SourceBox::data(QString& problem) const
{
    try {
        return m_workspace.data().file();
    } catch (const engine::Error& error) {
        problem = editor::inWords(error);
        return std::nullopt;
    }
}

} // namespace studio

#include "moc_source_box.cpp"
