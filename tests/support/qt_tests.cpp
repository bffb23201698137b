// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/qt_tests.h"

#include <cstdio>
#include <map>
#include <QLocale>
#include <QTemporaryDir>
#include <string>

namespace test {
namespace {

std::map<std::string, Run>& qtTests()
{
    static std::map<std::string, Run> tests; // filled before main
    return tests;
}

} // namespace

QtTest::QtTest(const char* name, Run run)
{
    const std::string_view words = name;
    const std::size_t scope = words.rfind(':');
    qtTests()[std::string(words.substr(scope + 1))] = run; // npos + 1 is 0
}

int runQtTests(int argumentCount, char** arguments)
{
    if (argumentCount == 1) {
        for (const auto& [name, run] : qtTests()) {
            if (!name.starts_with('-')) {
                std::puts(name.c_str());
            }
        }
        return 0;
    }
    const auto found = qtTests().find(arguments[1]);
    if (found == qtTests().end()) {
        std::printf("no class of tests is named %s\n", arguments[1]);
        return 1;
    }
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const QTemporaryDir home; // so that no setting of who runs the test is read or written
    qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
    arguments[1] = arguments[0];
    return found->second(argumentCount - 1, arguments + 1);
}

} // namespace test
