// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/lens/lens_panel.h"
#include "app/studio/session/net_source.h"
#include "app/studio/trying/net_sources.h"
#include "app/studio/window/panels.h"
#include "editor/document/sentence_words.h"
#include "editor/work/latest_work.h"
#include "engine/data/text_file.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/text_wiring.h"

#include <algorithm>
#include <functional>
#include <QCoreApplication>
#include <QMainWindow>
#include <QPointer>

namespace studio {

namespace {

/// Reads with the nets of the open project.
class LensDock : public LensPanel, public Panel {
    Q_DECLARE_TR_FUNCTIONS(studio::LensDock)

public:
    explicit LensDock(const WindowParts& parts) : LensPanel(parts.parent), m_workspace(parts.workspace)
    {
        connect(this, &LensPanel::readRequested, this, &LensDock::read);
        connect(this, &LensPanel::clampRequested, &m_workspace, &Workspace::unitWanted);
        connect(&m_workspace, &Workspace::viewWanted, this, [this] { m_workspace.view().panels["lens"] = chosen(); });
        connect(&m_workspace, &Workspace::writingWanted, this, [this](const std::string& checkpoint) {
            setSources(netSources(m_workspace, NetUse::Writes));
            choose(checkpoint);
        });
    }

    void showOpened() override
    {
        m_work.stop();
        clear();
        chooseAgain(m_workspace.view().panels["lens"]);
    }
    void showChanges(Changes changes) override
    {
        if (changes & Change::Drawing) {
            setRefusal(whyItReadsNoText(m_workspace.document().derived().model));
        }
        if (changes & (Changes(Change::Runs) | Change::Choice | Change::Training | Change::Checkpoint)) {
            setSources(netSources(m_workspace, NetUse::Writes));
        }
    }

private:
    using Net =
        std::function<std::shared_ptr<const NetSnapshot>()>; ///< called on the other thread; throws engine::Error
    using Text = std::function<std::string()>;               ///< likewise

    void read(const LensWish& wish)
    {
        Text text;
        try {
            text = textOf(wish);
        } catch (const engine::Error& error) {
            fail(editor::inWords(error));
            return;
        }
        if (!wish.checkpoint.empty()) {
            work([source = m_workspace.exporter().netSource(
                      wish.checkpoint)] { return std::make_shared<const NetSnapshot>(textNet(source)); },
                 text);
            return;
        }
        m_workspace.training().snapshot(
            [self = QPointer<LensDock>(this), text](std::shared_ptr<const NetSnapshot> net) {
                if (self && !net) {
                    self->fail(tr("There is no net in training yet. Train one, or choose a checkpoint."));
                } else if (self) {
                    self->work([net] { return net; }, text);
                }
            });
    }

    /// Shows the first characters, and reads all of them where there are more than these.
    void work(const Net& net, const Text& text, std::size_t first = LensReading::beginning)
    {
        // Beside a training that has all cores, more threads would only make both wait for each other.
        const int threads = m_workspace.training().isBusy() ? 1 : m_workspace.nextRun().machine().device.threads;
        m_work.start([this, net, text, first, threads](const engine::GoOn& goOn) -> editor::LatestWork::Deliver {
            editor::LatestWork::Deliver deliver;
            const engine::Sentence failure = failureOf([&] {
                const std::shared_ptr<const NetSnapshot> snapshot = net();
                const std::string whole = text();
                // A backward direction comes from the end of what is read: with a beginning it would say something
                // else.
                const bool backward = std::ranges::any_of(snapshot->model.layers, engine::readsBackwardToo);
                const std::size_t most = backward ? LensReading::most : first;
                auto reading = std::make_shared<LensReading>(readForLens(*snapshot, whole, threads, goOn, most));
                reading->isBeginning = reading->cut && most < LensReading::most;
                deliver = [this, reading, snapshot, whole] {
                    show(reading);
                    if (reading->isBeginning) {
                        work([snapshot] { return snapshot; }, [whole] { return whole; }, LensReading::most);
                    }
                };
            });
            return deliver ? deliver : [this, failure] { fail(editor::inWords(failure)); };
        });
    }
    Text textOf(const LensWish& wish) const
    {
        std::string text;
        switch (wish.text) {
        case LensWish::Text::Written:
            text = m_workspace.textInView();
            if (text.empty()) {
                throw engine::Error(
                    ENGINE_TEXT("Session", "no text is written yet; write one first, or choose another text"));
            }
            break;
        case LensWish::Text::Learned:
            if (!engine::dataKindOf(m_workspace.document().derived().model).writes) { // a run of the queue's reads
                throw engine::Error(ENGINE_TEXT(
                    "Session",
                    "this project learns from no text; open the run as a project, or type a text of your own"));
            }
            return [file = m_workspace.data().file()] {
                const engine::TextFile learned(file, file.string());
                return std::string(learned.bytes().substr(0, 4 * LensReading::most)); // a character has 4 bytes at most
            };
        case LensWish::Text::Typed:
            text = wish.typed.toStdString();
            if (text.empty()) {
                throw engine::Error(ENGINE_TEXT("Session", "no text is typed; type one into the field above"));
            }
            break;
        }
        return [text] { return text; };
    }

    Workspace& m_workspace;
    editor::LatestWork m_work; // last, so that it ends before what it uses goes
};

} // namespace

QWidget* makeLens(const WindowParts& parts)
{
    return new LensDock(parts);
}

} // namespace studio
