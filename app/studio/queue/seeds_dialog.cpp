// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/seeds_dialog.h"

#include "app/studio/panels/device_box.h"
#include "editor/document/sentence_words.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/tinted_label.h"

#include <exception>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <string>
#include <system_error>
#include <utility>

namespace studio {
namespace {

constexpr int defaultSeeds = 8, maxSeeds = 1000;

} // namespace

std::filesystem::path unusedFolder(const std::filesystem::path& name)
{
    std::filesystem::path unused = name;
    std::error_code unknown;
    for (int number = 2; std::filesystem::exists(unused, unknown); ++number) {
        unused = name.string() + "-" + std::to_string(number);
    }
    return unused;
}

SeedsDialog::SeedsDialog(Workspace& workspace, const std::filesystem::path& folder, Start start, QWidget* parent)
    : QDialog(parent), m_start(std::move(start))
{
    setObjectName(QStringLiteral("seedsDialog"));
    setWindowTitle(tr("Train several seeds"));
    auto* about = new QLabel(tr("So many nets are trained side by side, which differ in their seed alone: how much of "
                                "a loss is luck. They go on when Hamnet is closed."),
                             this);
    about->setWordWrap(true);
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
    m_problem = new editor::TintedLabel(this);
    m_problem->setObjectName(QStringLiteral("seedsProblem"));
    m_problem->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* go = buttons->addButton(tr("&Train"), QDialogButtonBox::AcceptRole);
    go->setObjectName(QStringLiteral("seedsStart"));
    go->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &SeedsDialog::start);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* form = new QFormLayout;
    form->addRow(tr("&Nets:"), m_seeds);
    form->addRow(tr("&Device:"), device);
    auto* folderLabel = new QLabel(tr("&Folder:"), this);
    folderLabel->setBuddy(m_folder);
    form->addRow(folderLabel, place);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(about);
    rows->addLayout(form);
    rows->addWidget(m_problem);
    rows->addStretch(1);
    rows->addWidget(buttons);
    resize(560, sizeHint().height());
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
        m_start(m_seeds->value(), folder.toStdString());
        accept();
    } catch (const std::exception& error) {
        m_problem->showError(editor::inWords(error));
    }
}

} // namespace studio

#include "moc_seeds_dialog.cpp"
