# SPDX-License-Identifier: GPL-3.0-or-later
# Installed somewhere else, the program still finds the play that came with it.
file(REMOVE_RECURSE ${FOLDER})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
foreach(file bin/hamnet share/hamnet/models/char_rnn_small.prototxt share/man/man1/hamnet.1
        share/bash-completion/completions/hamnet)
    if(NOT EXISTS ${FOLDER}/${file})
        message(SEND_ERROR "not installed: ${file}")
    endif()
endforeach()
file(GLOB play ${FOLDER}/share/hamnet/corpus/*.txt)
file(RENAME ${play} ${FOLDER}/share/hamnet/corpus/moved.txt) # so that no other copy can be the one that is found
execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=HAMNET_RESOURCES ${FOLDER}/bin/hamnet train
    ${FOLDER}/share/hamnet/models/char_rnn_small.prototxt --iterations 1 --no-checkpoint --json --validate-every 0
    --sample-every 0 WORKING_DIRECTORY ${FOLDER} OUTPUT_VARIABLE said ERROR_VARIABLE complaints RESULT_VARIABLE result)
if(NOT result EQUAL 0 OR NOT said MATCHES "moved\\.txt")
    message(FATAL_ERROR "${said}${complaints}")
endif()
file(REMOVE_RECURSE ${FOLDER})
