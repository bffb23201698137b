# SPDX-License-Identifier: GPL-3.0-or-later
# Run while the component `portable` is installed: puts the libraries that the programs need beside them, so that they run
# where none of these is installed. What stays out belongs to the machine: the C library and the graphics driver, and
# CUDA's own libraries, which are found where they are installed.
#   programs    what is installed to bin
#   opened      libraries that the programs open by name while they run
#   modules     our own modules in lib/hamnet
#   plugins     folder and file of each of Qt's plugins, below qt_plugins
#   qt_texts    Qt's own translations
set(folder ${CMAKE_INSTALL_PREFIX}/lib/hamnet)
set(notices ${CMAKE_INSTALL_PREFIX}/share/doc/hamnet)

set(plugin_files)
foreach(plugin ${plugins})
    cmake_path(GET plugin PARENT_PATH kind)
    list(APPEND plugin_files ${qt_plugins}/${plugin})
    file(INSTALL ${qt_plugins}/${plugin} DESTINATION ${folder}/qt/${kind} TYPE SHARED_LIBRARY)
endforeach()
if(plugins)
    file(INSTALL ${qt_texts} DESTINATION ${CMAKE_INSTALL_PREFIX}/share/hamnet/qt)
endif()

file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs} LIBRARIES ${opened} ${modules} ${plugin_files}
    RESOLVED_DEPENDENCIES_VAR libraries
    PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv|util|anl)\\.so"
        "^lib(cuda|cudart|cublas|cublasLt|cudnn[a-z_]*|nccl|nvidia-ml|nvrtc)\\.so")
list(APPEND libraries ${opened})
list(REMOVE_DUPLICATES libraries)
set(origins ${plugin_files})
foreach(library ${libraries})
    cmake_path(GET library FILENAME name) # the name that it is asked for by, not that of the file behind the links
    file(REAL_PATH ${library} file)
    file(INSTALL ${file} DESTINATION ${folder} TYPE FILE RENAME ${name})
    list(APPEND origins ${file})
endforeach()

# The oldest C library that all of this runs with.
set(glibc 2.2)
foreach(file ${programs} ${modules} ${origins})
    execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${file} OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "GLIBC_[0-9.]+" versions "${headers}")
    foreach(version ${versions})
        string(REPLACE GLIBC_ "" version ${version})
        if(version VERSION_GREATER glibc)
            set(glibc ${version})
        endif()
    endforeach()
endforeach()

# Where each came from and under which terms, by the packages of the system that it was taken from.
find_program(query dpkg-query)
set(text "Hamnet is free software under the GNU General Public License, version 3 or later; this folder holds it with the
libraries that it needs. It runs on Linux where the C library is glibc ${glibc} or later.

The libraries in lib/hamnet, but for libhamnet_cuda.so, are other people's work under their own licences, unchanged.\n")
if(query)
    set(paths ${origins} ${origins})
    list(TRANSFORM paths REPLACE "^/usr/lib" "/lib") # as packages name them that are older than the link
    execute_process(COMMAND ${query} --search ${origins} ${paths} OUTPUT_VARIABLE owners ERROR_QUIET)
    string(REGEX MATCHALL "[^\n:]+[^\n]*: /" packages "${owners}")
    list(TRANSFORM packages REPLACE "(:[^:]*)?: /$" "")
    list(REMOVE_DUPLICATES packages)
    list(SORT packages)
    string(APPEND text "They are from the packages named below, whose source packages hold their sources; the notice of each is in\n"
        "licences/.\n\n")
    set(licences)
    foreach(package ${packages})
        execute_process(COMMAND ${query} --show
            "--showformat=\${Package} \${Version}, source package \${source:Package} \${source:Version}\\n" ${package}
            OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
        string(APPEND text "${lines}")
        file(REAL_PATH /usr/share/doc/${package}/copyright notice)
        file(INSTALL ${notice} DESTINATION ${notices}/licences TYPE FILE RENAME ${package}.txt)
        file(READ ${notice} words)
        string(REGEX MATCHALL "/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]" shared "${words}")
        list(APPEND licences ${shared})
    endforeach()
    list(REMOVE_DUPLICATES licences)
    foreach(licence ${licences})
        if(EXISTS ${licence})
            cmake_path(GET licence FILENAME name)
            file(REAL_PATH ${licence} file)
            file(INSTALL ${file} DESTINATION ${notices}/licences/common TYPE FILE RENAME ${name}.txt)
        endif()
    endforeach()
else()
    list(JOIN origins "\n" lines)
    string(APPEND text "They were copied from here:\n\n${lines}\n")
endif()
file(WRITE $ENV{DESTDIR}${notices}/LIBRARIES.txt "${text}")
