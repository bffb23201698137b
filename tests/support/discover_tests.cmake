# SPDX-License-Identifier: GPL-3.0-or-later
# After a test program was linked: writes FILE, by which CTest runs each of its suites (GoogleTest) or classes (Qt Test) as a
# test of its own, named NAME.SUITE.
#   COMMAND    how the program is started; KIND: gtest or qt
#   SHARDS     SUITE=NUMBER ...: the tests of such a suite are shared out to so many processes
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
list(REMOVE_ITEM suites "Running main() from gmock_main.cc" ${EXCEPT})

set(text "")
function(add name arguments environment)
    string(APPEND text "add_test([=[${name}]=] ${COMMAND} ${arguments})\n"
        "set_tests_properties([=[${name}]=] PROPERTIES ${PROPERTIES}${environment})\n")
    set(text "${text}" PARENT_SCOPE)
endfunction()
foreach(suite ${suites})
    set(arguments "${suite} -nocrashhandler")
    if(KIND STREQUAL "gtest")
        set(arguments "--gtest_brief=1 \"--gtest_filter=${suite}.*\"")
    endif()
    set(shards 1)
    foreach(one ${SHARDS})
        if(one MATCHES "^(.+)=([0-9]+)$" AND CMAKE_MATCH_1 STREQUAL suite)
            set(shards ${CMAKE_MATCH_2})
        endif()
    endforeach()
    if(shards EQUAL 1)
        add(${NAME}.${suite} "${arguments}" "")
    else()
        math(EXPR last "${shards} - 1")
        foreach(shard RANGE ${last})
            math(EXPR number "${shard} + 1")
            add(${NAME}.${suite}.${number}_of_${shards} "${arguments}"
                " COST 100 ENVIRONMENT \"GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${shard}\"")
        endforeach()
    endif()
endforeach()
file(WRITE ${FILE} "${text}")
