// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/diary.h"
#include "app/studio/text/written_view.h"
#include "editor/looks/theme.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <QSignalSpy>
#include <QSlider>

using namespace studio;

namespace {

engine::SampleEvent sample(std::int64_t iteration)
{
    engine::SampleEvent text;
    text.iteration = iteration;
    text.seed = 42;
    text.prompt = "ROMEO:";
    text.text = "\nWritten at " + std::to_string(iteration) + ".";
    return text;
}

RunRecord run()
{
    RunRecord record;
    engine::Curve curve;
    for (std::int64_t iteration = 10; iteration <= 500; iteration += 10) {
        curve.append({.iteration = iteration, .loss = 4 - static_cast<double>(iteration) / 200});
    }
    record.curve = curve;
    for (const std::int64_t iteration : {100, 200, 300}) {
        record.samples.push_back(sample(iteration));
    }
    return record;
}

} // namespace

class DiaryTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_diary = std::make_unique<Diary>();
        m_diary->resize(560, 260);
        m_diary->setRun(run());
        expose(*m_diary);
    }

    void cleanup() { m_diary.reset(); }

    void showsTheNewestAsTheyCome()
    {
        QCOMPARE(m_diary->shown()->iteration, 300);
        m_diary->add(sample(400), 1.75);
        QCOMPARE(m_diary->shown()->iteration, 400);
        QVERIFY(m_diary->findChild<WrittenView*>()->toPlainText().contains(QStringLiteral("Written at 400.")));
    }

    void staysWhereTheUserLooksBack()
    {
        QSignalSpy chosen(m_diary.get(), &Diary::iterationChosen);
        auto* slider = m_diary->findChild<QSlider*>();
        QTest::keyClick(slider, Qt::Key_Left);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.at(0).at(0).toLongLong(), 200);
        m_diary->add(sample(400), 1.75);
        QCOMPARE(m_diary->shown()->iteration, 200);
        QTest::keyClick(slider, Qt::Key_End);
        m_diary->add(sample(500), 1.5);
        QCOMPARE(m_diary->shown()->iteration, 500);
    }

    /// A small net writes hundreds a second: only what can be read is laid out, and the last one is not left out.
    void showsTheNewestOfManyAfterAPause()
    {
        auto* view = m_diary->findChild<WrittenView*>();
        QSignalSpy shown(view, &QPlainTextEdit::textChanged);
        for (int iteration = 400; iteration < 1'400; ++iteration) {
            m_diary->add(sample(iteration), 1.5);
        }
        TRY_VERIFY(view->toPlainText().contains(QStringLiteral("Written at 1399.")));
        QCOMPARE(m_diary->shown()->iteration, 1'399);
        QVERIFY2(shown.size() < 200, qPrintable(QString::number(shown.size())));
    }

    void goesWhereThePlotPointsWithoutAnEcho()
    {
        QSignalSpy chosen(m_diary.get(), &Diary::iterationChosen);
        m_diary->setIteration(250);
        QCOMPARE(m_diary->shown()->iteration, 200);
        m_diary->setIteration(0);
        QCOMPARE(m_diary->shown()->iteration, 100);
        QCOMPARE(chosen.size(), 0);
    }

    void tellsTheLossOfTheCurveThere()
    {
        m_diary->setIteration(200);
        QVERIFY(says(*m_diary, QStringLiteral("Iteration 200 · loss 3 · seed 42")));
    }

    void aRollbackWritesItsSamplesAnew()
    {
        m_diary->add(sample(200), 2);
        QCOMPARE(m_diary->size(), std::size_t{2});
        QCOMPARE(m_diary->shown()->iteration, 200);
    }

private:
    std::unique_ptr<Diary> m_diary;
};

HAMNET_QT_TEST(DiaryTest)
#include "diary_test.moc"
