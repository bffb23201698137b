# SPDX-License-Identifier: GPL-3.0-or-later
# After a test program was linked: writes FILE, by which CTest runs each of its suites (GoogleTest) or classes (Qt Test) as a
# test of its own, named NAME.SUITE.
#   COMMAND    how the program is started; KIND: gtest or qt
#   EXCEPT     suites that the folder adds by itself, with an environment of theirs
#   PROPERTIES of each test, as set_tests_properties takes them
if(KIND STREQUAL "gtest")
    execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE suites COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX REPLACE "\n  [^\n]*" "" suites "\n${suites}") # a test stands further in than its suite
    string(REGEX REPLACE "\\.[^\n]*" "" suites "${suites}")
else()
    execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE suites COMMAND_ERROR_IS_FATAL ANY)
endif()
string(REGEX MATCHALL "[^\n]+" suites "${suites}")
if(EXCEPT)
    list(REMOVE_ITEM suites ${EXCEPT})
endif()

set(text "")
foreach(suite ${suites})
    set(arguments "${suite} -nocrashhandler")
    if(KIND STREQUAL "gtest")
        set(arguments "--gtest_brief=1 \"--gtest_filter=${suite}.*\"")
    endif()
    string(APPEND text "add_test([=[${NAME}.${suite}]=] ${COMMAND} ${arguments})\n"
        "set_tests_properties([=[${NAME}.${suite}]=] PROPERTIES ${PROPERTIES})\n")
endforeach()
file(WRITE ${FILE} "${text}")
