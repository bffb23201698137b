# SPDX-License-Identifier: GPL-3.0-or-later
# Debian's policy: man pages and changelogs are compressed, and without the time so that packages can be made again.
if(CPACK_GENERATOR STREQUAL "DEB")
    file(GLOB_RECURSE pages "${CPACK_TEMPORARY_DIRECTORY}/usr/share/man/*.1")
    file(GLOB changelog "${CPACK_TEMPORARY_DIRECTORY}/usr/share/doc/*/CHANGELOG.md")
    if(changelog)
        cmake_path(REPLACE_FILENAME changelog changelog OUTPUT_VARIABLE renamed)
        file(RENAME ${changelog} ${renamed})
    endif()
    foreach(file ${pages} ${renamed})
        execute_process(COMMAND gzip -9 -n ${file} COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
endif()
