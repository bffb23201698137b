// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/source_box.h"

#include "app/studio/panels/parts.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/flow_layout.h"
#include "editor/widgets/parts.h"
#include "engine/graph/error.h"
#include "engine/training/run/open_source.h"

#include <chrono>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QProgressBar>
#include <QPushButton>

namespace studio {

namespace {

constexpr std::chrono::milliseconds rest{300}; ///< without a further change
constexpr int maxFiles = 64;                   ///< of a folder that are looked at one by one

QString stateOf(const QFileInfo& file)
{
    return file.exists() ? QStringLiteral("%1 %2 %3\n")
                               .arg(file.fileName())
                               .arg(file.size())
                               .arg(file.lastModified().toMSecsSinceEpoch())
                         : QString();
}

/// What lies in a folder; nothing of a file, or of a folder of many.
QFileInfoList filesIn(const QString& path)
{
    const QFileInfoList files = QFileInfo(path).isDir()
                                    ? QDir(path).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name)
                                    : QFileInfoList();
    return files.size() > maxFiles ? QFileInfoList() : files;
}

} // namespace

FileWatch::FileWatch(QObject* parent) : QObject(parent)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(rest);
    m_rest.callOnTimeout(this, &FileWatch::compare);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] { m_rest.start(); });
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] { m_rest.start(); });
}

void FileWatch::watch(const std::filesystem::path& fileOrFolder)
{
    const QString path = QString::fromStdString(fileOrFolder.string());
    if (path == m_path) {
        return;
    }
    m_path = path;
    m_rest.stop();
    follow();
    m_seen = state();
}

/// The folder, too, in which a file lies: a file that takes its place is another one to the system.
void FileWatch::follow()
{
    const QStringList before = m_watcher.files() + m_watcher.directories();
    if (!before.isEmpty()) {
        m_watcher.removePaths(before);
    }
    if (m_path.isEmpty()) {
        return;
    }
    QStringList paths;
    for (const QFileInfo& file : filesIn(m_path)) {
        paths += file.filePath();
    }
    for (const QString& path : {m_path, QFileInfo(m_path).absolutePath()}) {
        if (QFileInfo::exists(path)) {
            paths += path;
        }
    }
    m_watcher.addPaths(paths);
}

void FileWatch::compare()
{
    follow(); // a file that took the place of another is not watched yet
    const QString now = state();
    if (now != m_seen) {
        m_seen = now;
        emit changed();
    }
}

QString FileWatch::state() const
{
    QString state = stateOf(QFileInfo(m_path));
    for (const QFileInfo& file : filesIn(m_path)) {
        state += stateOf(file);
    }
    return state;
}

SourceBox::SourceBox(Workspace& workspace, const QString& title, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_watch(new FileWatch(this))
{
    m_name = editor::label({}, this, editor::Look::Wraps | editor::Look::Selectable);
    m_buttons = new editor::FlowLayout(nullptr);
    m_buttons->setContentsMargins(0, 0, 0, 0);
    buildProgress();
    m_problem = editor::label({}, this, editor::Look::Wraps, "problem");
    m_problem->hide();
    editor::inColumn(this, {sectionTitle(title, this), m_name, m_buttons, m_progressRow, m_problem}, QMargins(),
                     rowSpacing);
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
    return m_fetch = addButton(words, tip, QStringLiteral("download"));
}

void SourceBox::addReadAgain()
{
    editor::described(addButton(tr("Read a&gain"), tr("Read the data again from disk, as they are now"),
                                QStringLiteral("regenerate")),
                      {.name = "readAgain"}, this, &SourceBox::readAgain);
}

void SourceBox::show(const QString& name, const QString& tip, const QString& problem)
{
    m_name->setText(name);
    m_name->setToolTip(tip);
    showProblem(problem);
}

void SourceBox::showProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->setVisible(!sentence.isEmpty());
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
        QString place;
        const engine::Sentence problem = failureOf([&] { place = QString::fromStdString(fetch(progress).string()); });
        return [this, place, problem] {
            endFetching();
            if (problem.empty()) {
                emit fetched(place);
            } else {
                showProblem(tr("The download failed: %1.").arg(editor::inWords(problem)));
            }
        };
    });
}

void SourceBox::endFetching()
{
    m_progressRow->hide();
    m_fetch->setEnabled(true);
}

std::optional<std::filesystem::path> SourceBox::data(QString& problem)
{
    try {
        const std::filesystem::path found = m_workspace.data().file();
        m_watch->watch(engine::isMadeData(found) ? std::filesystem::path() : found);
        return found;
    } catch (const engine::Error& error) {
        m_watch->watch({});
        problem = editor::inWords(error);
        return std::nullopt;
    }
}

} // namespace studio

#include "moc_source_box.cpp"
