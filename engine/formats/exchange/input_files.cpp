// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/input_files.h"

#include "engine/data/picture.h"
#include "engine/data/places.h"
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

/// Whether it may be one of the folder's files that are read.
bool isIn(const fs::path& folder, const fs::path& file)
{
    return (namesPicture(file) || formatByName(file) == nullptr) && liesBelow(folder, file);
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
