# SPDX-License-Identifier: GPL-3.0-or-later
# What the two packages do not share: the .deb goes to /usr and names its libraries, the .tar.gz brings them.
if(CPACK_GENERATOR STREQUAL "DEB")
    set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
else()
    set(CPACK_PACKAGING_INSTALL_PREFIX /)
    list(GET CPACK_INSTALL_CMAKE_PROJECTS 0 build)
    list(APPEND CPACK_INSTALL_CMAKE_PROJECTS ${build} hamnet portable /)
    set(CPACK_PACKAGE_FILE_NAME ${CPACK_HAMNET_BUNDLE_NAME})
endif()
