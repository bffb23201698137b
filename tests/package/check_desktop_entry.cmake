# SPDX-License-Identifier: GPL-3.0-or-later
find_program(VALIDATE desktop-file-validate)
if(NOT VALIDATE)
    message("skipped: there is no desktop-file-validate")
    return()
endif()
execute_process(COMMAND ${VALIDATE} --no-hints ${ROOT}/resources/desktop/org.hamnet.Studio.desktop
    OUTPUT_VARIABLE complaints ERROR_VARIABLE complaints RESULT_VARIABLE result)
if(NOT result EQUAL 0 OR NOT complaints STREQUAL "")
    message(FATAL_ERROR "${complaints}")
endif()
