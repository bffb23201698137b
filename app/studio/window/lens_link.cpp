// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/lens_link.h"

#include "app/studio/session/net_source.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/window/run_words.h"
#include "app/studio/window/text_link.h"
#include "app/studio/workspace/data_choice.h"
#include "app/studio/workspace/exporter.h"
#include "app/studio/workspace/next_run.h"
#include "editor/document/sentence_words.h"
#include "engine/data/text_file.h"
#include "engine/graph/error.h"
#include "engine/graph/text_wiring.h"

#include <algorithm>
#include <new>
#include <QCoreApplication>
#include <QPointer>

namespace studio {

LensLink::LensLink(Workspace& workspace, LensPanel& panel, const TextLink& nets, const TextPanel& writing)
    : QObject(&panel), m_workspace(workspace), m_panel(panel), m_writing(writing)
{
    connect(&nets, &TextLink::sourcesChanged, &panel, &LensPanel::setSources);
    connect(&panel, &LensPanel::readRequested, this, &LensLink::read);
    connect(&workspace, &Workspace::opened, this, [this] {
        m_work.stop();
        m_panel.clear();
        m_panel.chooseAgain(m_workspace.view().panels["lens"]);
    });
    connect(&workspace, &Workspace::viewWanted, this, [this] { m_workspace.view().panels["lens"] = m_panel.chosen(); });
    const auto showRefusal = [this] { m_panel.setRefusal(whyItReadsNoText(m_workspace.document().derived().model)); };
    connect(&workspace.document(), &editor::Document::changed, this, showRefusal);
    showRefusal();
    panel.setSources(nets.sources());
}

LensLink::Text LensLink::textOf(const LensWish& wish) const
{
    std::string text;
    switch (wish.text) {
    case LensWish::Text::Written:
        text = m_writing.shown().prompt + m_writing.shown().text;
        if (text.empty()) {
            throw engine::Error(
                ENGINE_TEXT("Session", "no text is written yet; write one first, or choose another text"));
        }
        break;
    case LensWish::Text::Learned:
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

void LensLink::read(const LensWish& wish)
{
    Text text;
    try {
        text = textOf(wish);
    } catch (const engine::Error& error) {
        m_panel.fail(editor::inWords(error));
        return;
    }
    if (!wish.checkpoint.empty()) {
        work([source = m_workspace.exporter().netSource(
                  wish.checkpoint)] { return std::make_shared<const NetSnapshot>(textNet(source)); },
             text);
        return;
    }
    m_workspace.training().snapshot([self = QPointer(this), text](std::shared_ptr<const NetSnapshot> net) {
        if (self && !net) {
            self->m_panel.fail(tr("There is no net in training yet. Train one, or choose a checkpoint."));
        } else if (self) {
            self->work([net] { return net; }, text);
        }
    });
}

void LensLink::work(const Net& net, const Text& text, std::size_t first)
{
    // Beside a training that has all cores, more threads would only make both wait for each other.
    const int threads = m_workspace.training().isBusy() ? 1 : m_workspace.nextRun().machine().device.threads;
    m_work.start([this, net, text, first, threads](const engine::GoOn& goOn) -> editor::LatestWork::Deliver {
        engine::Sentence failure;
        try {
            const std::shared_ptr<const NetSnapshot> snapshot = net();
            const std::string whole = text();
            // A backward direction comes from the end of what is read: with a beginning it would say something else.
            const bool backward = std::ranges::any_of(snapshot->model.layers, engine::readsBackwardToo);
            const std::size_t most = backward ? LensReading::most : first;
            auto reading = std::make_shared<LensReading>(readForLens(*snapshot, whole, threads, goOn, most));
            reading->isBeginning = reading->cut && most < LensReading::most;
            return [this, reading, snapshot, whole] {
                m_panel.show(reading);
                if (reading->isBeginning) {
                    work([snapshot] { return snapshot; }, [whole] { return whole; }, LensReading::most);
                }
            };
        } catch (const std::bad_alloc&) {
            failure = ENGINE_TEXT("Session", "there is not enough memory for this net");
        } catch (const std::exception& exception) {
            failure = editor::sentenceOf(exception);
        }
        return [this, failure] { m_panel.fail(editor::inWords(failure)); };
    });
}

} // namespace studio

#include "moc_lens_link.cpp"
