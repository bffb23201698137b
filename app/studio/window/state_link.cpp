// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/state_link.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/state/state_words.h"
#include "app/studio/text/text_places.h"
#include "app/studio/text/written_view.h"
#include "app/studio/window/text_link.h"
#include "app/studio/workspace/files_in_use.h"
#include "app/studio/workspace/made_with.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/provenance.h"
#include "engine/graph/error.h"

#include <array>
#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>

namespace studio {

StateLink::StateLink(Workspace& workspace, StatePanel& states, TextPanel& writing, const TextLink& nets)
    : QObject(&states), m_workspace(workspace), m_states(states), m_writing(writing), m_nets(nets)
{
    m_shows = new QAction(editor::icon(QStringLiteral("step")), tr("State"), &writing);
    m_shows->setToolTip(tr("Show the state of the units at a character of the text, change one and continue writing"));
    m_shows->setCheckable(true);
    writing.addInstrument(&states, m_shows);
    m_soon.setSingleShot(true);
    m_soon.setInterval(50);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        const WrittenView& view = m_writing.pages().view();
        lookAt(view.placeAt(view.textCursor().position()));
    });
    connect(m_shows, &QAction::toggled, this, &StateLink::lookAtEnd);
    connect(&writing, &TextPanel::textShown, this, &StateLink::lookAtEnd);
    connect(&writing.pages().view(), &QPlainTextEdit::cursorPositionChanged, this, [this] {
        if (m_writing.pages().view().hasFocus() && !m_writing.isBusy() && m_shows->isChecked()) {
            m_soon.start();
        }
    });
    connect(&states, &StatePanel::heldChanged, this, [this](const std::vector<engine::HeldUnit>& held) {
        m_text.held = held;
        find();
    });
    connect(&states, &StatePanel::writeOnRequested, this, &StateLink::writeOn);
    connect(&states, &StatePanel::saveRequested, this, &StateLink::save);
    connect(&states, &StatePanel::loadRequested, this, &StateLink::askForFile);
    connect(&workspace.writing(), &GenerationSession::placeFound, this, &StateLink::found);
    connect(&workspace.writing(), &GenerationSession::failed, this,
            [this](const QString& sentence, WritingTask::Kind of) {
                if (of == WritingTask::Kind::FindPlace && std::exchange(m_finds, false)) {
                    m_loads = false;
                    m_states.clear(sentence);
                }
            });
    connect(&workspace, &Workspace::writingStateOpened, this, &StateLink::load);
    connect(&workspace, &Workspace::opened, this, [this] {
        m_finds = m_loads = false;
        m_states.clear({});
    });
}

void StateLink::lookAtEnd()
{
    m_soon.stop();
    if (!m_shows->isChecked()) {
        return;
    }
    if (m_writing.isBusy()) {
        m_states.clear(tr("Stop the writing to see the state."));
    } else if (m_writing.shown().text.empty()) {
        m_states.clear(tr("Write a text first, then click on one of its characters."));
    } else {
        lookAt(codePointsOf(m_writing.pages().all()));
    }
}

void StateLink::lookAt(qint64 place)
{
    const std::string whole = m_writing.pages().all();
    m_upTo = whole.substr(0, byteOf(whole, place));
    m_text = m_writing.pages().inView().upTo(place);
    m_loads = false;
    m_states.begin(m_text.held);
    find();
}

void StateLink::find()
{
    const bool isOfAFile = m_loads || m_writing.shown().text.empty(); // no net wrote what led to it
    m_finds = m_workspace.writing().findPlace(isOfAFile ? m_nets.request(m_text) : m_nets.readingRequest(m_text));
    if (!m_finds) {
        m_states.clear(tr("Another text is being written; stop it first."));
    }
}

void StateLink::found(const engine::WritingPlace& place)
{
    if (!std::exchange(m_finds, false)) {
        return; // it was for a project that was left
    }
    m_text.iteration = m_workspace.writing().text().iteration; // what is shown is of this net, and so must go on
    m_text.net = m_workspace.writing().text().net;
    if (std::exchange(m_loads, false)) {
        m_upTo.clear();
        m_writing.pages().show(m_text);
        m_writing.say(tr("The state in %1 fits this net. “Continue here” starts from it.")
                          .arg(QString::fromStdString(m_text.state)));
    }
    const qint64 number = codePointsOf(m_upTo);
    const QString character = characterWords(place.state.last);
    const QString file = QFileInfo(QString::fromStdString(m_text.state)).fileName();
    m_states.setPlace(place, number > 0       ? tr("After character %1, %2").arg(QLocale().toString(number), character)
                             : file.isEmpty() ? tr("Before the first character")
                                              : tr("%1, after %2").arg(file, character));
    if (m_wanted) {
        m_states.choose(*std::exchange(m_wanted, std::nullopt));
    }
}

void StateLink::writeOn()
{
    WrittenText more = m_text;
    more.length = m_writing.form().wish().length;
    m_writing.goOn(more, m_upTo);
}

void StateLink::show(const engine::HeldUnit& unit)
{
    emit shown();
    m_shows->setChecked(true);
    m_wanted = unit;
    if (m_states.place()) {
        m_states.choose(*std::exchange(m_wanted, std::nullopt));
    }
}

void StateLink::save()
{
    constexpr std::array states = {engine::Format::WritingState};
    const auto suggested = engine::namedAs(tr("state").toStdString(), engine::fileFormat(states.front()));
    const auto file =
        askForNewFile(&m_states, tr("Save the state"), QString::fromStdString(suggested.string()), states);
    if (!file || !m_states.place()) {
        return;
    }
    try {
        requireNotInUse(m_workspace, *file);
        engine::saveWritingState(*file, m_states.place()->state,
                                 engine::printProvenance(provenanceOfState(m_workspace, m_text)));
        m_writing.say(tr("Saved as %1.").arg(QString::fromStdString(file->string())));
    } catch (const engine::Error& error) {
        m_writing.failed(editor::inWords(error));
    }
}

void StateLink::askForFile()
{
    const QString file = QFileDialog::getOpenFileName(&m_states, tr("Load a state"), {},
                                                      filterOf(engine::fileFormat(engine::Format::WritingState)));
    if (!file.isEmpty()) {
        load(file.toStdString());
    }
}

void StateLink::load(const std::filesystem::path& file)
{
    try {
        const engine::WritingState state = engine::loadWritingState(file);
        WrittenText text = m_writing.form().wish();
        text.prompt.clear();
        text.state = file.string();
        text.held = state.held;
        text.seed = state.seed;
        m_text = text;
    } catch (const engine::Error& error) {
        m_writing.failed(editor::inWords(error));
        return;
    }
    emit shown();
    m_shows->setChecked(true);
    m_loads = true;
    m_states.begin(m_text.held);
    m_upTo.clear(); // what was in view is not what this state has read
    find();
}

} // namespace studio

#include "moc_state_link.cpp"
