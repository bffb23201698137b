# SPDX-License-Identifier: GPL-3.0-or-later
# Whether every source looks as .clang-format says. Releases of clang-format differ in small things, so one is held to.
set(wanted 14)
if(NOT CLANG_FORMAT)
    message("skipped: there is no clang-format (release ${wanted} is what we format with)")
    return()
endif()
execute_process(COMMAND ${CLANG_FORMAT} --version OUTPUT_VARIABLE version)
if(NOT version MATCHES "version ${wanted}\\.")
    message("skipped: we format with clang-format ${wanted}, and this is ${version}")
    return()
endif()
file(GLOB_RECURSE sources ${ROOT}/engine/*.h ${ROOT}/engine/*.cpp ${ROOT}/app/*.h ${ROOT}/app/*.cpp
    ${ROOT}/editor/*.h ${ROOT}/editor/*.cpp ${ROOT}/tests/*.h ${ROOT}/tests/*.cpp)
execute_process(COMMAND ${CLANG_FORMAT} --dry-run -Werror ${sources} RESULT_VARIABLE result ERROR_VARIABLE complaints)
if(NOT result EQUAL 0)
    string(SUBSTRING "${complaints}" 0 3000 complaints)
    message(FATAL_ERROR "${complaints}")
endif()
