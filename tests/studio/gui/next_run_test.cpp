// SPDX-License-Identifier: GPL-3.0-or-later
// What the training panel says of the next run before Train: its precision, and the engine of each layer.
#include "app/studio/panels/training_panel.h"
#include "engine/backends/cpu_backend.h"
#include "tests/studio/gui/stage.h"
#include "tests/support/patience.h"

#include <QComboBox>
#include <QLabel>
#include <QStandardItemModel>
#include <QTest>

namespace studio {

class NextRunTest : public QObject {
    Q_OBJECT

private slots:
    void thePrecisionIsChosenAndSaysWhatAutomaticComesTo();
    void theEngineOfEachLayerIsSaid();
};

namespace {

/// A sample whose next run is to be on the processor.
void openOnTheProcessor(Stage& stage)
{
    QVERIFY(stage.waitForPage(false));
    stage.openFirstSample();
    stage.showPanel(QStringLiteral("training"));
    RunChoice choice = stage.workspace().choice();
    choice.device = "CPU";
    stage.workspace().setChoice(choice);
}

} // namespace

void NextRunTest::thePrecisionIsChosenAndSaysWhatAutomaticComesTo()
{
    Stage stage;
    openOnTheProcessor(stage);
    auto* box = stage.window().findChild<TrainingPanel*>()->findChild<QComboBox*>(QStringLiteral("precision"));
    QTRY_COMPARE_WITH_TIMEOUT(box->itemText(0), QStringLiteral("Automatic: fp32"), patience);
    const auto isOffered = [&](const char* name) {
        const int row = box->findData(QString::fromLatin1(name));
        return qobject_cast<QStandardItemModel*>(box->model())->item(row)->isEnabled();
    };
    QVERIFY(isOffered("auto") && isOffered("fp32") && !isOffered("tf32"));
    QCOMPARE(isOffered("bf16"), !engine::cpuRefusal(engine::Precision::Bfloat16));
    const int row = box->findData(QStringLiteral("fp32"));
    box->setCurrentIndex(row);
    emit box->activated(row);
    QCOMPARE(stage.workspace().choice().precision, std::string("fp32"));
    QVERIFY(stage.workspace().request().precision == engine::Precision::Float32);
    RunChoice choice = stage.workspace().choice();
    choice.precision = "auto";
    stage.workspace().setChoice(choice);
    QTRY_COMPARE_WITH_TIMEOUT(box->currentIndex(), 0, patience);
    QVERIFY(!stage.workspace().request().precision);
}

void NextRunTest::theEngineOfEachLayerIsSaid()
{
    Stage stage;
    openOnTheProcessor(stage);
    auto* layers = stage.window().findChild<TrainingPanel*>()->findChild<QLabel*>(QStringLiteral("layerEngines"));
    QTRY_COMPARE_WITH_TIMEOUT(layers->text(), QStringLiteral("lstm: ONEDNN"), patience);
}

} // namespace studio

int main(int argc, char** argv)
{
    return studio::runOnStage(argc, argv, [](const studio::Home&, int count, char** words) {
        studio::NextRunTest test;
        return QTest::qExec(&test, count, words);
    });
}

#include "next_run_test.moc"
