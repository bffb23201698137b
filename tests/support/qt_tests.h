// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QTest>

namespace test {

using Run = int (*)(int argumentCount, char** arguments);

/// A class of Qt tests, which its program finds by name; or what the program does in a process that a test starts: its
/// name begins with a hyphen then.
class QtTest {
public:
    QtTest(const char* name, Run run);
};

/// Runs what the first argument names, with the other arguments. A program without arguments prints the names of its
/// classes, one a line.
int runQtTests(int argumentCount, char** arguments);

template <class Class>
int runQtTest(int argumentCount, char** arguments)
{
    QApplication application(argumentCount, arguments);
    Class tests;
    return QTest::qExec(&tests, argumentCount, arguments);
}

} // namespace test

#define HAMNET_JOINED_AGAIN(first, second) first##second
#define HAMNET_JOINED(first, second) HAMNET_JOINED_AGAIN(first, second)
/// HAMNET_QT_TEST_RUN(LooksTest, run): `run` is a test::Run. At the top of a source file, without a semicolon.
#define HAMNET_QT_TEST_RUN(name, ...) static const test::QtTest HAMNET_JOINED(qtTest, __COUNTER__)(#name, __VA_ARGS__);
#define HAMNET_QT_TEST(name) HAMNET_QT_TEST_RUN(name, &test::runQtTest<name>)
