// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/source_box.h"

#include "app/studio/panels/file_watch.h"
#include "app/studio/panels/parts.h"
#include "app/studio/workspace/data_choice.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/flow_layout.h"
#include "engine/graph/error.h"

#include <QHBoxLayout>
#include <QLabel>
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
    m_name = new QLabel(this);
    m_name->setWordWrap(true);
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    rows->addWidget(m_name);
    m_buttons = new editor::FlowLayout(nullptr);
    m_buttons->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(m_buttons);
    buildProgress();
    rows->addWidget(m_progressRow);
    m_problem = new QLabel(this);
    m_problem->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->hide();
    rows->addWidget(m_problem);
    connect(m_watch, &FileWatch::changed, this, &SourceBox::readAgain);
    connect(&m_download, &Download::progressed, this, [this](qint64 there, qint64 bytes) {
        m_progress->setRange(0, static_cast<int>(bytes / 1024));
        m_progress->setValue(static_cast<int>(there / 1024));
    });
    connect(&m_download, &Download::arrived, this, [this](const QString& fileOrFolder) {
        endFetching();
        if (m_wanted) {
            emit fetched(fileOrFolder);
        }
    });
    connect(&m_download, &Download::failed, this, [this](const QString& sentence) {
        endFetching();
        if (m_wanted) {
            showProblem(tr("The download failed: %1. What has arrived is kept; another try continues from there.")
                            .arg(sentence));
        }
    });
    connect(&m_workspace, &Workspace::opened, this, [this] {
        m_wanted = false;
        m_download.cancel();
    });
}

void SourceBox::buildProgress()
{
    m_progressRow = new QWidget(this);
    auto* row = new QHBoxLayout(m_progressRow);
    row->setContentsMargins(0, 0, 0, 0);
    m_progress = new QProgressBar(m_progressRow);
    m_progress->setAccessibleName(tr("Download"));
    auto* cancel = new QPushButton(tr("Cancel"), m_progressRow);
    cancel->setObjectName(QStringLiteral("cancelDownload"));
    row->addWidget(m_progress, 1);
    row->addWidget(cancel);
    m_progressRow->hide();
    connect(cancel, &QPushButton::clicked, &m_download, &Download::cancel);
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

void SourceBox::fetch(const Download::Fetch& fetch)
{
    if (m_download.isRunning()) {
        showProblem(tr("Another download is running; try again when it has finished."));
        return;
    }
    m_wanted = true;
    m_problem->hide();
    m_progress->setRange(0, 0);
    m_progressRow->show();
    m_download.start(fetch);
    m_fetch->setEnabled(false);
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
