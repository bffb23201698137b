// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/seeds_dialog.h"

#include "app/queue/run_folder.h"
#include "app/studio/panels/device_box.h"
#include "app/watch/detached_process.h"
#include "editor/document/sentence_words.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/tinted_label.h"
#include "engine/graph/error.h"

#include <sys/wait.h>

#include <chrono>
#include <exception>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>
#include <system_error>
#include <utility>

namespace studio {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr int defaultSeeds = 8, maxSeeds = 1000;
constexpr auto betweenWaits = 200ms;
constexpr int hasEnded = 0, wasStopped = 130; ///< what `hamnet` tells the shell

/// Makes it.
auto prepared(const fs::path& path)
{
    std::error_code error;
    fs::create_directories(path, error);
    const bool isFree = !error && fs::is_empty(path, error);
    if (error) {
        throw engine::Error(SeedsDialog::tr("the folder %1 cannot be made: %2; choose another one")
                                .arg(QString::fromStdString(path.string()), QString::fromStdString(error.message()))
                                .toStdString());
    }
    if (!isFree) {
        throw engine::Error(SeedsDialog::tr("the folder %1 is not empty; choose a new one")
                                .arg(QString::fromStdString(path.string()))
                                .toStdString());
    }
    return queue::RunFolder(path);
}

/// Empty: as it was to.
QString problemIn(int status, const queue::RunFolder& folder)
{
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == hasEnded || code == wasStopped) {
        return {};
    }
    const QString last = QString::fromStdString(watch::lastWords(folder));
    return SeedsDialog::tr("The training has ended: %1")
        .arg(!last.isEmpty()       ? last
             : WIFSIGNALED(status) ? SeedsDialog::tr("signal %1").arg(WTERMSIG(status))
                                   : SeedsDialog::tr("exit code %1").arg(code));
}

} // namespace

SeedsDialog::SeedsDialog(Workspace& workspace, const std::filesystem::path& folder, Train train, QWidget* parent)
    : RunsDialog(
          tr("Train several seeds"),
          tr("So many nets are trained side by side, which differ in their seed alone: how much of a loss is luck. "
             "They go on when Hamnet is closed."),
          parent),
      m_train(std::move(train))
{
    setObjectName(QStringLiteral("seedsDialog"));
    m_seeds = new editor::WholeBox(this);
    m_seeds->setObjectName(QStringLiteral("seedsCount"));
    m_seeds->setRange(2, maxSeeds);
    m_seeds->setValue(defaultSeeds);
    m_seeds->setToolTip(tr("The first seed is the next run's; as many train at once as the device has room for"));
    auto* device = new DeviceBox(workspace, this);
    device->offer(engine::deviceChoices());
    m_folder = new QLineEdit(QString::fromStdString(folder.string()), this);
    m_folder->setObjectName(QStringLiteral("seedsFolder"));
    m_folder->setToolTip(tr("A new folder, in which each net gets one with its checkpoints and its log"));
    auto* browse = new QPushButton(tr("C&hoose…"), this);
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, &SeedsDialog::browse);
    auto* place = new QHBoxLayout;
    place->addWidget(m_folder, 1);
    place->addWidget(browse);
    auto* form = new QFormLayout;
    form->addRow(tr("&Nets:"), m_seeds);
    form->addRow(tr("&Device:"), device);
    auto* folderLabel = new QLabel(tr("&Folder:"), this);
    folderLabel->setBuddy(m_folder);
    form->addRow(folderLabel, place);
    m_rows->addLayout(form);
    m_rows->addStretch(1);
    m_cost->hide();
    addButtons(tr("&Train"), QSize(560, 0));
}

/// The folder itself is to be new, so that the one is asked for in which it is made.
void SeedsDialog::browse()
{
    const QFileInfo now(m_folder->text());
    const QString parent = QFileDialog::getExistingDirectory(this, tr("The folder is made in"), now.path());
    if (!parent.isEmpty()) {
        m_folder->setText(QDir(parent).filePath(now.fileName()));
    }
}

void SeedsDialog::start()
{
    const QString folder = m_folder->text().trimmed();
    if (QDir::isRelativePath(folder)) {
        m_problem->showError(tr("The folder is a whole path, such as %1.").arg(QDir::home().filePath(tr("seeds"))));
        return;
    }
    try {
        m_train(m_seeds->value(), folder.toStdString());
        accept();
    } catch (const std::exception& error) {
        m_problem->showError(editor::inWords(error));
    }
}

void trainSeeds(const engine::RunDescription& run, int seeds, const fs::path& folder, QObject& owner,
                std::function<void(const QString& problem)> ended)
{
    const queue::RunFolder place = prepared(folder);
    std::vector<std::string> call = queue::seedsArguments(run, place, seeds);
    call.insert(call.begin(), "hamnet"); // by which name this program is that
    const pid_t process =
        watch::startDetached({.words = std::move(call), .folder = place.path(), .errors = place.errors()});
    auto* looks = new QTimer(&owner);
    QObject::connect(looks, &QTimer::timeout, looks, [=, ended = std::move(ended)] {
        if (int status = 0; ::waitpid(process, &status, WNOHANG) == process) {
            looks->stop();
            looks->deleteLater();
            ended(problemIn(status, place));
        }
    });
    looks->start(betweenWaits);
}

} // namespace studio

#include "moc_seeds_dialog.cpp"
