// SPDX-License-Identifier: GPL-3.0-or-later
// Curves and states that are saved and dropped on another window: it opens what made them.
#include "app/studio/plots/loss_plot.h"
#include "app/studio/plots/plot_export.h"
#include "app/studio/state/state_panel.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/canvas/canvas_view.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/provenance.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/studio/gui/stage.h"
#include "tests/support/qt_find.h"

#include <QAction>
#include <QComboBox>
#include <QPushButton>
#include <QToolButton>

namespace studio {
namespace {

namespace fs = std::filesystem;

std::string textIn(const fs::path& file)
{
    const std::vector<std::byte> bytes = engine::readFileBytes(file);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void dropOn(Stage& stage, const fs::path& file)
{
    drop(stage.window(), stage.window().rect().center(), file);
    QVERIFY(stage.waitForPage(true));
}

} // namespace

class MadeWithWindowTest : public QObject {
    Q_OBJECT

public:
    explicit MadeWithWindowTest(const Home& home) : m_home(home) {}

private slots:
    void aTextCurvesAndAStateAreSaved()
    {
        Stage stage(Stage::With::SmallSample);
        QVERIFY(stage.trains(20));
        QVERIFY(!stage.workspace().files().save(m_home.path("play.hamnet")));
        m_checkpoint = stage.workspace().runs().newestCheckpoint().string();
        m_net = stage.workspace().runs().shown()->start.model;
        stage.showPanel(QStringLiteral("writing"));
        WrittenText wish = stage.writing().form().wish();
        wish.checkpoint = m_checkpoint;
        wish.prompt = "The ";
        wish.length = 60;
        stage.writing().form().setWish(wish);
        stage.writing().generate();
        TRY_VERIFY(!stage.writing().isBusy() && !stage.writing().shown().text.empty());
        const WrittenText text = stage.writing().shown();
        {
            const Answer answer({byFile(m_home.path("written.txt"))});
            click(*called<QToolButton>(stage.writing(), QStringLiteral("Save…")));
            QVERIFY(answer.given());
            TRY_VERIFY(fs::exists(m_home.path("written.txt")));
        }
        QCOMPARE(textIn(m_home.path("written.txt")), text.prompt + text.text);

        // Of all that is saved now, the windows below open what made it.
        auto* plot = stage.window().findChild<LossPlot*>();
        for (int format = 0; format < 2; ++format) {
            const Answer answer({[&](QDialog& dialog) {
                QVERIFY(qobject_cast<ExportDialog*>(&dialog));
                dialog.findChild<QComboBox*>()->setCurrentIndex(format);
                constexpr const char* names[] = {"curves.png", "curves.svg"};
                const Answer file({byFile(m_home.path(names[format]))});
                click(*called<QPushButton>(dialog, QStringLiteral("Export…")));
                QVERIFY(file.given());
            }});
            called<QAction>(*plot, QStringLiteral("Export…"))->trigger();
            QVERIFY(answer.given());
        }
        const auto made = engine::provenanceIn(m_home.path("curves.svg"));
        QVERIFY(made && made->checkpoint);
        QCOMPARE(made->model, m_net);
        QCOMPARE(made->checkpoint->digest, engine::netDigest(checkpoint()));
        QVERIFY(textIn(m_home.path("curves.svg")).find(m_home.path("").string()) == std::string::npos); // HOME is ~
        auto& states = *stage.window().findChild<StatePanel*>();
        click(*called<QToolButton>(stage.writing(), QStringLiteral("State")));
        TRY_VERIFY(states.isVisible() && states.place());
        QVERIFY(Answer({byFile(m_home.path("there.hamnet-state"))}).to([&] {
            click(*called<QToolButton>(states, QStringLiteral("Save this state as a file")));
        }));
        TRY_VERIFY(fs::exists(m_home.path("there.hamnet-state")));
        QVERIFY(!stage.workspace().files().save(m_home.path("play.hamnet")));
    }

    void aDroppedTextIsOneToLearnFrom()
    {
        Stage stage(Stage::With::SmallSample);
        const editor::Content before = stage.document().content();
        drop(stage.window(), stage.window().rect().center(), m_home.path("written.txt"));
        TRY_COMPARE(stage.document().content().corpus, m_home.path("written.txt").string());
        QVERIFY(stage.document().content().nodes == before.nodes);
    }

    void droppedCurvesOpenTheirRun()
    {
        for (const char* const name : {"curves.png", "curves.svg"}) {
            Stage stage;
            dropOn(stage, m_home.path(name));
            QCOMPARE(stage.workspace().runs().all().size(), std::size_t{1});
            QCOMPARE(stage.workspace().runs().all()[0].start.model, m_net);
            QCOMPARE(stage.workspace().runs().newestCheckpoint().string(), m_checkpoint);
            QVERIFY2(stage.said().isEmpty(), qPrintable(stage.said()));
        }
    }

    void aDroppedStateOpensItsNet()
    {
        Stage stage;
        const fs::path file = m_home.path("there.hamnet-state");
        dropOn(stage, file);
        QCOMPARE(stage.workspace().runs().newestCheckpoint().string(), m_checkpoint);
        TRY_COMPARE(stage.writing().shown().state, file.string());
        TRY_VERIFY(stage.window().findChild<StatePanel*>()->place());
    }

    void aCheckpointIsFoundByItsDigestOrMissed()
    {
        const fs::path away = m_home.path("renamed.hamnet"), file = checkpoint();
        fs::rename(file, away); // beside the picture, under another name
        {
            Stage stage;
            dropOn(stage, m_home.path("curves.svg"));
            QCOMPARE(stage.workspace().runs().newestCheckpoint().string(), away.string());
        }
        engine::Checkpoint later = engine::loadCheckpoint(away);
        ++later.iteration;
        fs::remove(away);
        {
            Stage stage;
            dropOn(stage, m_home.path("curves.svg"));
            QVERIFY(stage.workspace().runs().all().empty());
            QVERIFY2(stage.said().contains(QStringLiteral("was not found")), qPrintable(stage.said()));
            QCOMPARE(engine::writeModel(stage.document().derived().model), m_net);
        }
        engine::saveCheckpoint(file, later);
        Stage stage;
        dropOn(stage, m_home.path("curves.svg"));
        QVERIFY(stage.workspace().runs().all().empty());
        QVERIFY2(stage.said().contains(QStringLiteral("is no longer the checkpoint")), qPrintable(stage.said()));
    }

private:
    fs::path checkpoint() const { return fs::path(m_checkpoint); }

    const Home& m_home;
    std::string m_checkpoint; ///< of the run in play.hamnet
    std::string m_net;        ///< its prototxt, as it was trained
};

} // namespace studio

HAMNET_WINDOW_TEST(studio::MadeWithWindowTest)

#include "made_with_window_test.moc"
