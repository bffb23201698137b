// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/system_reason.h"

#include "engine/graph/params.h"

#include <cerrno>
#include <system_error>

namespace engine {

Sentence reasonOf(int error)
{
    switch (error) {
    case ENOENT:
        return ENGINE_TEXT("Sentences", "No such file or directory");
    case EACCES:
        return ENGINE_TEXT("Sentences", "Permission denied");
    case EPERM:
        return ENGINE_TEXT("Sentences", "Operation not permitted");
    case EROFS:
        return ENGINE_TEXT("Sentences", "Read-only file system");
    case ENOSPC:
        return ENGINE_TEXT("Sentences", "No space left on device");
    case EDQUOT:
        return ENGINE_TEXT("Sentences", "Disk quota exceeded");
    case EFBIG:
        return ENGINE_TEXT("Sentences", "File too large");
    case EISDIR:
        return ENGINE_TEXT("Sentences", "Is a directory");
    case ENOTDIR:
        return ENGINE_TEXT("Sentences", "Not a directory");
    case ENOTEMPTY:
        return ENGINE_TEXT("Sentences", "Directory not empty");
    case EEXIST:
        return ENGINE_TEXT("Sentences", "File exists");
    case ENAMETOOLONG:
        return ENGINE_TEXT("Sentences", "File name too long");
    case ELOOP:
        return ENGINE_TEXT("Sentences", "Too many levels of symbolic links");
    case EXDEV:
        return ENGINE_TEXT("Sentences", "Invalid cross-device link");
    case EBUSY:
        return ENGINE_TEXT("Sentences", "Device or resource busy");
    case EMFILE:
        return ENGINE_TEXT("Sentences", "Too many open files");
    case EIO:
        return ENGINE_TEXT("Sentences", "Input/output error");
    default:
        return std::system_category().message(error);
    }
}

} // namespace engine
