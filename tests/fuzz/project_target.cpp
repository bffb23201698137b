// SPDX-License-Identifier: GPL-3.0-or-later
// Project files: as they are, where the checksums refuse nearly everything, and with checksums that hold, as somebody
// would set them who means harm. What reads can be drawn, and is saved and read again without a difference.
#include "app/studio/project/project.h"
#include "editor/document/document.h"
#include "editor/document/layout.h"
#include "tests/fuzz/sealed_container.h"
#include "tests/fuzz/target.h"
#include "tests/studio/project/project_sample.h"
#include "tests/support/temporary_folder.h"

#include <string>
#include <vector>

namespace fuzz {

namespace {

using studio::Project;

void eatContent(const Project& project)
{
    static const TemporaryFolder folder(quickPlace());
    static editor::Document document;
    document.load(editor::arranged(project.content)); // as a window would, with all sizes
    studio::saveProject(folder.path() / "again.hamnet", project);
    require(studio::sameBits(studio::loadProject(folder.path() / "again.hamnet"), project),
            "a project that was read is the same when it was saved and read again");
    studio::saveCopy(folder.path() / "copy.hamnet", project, folder.path() / "again.hamnet");
    require(studio::sameBits(studio::loadCopy(folder.path() / "copy.hamnet"), project),
            "a copy of a project is the same when it is read");
}

void eatProjectFile(const std::filesystem::path& file)
{
    reads([&] { studio::kindOf(file); });
    reads([&] { studio::readProjectSummary(file); });
    reads([&] { studio::loadCopy(file); });
    Project project;
    if (reads([&] { project = studio::loadProject(file); })) {
        eatContent(project); // an Error here ends the program: what was read can be saved
    }
}

void eatProject(std::span<const std::byte> file)
{
    static MemoryFile memory;
    eatProjectFile(memory.with(file));
    eatProjectFile(memory.with(sealedContainer({file.begin(), file.end()})));
}

std::vector<Bytes> projectSeeds()
{
    const TemporaryFolder folder;
    studio::saveProject(folder.path() / "sample.hamnet", studio::sampleProject());
    studio::saveProject(folder.path() / "empty.hamnet", {});
    return {contentOf(folder.path() / "sample.hamnet"), contentOf(folder.path() / "empty.hamnet")};
}

} // namespace

const Target project = {"project", eatProject, projectSeeds};

} // namespace fuzz
