// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/previous_version.h"

#include "app/studio/project/kept_previous.h"
#include "app/studio/workspace/files_in_use.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"

#include <QFileInfo>

namespace studio {
namespace {

std::vector<engine::Layer> layersOf(const Project& project)
{
    return editor::model(project.content).layers;
}

} // namespace

bool hasPreviousVersion(const Workspace& workspace)
{
    const std::filesystem::path& file = workspace.files().path();
    return workspace.files().isOpen() && !file.empty() && isThere(previousVersionFile(file));
}

PreviousVersion readPreviousVersion(const Workspace& workspace)
{
    const std::filesystem::path file = previousVersionFile(workspace.files().path());
    return {.project = loadProject(file), .saved = QFileInfo(QString::fromStdString(file.string())).lastModified()};
}

QString differences(const Project& previous, const Project& present)
{
    QStringList parts;
    const auto before = layersOf(previous), now = layersOf(present);
    if (before.size() != now.size()) {
        parts += Workspace::tr("%n layer(s) instead of %1", nullptr, int(before.size())).arg(now.size());
    } else if (before != now) {
        parts += Workspace::tr("other layers or other settings of layers");
    } else if (previous.content.nodes != present.content.nodes || previous.content.notes != present.content.notes) {
        parts += Workspace::tr("the same layers in other places");
    }
    if (previous.content.solver != present.content.solver) {
        parts += Workspace::tr("another solver");
    }
    if (previous.content.corpus != present.content.corpus) {
        parts += Workspace::tr("other data to learn from");
    }
    if (!(previous.choice == present.choice)) {
        parts += Workspace::tr("other settings of the next run");
    }
    if (previous.runs.size() != present.runs.size()) {
        parts += Workspace::tr("%n run(s) instead of %1", nullptr, int(previous.runs.size())).arg(present.runs.size());
    }
    if (parts.isEmpty()) {
        return Workspace::tr("Its layers, solver and number of runs are those of the project that is open.");
    }
    const QString last = parts.takeLast();
    const QString all = parts.isEmpty() ? last : Workspace::tr("%1 and %2").arg(parts.join(QStringLiteral(", ")), last);
    return Workspace::tr("Compared with the project that is open, it has %1.").arg(all);
}

} // namespace studio
