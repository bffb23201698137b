# SPDX-License-Identifier: GPL-3.0-or-later
# In a tree of its own, since the metadata takes categories and more from the desktop entry beside it.
find_program(VALIDATE appstreamcli)
if(NOT VALIDATE)
    message("skipped: there is no appstreamcli")
    return()
endif()
file(REMOVE_RECURSE ${FOLDER})
set(desktop ${ROOT}/resources/desktop)
file(COPY ${desktop}/org.hamnet.Studio.desktop DESTINATION ${FOLDER}/usr/share/applications)
file(COPY ${BUILD}/resources/desktop/org.hamnet.Studio.metainfo.xml DESTINATION ${FOLDER}/usr/share/metainfo)
execute_process(COMMAND ${VALIDATE} validate-tree --no-net --explain ${FOLDER}
    OUTPUT_VARIABLE complaints ERROR_VARIABLE complaints)
# Without HAMNET_WEBSITE there is no address to name; releases from 1.0 warn of that.
string(REPLACE "W: org.hamnet.Studio:~: url-homepage-missing" "" complaints "${complaints}")
if(NOT complaints MATCHES "org.hamnet.Studio" OR complaints MATCHES "[EW]: org.hamnet.Studio")
    message(FATAL_ERROR "${complaints}")
endif()
