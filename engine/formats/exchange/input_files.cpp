// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/input_files.h"

#include "engine/data/picture.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/graph/error.h"

#include <system_error>

namespace engine {
namespace {

namespace fs = std::filesystem;

bool isSameFile(const fs::path& one, const fs::path& other)
{
    std::error_code unknown; // where one is not there
    return fs::equivalent(one, other, unknown);
}

/// Whether it is one of the files in the folder, or in folders as deep in it as those of classes lie.
bool isIn(const fs::path& folder, const fs::path& file)
{
    constexpr int maxFolders = 2; // train/dogs
    constexpr auto options =
        fs::directory_options::follow_directory_symlink | fs::directory_options::skip_permission_denied;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, options, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry.depth() >= maxFolders) {
            entry.disable_recursion_pending();
        }
        const fs::path& one = entry->path();
        if ((namesPicture(one) || formatByName(one) == nullptr) && isSameFile(one, file)) {
            return true;
        }
    }
    return false;
}

} // namespace

void requireNoInput(const fs::path& output, const std::vector<InputFile>& inputs)
{
    std::error_code unknown;
    if (!fs::is_regular_file(output, unknown)) {
        return; // nothing is there yet, or what no file can replace
    }
    for (const InputFile& input : inputs) {
        const bool isFolder = fs::is_directory(input.file, unknown);
        if (isFolder ? isIn(input.file, output) : isSameFile(input.file, output)) {
            throw Error(
                isFolder
                    ? say(ENGINE_TEXT("Sentences", "%1 is a file of %2, which is read; the output needs another name"),
                          output.string(), input.what)
                    : say(ENGINE_TEXT("Sentences", "%1 is %2, which is read; the output needs another name"),
                          output.string(), input.what));
        }
    }
}

} // namespace engine
