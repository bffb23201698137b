# SPDX-License-Identifier: GPL-3.0-or-later
# Puts each command's options into the man page, asked from the program itself:
# cmake -D PROGRAM=hamnet -D TEMPLATE=file -D PAGE=file -P program_page.cmake
# In the template the line .\" options of COMMAND stands for them.
file(READ ${TEMPLATE} page)
string(REGEX MATCHALL "\n[.][^\n]\" options of [a-z]+" places "${page}")
if(NOT places)
    message(FATAL_ERROR "${TEMPLATE} has no place for a command's options")
endif()
foreach(place ${places})
    string(REGEX REPLACE ".* " "" command "${place}")
    execute_process(COMMAND ${PROGRAM} manual ${command} OUTPUT_VARIABLE options COMMAND_ERROR_IS_FATAL ANY)
    string(REPLACE "${place}\n" "\n${options}" page "${page}")
endforeach()
file(WRITE ${PAGE} "${page}")
