# SPDX-License-Identifier: GPL-3.0-or-later
# Headers of libraries are compiled once for all targets that are compiled alike: reading them took three fifths of the time.
# Included after all targets are known. A target that is compiled in a way of its own sets DISABLE_PRECOMPILE_HEADERS.
# GCC only: what Clang compiles of headers differs by folder, and ccache knows it no more.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
endif()
set(standard_headers <algorithm> <array> <charconv> <chrono> <cmath> <cstdint> <cstring> <filesystem> <fstream> <functional>
    <limits> <map> <memory> <mutex> <numeric> <optional> <random> <set> <span> <sstream> <stop_token> <string> <string_view>
    <thread> <utility> <variant> <vector>)
set(qt_headers <QAction> <QApplication> <QComboBox> <QFileInfo> <QHash> <QHeaderView> <QKeyEvent> <QLabel> <QLineEdit>
    <QLocale> <QMenu> <QMouseEvent> <QPainter> <QPainterPath> <QPushButton> <QScrollBar> <QSettings> <QStyle> <QTimer>
    <QToolButton> <QToolTip> <QTreeWidget> <QVBoxLayout> <QWidget>)

# One compiled set of headers: hamnet_compiled_headers(NAME HEADERS ... LIBRARIES ...)
function(hamnet_compiled_headers name)
    cmake_parse_arguments(ARG "" "" "HEADERS;LIBRARIES" ${ARGN})
    file(WRITE ${PROJECT_BINARY_DIR}/headers/${name}.cpp "")
    add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/headers/${name}.cpp)
    target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES})
    target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
endfunction()

function(hamnet_targets_below folder result)
    get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
    get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
    foreach(one ${below})
        hamnet_targets_below(${one} more)
        list(APPEND targets ${more})
    endforeach()
    set(${result} ${targets} PARENT_SCOPE)
endfunction()

# The compiled headers for a target, or nothing: by what it links and how it is compiled.
function(hamnet_headers_for target result)
    set(${result} "" PARENT_SCOPE)
    get_target_property(type ${target} TYPE)
    if(NOT type MATCHES "^(STATIC|MODULE|SHARED|OBJECT)_LIBRARY$|^EXECUTABLE$")
        return()
    endif()
    get_target_property(libraries ${target} LINK_LIBRARIES)
    set(kind hamnet_headers)
    if(hamnet_qt_flags IN_LIST libraries)
        set(kind hamnet_qt_headers)
    elseif(NOT hamnet_flags IN_LIST libraries)
        return()
    endif()
    if(hamnet_test_flags IN_LIST libraries)
        string(REPLACE headers test_headers kind ${kind})
    endif()
    if(TARGET ${kind})
        set(${result} ${kind} PARENT_SCOPE)
    endif()
endfunction()

hamnet_targets_below(${PROJECT_SOURCE_DIR} targets)
hamnet_compiled_headers(hamnet_headers HEADERS ${standard_headers} LIBRARIES hamnet_flags)
if(HAMNET_STUDIO)
    hamnet_compiled_headers(hamnet_qt_headers HEADERS ${standard_headers} ${qt_headers} LIBRARIES hamnet_qt_flags Qt6::Widgets)
endif()
if(HAMNET_TESTS)
    hamnet_compiled_headers(hamnet_test_headers HEADERS ${standard_headers} <gmock/gmock.h> <gtest/gtest.h>
        LIBRARIES hamnet_flags hamnet_test_flags GTest::gmock)
    if(HAMNET_STUDIO)
        hamnet_compiled_headers(hamnet_qt_test_headers HEADERS ${standard_headers} ${qt_headers} <QSignalSpy> <QTest>
            LIBRARIES hamnet_qt_flags hamnet_test_flags hamnet_qt_test_flags Qt6::Widgets Qt6::Test)
    endif()
endif()
foreach(target ${targets})
    hamnet_headers_for(${target} headers)
    if(headers)
        target_precompile_headers(${target} REUSE_FROM ${headers})
        # mocs_compilation.cpp is empty: each source includes its own moc output.
        get_target_property(folder ${target} BINARY_DIR)
        set_source_files_properties(${folder}/${target}_autogen/mocs_compilation.cpp TARGET_DIRECTORY ${target}
            PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
endforeach()
