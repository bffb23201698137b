// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/first_weights_row.h"

#include "app/studio/workspace/importer.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"

#include <filesystem>
#include <QToolButton>

namespace studio {

FirstWeightsRow::FirstWeightsRow(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    m_name = editor::label({}, this, editor::Look::Wraps);
    m_name->setAccessibleName(tr("Initial weights"));
    m_name->setSizePolicy(QSizePolicy::Ignored,
                          QSizePolicy::Preferred); // a long name is cut, not the panel wide
    const auto button = [&](const QString& icon, const QString& tip) {
        auto* made = new QToolButton(this);
        made->setIcon(editor::icon(icon));
        made->setAutoRaise(true);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        return made;
    };
    m_import = button(QStringLiteral("import"), tr("Import weights to start from"));
    m_forget = button(QStringLiteral("close"), tr("Start from random weights again"));
    editor::inRow(this, {{m_name, 1}, m_import, m_forget}, QMargins());
    connect(m_import, &QToolButton::clicked, &workspace, &Workspace::importWanted);
    connect(m_forget, &QToolButton::clicked, this, [this] { m_workspace.importer().forgetFirstWeights(); });
}

void FirstWeightsRow::refresh()
{
    const engine::RunDescription& choice = m_workspace.nextRun().choice();
    const bool drawn = choice.first.file.empty();
    const auto nameOf = [](const std::filesystem::path& file) {
        return QString::fromStdString(file.filename().string());
    };
    m_name->setText(drawn ? tr("random, as set in each layer")
                    : choice.first.solverState.empty()
                        ? nameOf(choice.first.file)
                        : tr("%1 with %2").arg(nameOf(choice.first.file), nameOf(choice.first.solverState)));
    m_name->setToolTip(drawn ? QString()
                             : QString::fromStdString(choice.first.file.string() +
                                                      (choice.first.solverState.empty() ? "" : "\n") +
                                                      choice.first.solverState.string()));
    m_forget->setVisible(!drawn);
    const bool free = m_workspace.files().isOpen() && !m_workspace.training().isBusy();
    m_import->setEnabled(free);
    m_forget->setEnabled(free);
}

} // namespace studio

#include "moc_first_weights_row.cpp"
