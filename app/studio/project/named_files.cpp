// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/project/named_files.h"

#include "app/studio/project/autosave.h"
#include "engine/data/places.h"
#include "engine/graph/error.h"

#include <optional>
#include <QSettings>
#include <QStringList>
#include <set>
#include <system_error>

namespace studio {
namespace {

namespace fs = std::filesystem;

constexpr auto namedFilesKey = "namedFiles";
constexpr qsizetype most = 500; ///< the newest

/// Nothing where the user has no home.
std::optional<QString> memory()
{
    try {
        return QString::fromStdString((stateFolder() / "named_files.ini").string());
    } catch (const engine::Error&) {
        return std::nullopt;
    }
}

QStringList remembered()
{
    const std::optional<QString> file = memory();
    return file ? QSettings(*file, QSettings::IniFormat).value(namedFilesKey).toStringList() : QStringList();
}

QString wholeName(const fs::path& file)
{
    std::error_code gone; // the working folder: then the name is as it was given
    const fs::path whole = fs::absolute(file, gone);
    return QString::fromStdString((gone ? file : whole).lexically_normal().string());
}

bool isRunOfUnsaved(const std::string& file)
{
    try {
        return isUnsavedRunsFolder(fs::path(file).parent_path()) && engine::liesBelow(stateFolder() / "runs", file);
    } catch (const engine::Error&) {
        return false;
    }
}

/// Every file that is read or copied for the project, but for its text.
template <typename SomeProject, typename Visit>
void forEachFile(SomeProject& project, const Visit& visit)
{
    visit(project.choice.firstWeights);
    visit(project.choice.solverState);
    for (auto& run : project.runs) {
        for (auto& mark : run.checkpoints) {
            visit(mark.file);
        }
        for (auto& text : run.diary) {
            visit(text.checkpoint);
        }
    }
    for (auto& text : project.texts) {
        visit(text.checkpoint);
        visit(text.state);
    }
}

} // namespace

void rememberNamed(const std::vector<fs::path>& files)
{
    const std::optional<QString> file = memory();
    if (!file || files.empty()) {
        return;
    }
    QStringList names = remembered();
    const QStringList before = names;
    for (const fs::path& named : files) {
        const QString name = wholeName(named);
        names.removeAll(name);
        names.prepend(name);
    }
    if (names != before) {
        QSettings(*file, QSettings::IniFormat).setValue(namedFilesKey, names.mid(0, most));
    }
}

void rememberNamed(const fs::path& file)
{
    rememberNamed(std::vector{file});
}

bool wasNamed(const fs::path& file)
{
    return remembered().contains(wholeName(file));
}

Strangers leaveOutStrangers(Project& project, const fs::path& folder)
{
    const QStringList named = remembered();
    const auto isStranger = [&](const std::string& file) {
        return !file.empty() && !engine::liesBelow(folder, file) && !named.contains(wholeName(file)) &&
               !isRunOfUnsaved(file);
    };
    Strangers strangers;
    if (isStranger(project.content.corpus)) {
        strangers.text = project.content.corpus;
    }
    std::set<std::string> known;
    forEachFile(project, [&](std::string& file) {
        if (isStranger(file)) {
            if (known.insert(file).second) {
                strangers.leftOut.push_back(file);
            }
            file.clear();
        }
    });
    for (RunRecord& run : project.runs) {
        std::erase_if(run.checkpoints, [](const engine::CheckpointEvent& mark) { return mark.file.empty(); });
    }
    if (project.choice.firstWeights.empty()) {
        project.choice.solverState.clear(); // it belongs to those weights
    }
    return strangers;
}

std::vector<fs::path> filesOf(const Project& project)
{
    std::vector<fs::path> files = {project.content.corpus, project.choice.firstText};
    forEachFile(project, [&](const std::string& file) { files.emplace_back(file); });
    std::erase(files, fs::path());
    return files;
}

std::vector<fs::path> filesOutside(const Project& project, const fs::path& folder)
{
    std::vector<fs::path> files;
    const auto take = [&](const std::string& file) {
        if (!file.empty() && !engine::liesBelow(folder, file) && !isRunOfUnsaved(file)) {
            files.emplace_back(file);
        }
    };
    take(project.content.corpus);
    forEachFile(project, take);
    return files;
}

} // namespace studio
