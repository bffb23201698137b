# SPDX-License-Identifier: GPL-3.0-or-later
# Writes FILE, which `hamnet --version` says: the commit of SOURCES, where these are a clone, and the BUILD.
execute_process(COMMAND git -C ${SOURCES} rev-parse --short=8 HEAD
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failure)
if(failure)
    set(words "${BUILD}")
else()
    set(words "commit ${commit}, ${BUILD}")
endif()
file(CONFIGURE OUTPUT ${FILE} CONTENT "#include \"app/cli/program.h\"\nconst char* const cli::builtFrom = \"${words}\";\n")
