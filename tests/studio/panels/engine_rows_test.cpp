// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of engine, device and precision, on a machine that has a processor and two GPUs.
#include "app/studio/panels/engine_rows.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/workspace.h"
#include "editor/document/edits.h"
#include "editor/looks/theme.h"
#include "tests/support/layer_from.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <QComboBox>
#include <QDialog>
#include <QListWidget>
#include <QStandardItemModel>
#include <QTimer>

namespace studio {
namespace {

const std::vector<engine::EngineChoice> engines = {
    {.name = "DEFAULT", .device = {}, .library = {}, .about = "the quickest"},
    {.name = "CAFFE", .device = "CPU", .library = {}, .about = "step by step"},
    {.name = "ONEDNN", .device = "CPU", .library = {}, .about = "fused"},
    {.name = "CAFFE", .device = "CUDA", .library = {}, .about = "step by step"},
    {.name = "CUDNN", .device = "CUDA", .library = {}, .about = "fused", .refusal = "no cuDNN"},
    {.name = "FUSED", .device = "CUDA", .library = {}, .about = "in one kernel"},
};
const std::vector<engine::DeviceChoice> processor = {{.name = "CPU", .description = "a processor"},
                                                     {.name = "CUDA", .description = {}, .refusal = "no driver"}};
const std::vector<engine::DeviceChoice> threeDevices = {{.name = "CPU", .description = "a processor"},
                                                        {.name = "CUDA:0", .description = "a GPU"},
                                                        {.name = "CUDA:1", .description = "another GPU"}};

std::vector<engine::DeviceChoice> fourDevices()
{
    std::vector<engine::DeviceChoice> four = threeDevices;
    four.push_back({.name = "CUDA:2", .description = "a third GPU"});
    return four;
}

QStringList textsOf(const QComboBox& box)
{
    QStringList texts;
    for (int row = 0; row < box.count(); ++row) {
        texts << box.itemText(row);
    }
    return texts;
}

bool isOffered(const QComboBox& box, const QString& text)
{
    return qobject_cast<QStandardItemModel*>(box.model())->item(box.findText(text))->isEnabled();
}

} // namespace

class EngineRowsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { editor::Looks::instance(); } // its style draws the widgets
    void init()
    {
        m_workspace = std::make_unique<Workspace>();
        m_workspace->files().restore(Project(), {});
        m_panel = std::make_unique<QWidget>();
        m_rows = new EngineRows(*m_workspace, m_panel.get());
        m_panel->setLayout(m_rows);
        m_panel->show();
    }

    void cleanup()
    {
        m_panel.reset();
        m_workspace.reset();
    }

    void withOneDeviceTheFormHasNoChoiceOfIt()
    {
        m_rows->offerEngines(engines, processor);
        QVERIFY(!device().isVisible());
        QCOMPARE(textsOf(engineBox()), QStringList({"Fastest (DEFAULT)", "CAFFE", "ONEDNN", "CUDNN", "FUSED"}));
    }

    void theFastestCanBeAskedForOnTheProcessor()
    {
        m_rows->offerEngines(engines, threeDevices);
        QVERIFY(device().isVisible());
        QCOMPARE(textsOf(device()), QStringList({"Automatic", "CPU", "CUDA:0", "CUDA:1", "All 2 GPUs together"}));
        choose(device(), QStringLiteral("CPU"));
        QCOMPARE(settings().size(), std::size_t{1});
        QVERIFY(settings().at("device") == engine::ParamValue(std::string("CPU")));
        m_rows->offerEngines(engines, threeDevices);
        QVERIFY(isOffered(engineBox(), QStringLiteral("CAFFE")) && isOffered(engineBox(), QStringLiteral("ONEDNN")));
        QVERIFY(!isOffered(engineBox(), QStringLiteral("FUSED")));
        choose(device(), QStringLiteral("Automatic"));
        QVERIFY(settings().empty());
        m_rows->offerEngines(engines, threeDevices);
        QVERIFY(isOffered(engineBox(), QStringLiteral("FUSED")));
        QVERIFY2(!isOffered(engineBox(), QStringLiteral("CUDNN")), "it is not here at all");
        const int cudnn = engineBox().findText(QStringLiteral("CUDNN"));
        QCOMPARE(engineBox().itemData(cudnn, Qt::StatusTipRole).toString(),
                 QStringLiteral("CUDNN is not available: no cuDNN"));
    }

    void theEnginesThatTheLayersNameCanRunOnTheSecondGpu()
    {
        m_workspace->document().change(QStringLiteral("a layer"), [](editor::Content& content) {
            content.nodes.push_back(
                {.id = content.nextId++,
                 .layer = engine::layerFrom("lstm LSTM x cont -> h", {{"engine", std::string("CAFFE")}}),
                 .position = {}});
        });
        m_rows->offerEngines(engines, threeDevices);
        QCOMPARE(engineBox().currentText(), QStringLiteral("As set in each layer"));
        choose(device(), QStringLiteral("CUDA:1"));
        QCOMPARE(m_workspace->nextRun().machine().device.name, std::string("CUDA:1"));
        QVERIFY(!m_workspace->nextRun().machine().engine);
        choose(engineBox(), QStringLiteral("FUSED"));
        QCOMPARE(m_workspace->nextRun().machine().device.name, std::string("CUDA:1"));
        QVERIFY(m_workspace->nextRun().machine().engine == engine::EngineWish("FUSED"));
    }

    void aDeviceThatIsNotHereStaysInView()
    {
        m_workspace->nextRun().set("device", std::string("cuda"));
        m_rows->offerEngines(engines, processor);
        QVERIFY(device().isVisible());
        QCOMPARE(device().currentText(), QStringLiteral("cuda"));
        m_rows->offerEngines(engines, threeDevices);
        QCOMPARE(device().currentText(), QStringLiteral("CUDA:0"));
    }

    void severalGpusAreOfferedTogether()
    {
        m_rows->offerEngines(engines, threeDevices);
        choose(device(), QStringLiteral("All 2 GPUs together"));
        QVERIFY(settings().at("device") == engine::ParamValue(std::string("cuda:all")));
        QCOMPARE(device().currentText(), QStringLiteral("All 2 GPUs together"));
        m_rows->offerEngines(engines, fourDevices());
        QVERIFY(device().findText(QStringLiteral("Some GPUs together…")) >= 0);
        m_workspace->nextRun().set("device", std::string("cuda:0,cuda:2"));
        TRY_COMPARE(device().currentText(), QStringLiteral("CUDA:0, CUDA:2"));
    }

    void someGpusAreChosenByCheckMarks()
    {
        m_rows->offerEngines(engines, fourDevices());
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            auto* list = dialog->findChild<QListWidget*>();
            QCOMPARE(list->count(), 3);
            list->item(1)->setCheckState(Qt::Checked);
            list->item(2)->setCheckState(Qt::Checked);
            dialog->accept();
        });
        choose(device(), QStringLiteral("Some GPUs together…"));
        QVERIFY(settings().at("device") == engine::ParamValue(std::string("cuda:1,cuda:2")));
        QCOMPARE(device().currentText(), QStringLiteral("CUDA:1, CUDA:2"));
    }

private:
    QComboBox& engineBox() const { return *m_panel->findChild<QComboBox*>(QStringLiteral("engine")); }
    QComboBox& device() const { return *m_panel->findChild<QComboBox*>(QStringLiteral("device")); }
    const engine::Params& settings() const { return m_workspace->nextRun().choice().settings; }

    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<QWidget> m_panel;
    EngineRows* m_rows = nullptr;
};

} // namespace studio

HAMNET_QT_TEST(studio::EngineRowsTest)

#include "engine_rows_test.moc"
