// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/text_link.h"

#include "app/studio/session/command_line.h"
#include "app/studio/text/text_history.h"
#include "app/studio/trying/net_sources.h"
#include "app/studio/window/run_words.h"
#include "app/studio/workspace/exporter.h"
#include "app/studio/workspace/files_in_use.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/run_list.h"

#include <QClipboard>
#include <QGuiApplication>
#include <system_error>
#include <utility>

namespace studio {

TextLink::TextLink(Workspace& workspace, TextPanel& panel) : QObject(&panel), m_workspace(workspace), m_panel(panel)
{
    GenerationSession& writing = workspace.writing();
    connect(&panel, &TextPanel::generateRequested, this, &TextLink::write);
    connect(&panel, &TextPanel::stopRequested, &writing, &GenerationSession::stop);
    connect(&panel, &TextPanel::surpriseRequested, this, &TextLink::askSurprise);
    connect(&panel, &TextPanel::commandRequested, this, [this](const WrittenText& wish) {
        const QString line = QString::fromStdString(commandLine(request(wish), m_workspace.runs().newestCheckpoint()));
        QGuiApplication::clipboard()->setText(line);
        emit copied(line);
    });
    connect(&writing, &GenerationSession::started, this, [this](const WrittenText& text) {
        if (m_panel.isBusy()) { // else the net only reads what is in view
            m_panel.pages().begun(text.iteration, text.net);
        }
    });
    connect(&writing, &GenerationSession::written, &panel, [&panel](const WrittenCharacters& characters) {
        panel.written(characters.text, characters.bits, characters.candidates);
    });
    connect(&writing, &GenerationSession::finished, this, [this](WritingEnd, double charsPerSecond) {
        m_panel.finished(charsPerSecond);
        dropForeign();
    });
    connect(&writing, &GenerationSession::surprised, this, [this](const WrittenCharacters& characters) {
        m_panel.pages().surprised(characters.text, characters.bits, characters.candidates);
    });
    connect(&writing, &GenerationSession::failed, this, [this](const QString& sentence, WritingTask::Kind of) {
        if (of == WritingTask::Kind::Write) {
            m_panel.failed(sentence);
            dropForeign();
        } else if (of == WritingTask::Kind::Read) {
            refuseSurprise(sentence);
        }
    });

    TrainingSession& training = workspace.training();
    connect(&training, &TrainingSession::checkpointed, this, &TextLink::showSources);
    connect(&training, &TrainingSession::progressed, this, [this] {
        if (!m_hadNet) {
            showSources(); // the net in training can write from its first iteration on
        }
    });
    connect(&training, &TrainingSession::stateChanged, this, &TextLink::showSources);
    connect(&workspace, &Workspace::runsChanged, this, &TextLink::showSources);
    connect(&workspace, &Workspace::choiceChanged, this, &TextLink::showSources); // weights come and go with it
    connect(&workspace.document(), &editor::Document::changed, this,
            [this] { m_panel.setRefusal(whyItWritesNothing(m_workspace.document().derived().model)); });
    connect(&workspace, &Workspace::runsMoved, this,
            [this] { m_panel.pages().history().setTexts(m_workspace.texts()); });
    connect(&panel, &TextPanel::textFinished, this, [this] {
        if (!m_foreign) {
            m_workspace.setTexts(m_panel.pages().history().texts());
        }
    });
    connect(&panel.pages().history(), &TextHistory::removed, this,
            [this] { m_workspace.setTexts(m_panel.pages().history().texts()); });
    connect(&workspace, &Workspace::opened, this, [this] {
        if (m_workspace.writing().isBusy()) {
            m_foreign = m_panel.isBusy(); // a text of the project before: it does not come into this one
            m_workspace.writing().stop();
        }
        m_panel.pages().history().setTexts(m_workspace.texts());
        const QString prompt = QString::fromStdString(m_workspace.view().prompt);
        m_panel.form().clear();
        m_panel.form().setPrompt(prompt);
        m_panel.clear();
        showSources();
    });
    connect(&panel.form(), &WritingForm::promptChanged, this,
            [this] { m_workspace.view().prompt = m_panel.form().prompt().toStdString(); });
    panel.setFileCheck([this](const std::filesystem::path& file) { requireNotInUse(m_workspace, file); });
    m_panel.setRefusal(whyItWritesNothing(workspace.document().derived().model));
    showSources();
}

/// A text of the project before, which was still being written when another one was opened, is of no project now.
void TextLink::dropForeign()
{
    if (std::exchange(m_foreign, false)) {
        m_panel.pages().history().setTexts(m_workspace.texts());
        m_panel.clear();
    }
}

GenerationRequest TextLink::request(const WrittenText& wish) const
{
    GenerationRequest request;
    request.source = m_workspace.exporter().netSource(wish.checkpoint);
    request.sampling = {.prompt = wish.prompt,
                        .length = wish.length,
                        .temperature = wish.temperature,
                        .topK = wish.topK,
                        .topP = wish.topP,
                        .seed = wish.seed,
                        .held = wish.held,
                        .drawn = wish.drawn};
    request.state = wish.state;
    if (!wish.net.empty()) {
        request.by = wish;
    }
    const engine::RunSettings machine = m_workspace.nextRun().machine();
    request.engine = machine.engine;
    // Beside a training that has all cores, more threads would only make both wait for each other.
    request.threads = m_workspace.training().isBusy() ? 1 : machine.device.threads;
    return request;
}

GenerationRequest TextLink::readingRequest(const WrittenText& text) const
{
    GenerationRequest reading = request(text);
    reading.by = text;
    return reading;
}

void TextLink::write(const WrittenText& wish)
{
    if (!m_workspace.writing().start(request(wish))) {
        m_panel.failed(tr("Another text is being written; stop it first."));
        return;
    }
    m_foreign = false;
}

void TextLink::askSurprise(const WrittenText& text)
{
    m_read = text.text;
    if (!m_workspace.writing().surprise(readingRequest(text), text.text)) {
        m_panel.pages().notSurprised(m_read, tr("It is known once the text is written."));
    }
}

/// Says it where the tint is missed, and at each character that is pointed at.
void TextLink::refuseSurprise(const QString& sentence)
{
    if (!m_panel.isBusy() && m_read == m_panel.shown().text) {
        m_panel.say(sentence);
    }
    m_panel.pages().notSurprised(m_read, sentence);
}

void TextLink::showSources()
{
    m_hadNet = m_workspace.runs().hasNet() && m_workspace.training().run().start.kind->writes;
    std::vector<TextSource> sources = netSources(m_workspace, NetUse::Writes);
    const std::string imported = m_workspace.nextRun().choice().first.file.string();
    if (!imported.empty() && isThere(imported)) {
        TextSource& source = sources.emplace_back();
        source.checkpoint = imported;
        source.imported = true;
    }
    m_sources = std::move(sources);
    m_panel.form().setSources(m_sources);
    emit sourcesChanged(m_sources);
}

} // namespace studio

#include "moc_text_link.cpp"
