// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/files/file_dialogs.h"
#include "app/studio/session/command_line.h"
#include "app/studio/state/state_panel.h"
#include "app/studio/text/text_history.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/text/written_view.h"
#include "app/studio/trying/net_sources.h"
#include "app/studio/window/activities.h"
#include "app/studio/window/panels.h"
#include "app/studio/workspace/exchange.h"
#include "app/studio/workspace/project_files.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/provenance.h"
#include "engine/graph/error.h"

#include <array>
#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLayout>
#include <QLocale>
#include <QMainWindow>
#include <QTimer>
#include <utility>

namespace studio {

namespace {

/// To read a text that is written already: only by the net that wrote it.
GenerationRequest readingRequest(Workspace& workspace, const WrittenText& text)
{
    GenerationRequest reading = workspace.exporter().writingRequest(text);
    reading.onlyByItsNet = true;
    return reading;
}

/// Looks into the text in view, changes units there and writes on.
class TextState : public StatePanel, public Panel {
    Q_DECLARE_TR_FUNCTIONS(studio::TextState)

public:
    explicit TextState(const WindowParts& parts) : StatePanel(parts.parent), m_workspace(parts.workspace)
    {
        m_soon.setSingleShot(true);
        m_soon.setInterval(50);
        m_soon.callOnTimeout(this, [this] { lookAt(placeOfCursor()); });
        m_slow.setSingleShot(true);
        m_slow.setInterval(200);
        m_slow.callOnTimeout(this, [this] {
            if (m_finds) {
                say(QCoreApplication::translate("studio::LensPanel", "Reading…"));
            }
        });
        connect(this, &StatePanel::heldChanged, this, [this](const std::vector<engine::HeldUnit>& held) {
            m_text.held = held;
            find();
        });
        connect(this, &StatePanel::writeOnRequested, this, &TextState::writeOn);
        connect(this, &StatePanel::saveRequested, this, &TextState::save);
        connect(this, &StatePanel::loadRequested, this, &TextState::askForFile);
        connect(&m_workspace.writing(), &GenerationSession::placeFound, this, &TextState::found);
        connect(&m_workspace.writing(), &GenerationSession::failed, this,
                [this](const QString& sentence, WritingJob::Kind of) {
                    if (of == WritingJob::Kind::FindPlace && std::exchange(m_finds, false)) {
                        m_loads = false;
                        clear(sentence);
                    }
                });
        connect(&m_workspace, &Workspace::unitWanted, this, &TextState::showUnit);
        connect(&m_workspace, &Workspace::writingStateOpened, this, &TextState::loadFile);
    }

    void showOpened() override
    {
        m_finds = m_loads = false;
        clear({});
    }

    /// the text in view there, which gets the button
    void follow(TextPanel& writing, QAction& shows)
    {
        m_writing = &writing;
        shows.setIcon(editor::icon(QStringLiteral("step")));
        shows.setToolTip(tr("Show the state of the units at a character of the text, change one and continue writing"));
        connect(&writing, &TextPanel::textShown, this, [this] {
            if (!isVisible()) { // it is looked at when this is opened
                m_finds = false;
                clear({});
            }
            lookAtEnd();
        });
        connect(&writing.view(), &QPlainTextEdit::cursorPositionChanged, this, [this] {
            if (!m_writing->view().hasFocus() || m_writing->isBusy()) {
                return;
            }
            if (isVisible()) {
                m_soon.start();
            } else if (!m_writing->shown().text.empty()) { // this place is looked at when it is opened
                m_finds = false;
                clear({});
            }
        });
    }

protected:
    /// The place that was looked at stays while the panel is away, unless the cursor is moved meanwhile.
    void showEvent(QShowEvent* event) override
    {
        StatePanel::showEvent(event);
        QTimer::singleShot(0, this, [this] { // not where an arrangement of the panels only passes it
            if (!place() && !m_finds) {
                lookIfThere(placeOfCursor());
            }
        });
    }

private:
    /// for who looks
    void open()
    {
        emit m_workspace.panelWanted(QStringLiteral("writing"));
        emit m_workspace.panelWanted(QStringLiteral("state"));
    }
    /// in the panel, which is opened
    void showUnit(const engine::HeldUnit& unit)
    {
        open();
        m_wanted = unit;
        if (place()) {
            choose(*std::exchange(m_wanted, std::nullopt));
        }
    }
    void loadFile(const std::filesystem::path& file)
    {
        try {
            const engine::WritingState state = engine::loadWritingState(file);
            WrittenText text = m_writing->form().wish();
            text.prompt.clear();
            text.state = file.string();
            text.held = state.held;
            text.seed = state.seed;
            m_text = text;
        } catch (const engine::Error& error) {
            m_writing->failed(editor::inWords(error));
            return;
        }
        open();
        m_loads = true;
        begin(m_text.held);
        m_upTo.clear(); // what was in view is not what this state has read
        find();
    }
    /// of the text in view
    void lookAt(qint64 place)
    {
        const std::string whole = m_writing->all();
        m_upTo = whole.substr(0, byteOf(whole, place));
        m_text = m_writing->inView().upTo(place);
        m_loads = false;
        begin(m_text.held);
        find();
    }
    /// of what is written; else it says why not
    void lookIfThere(qint64 place)
    {
        m_soon.stop();
        if (!isVisible()) {
            return;
        }
        if (m_writing->isBusy()) {
            clear(tr("Stop the writing to see the state."));
        } else if (m_writing->shown().text.empty()) {
            clear(tr("Write a text first, then click on one of its characters."));
        } else {
            lookAt(place);
        }
    }
    void lookAtEnd() { lookIfThere(codePointsOf(m_writing->all())); }
    /// Where it was clicked or branched last, else the end: the cursor goes with what is written behind it.
    qint64 placeOfCursor() const
    {
        const WrittenView& view = m_writing->view();
        return view.placeAt(view.textCursor().position());
    }
    void find()
    {
        const bool isOfAFile = m_loads || m_writing->shown().text.empty(); // no net wrote what led to it
        m_finds = m_workspace.writing().findPlace(isOfAFile ? m_workspace.exporter().writingRequest(m_text)
                                                            : readingRequest(m_workspace, m_text));
        if (m_finds) {
            m_slow.start();
        } else {
            clear(tr("Another text is being written; stop it first."));
        }
    }
    void found(const engine::WritingPlace& place)
    {
        if (!std::exchange(m_finds, false)) {
            return; // it was for a project that was left
        }
        m_text.iteration = m_workspace.writing().text().iteration; // what is shown is of this net, and so must go on
        m_text.net = m_workspace.writing().text().net;
        if (std::exchange(m_loads, false)) {
            m_upTo.clear();
            m_writing->setText(m_text);
            m_writing->say(tr("The state in %1 fits this net. “Continue here” starts from it.")
                               .arg(QString::fromStdString(m_text.state)));
        }
        const qint64 number = codePointsOf(m_upTo);
        const QString character = characterWords(place.state.last);
        const QString file = QFileInfo(QString::fromStdString(m_text.state)).fileName();
        setPlace(place, number > 0       ? tr("After character %1, %2").arg(QLocale().toString(number), character)
                        : file.isEmpty() ? tr("Before the first character")
                                         : tr("%1, after %2").arg(file, character));
        if (m_wanted) {
            choose(*std::exchange(m_wanted, std::nullopt));
        }
    }
    void writeOn()
    {
        WrittenText more = m_text;
        more.length = m_writing->form().wish().length;
        m_writing->goOn(more, m_upTo);
    }
    void askForFile()
    {
        const QString file =
            studio::askForFile(this, tr("Load a state"), filterOf(engine::fileFormat(engine::Format::WritingState)));
        if (!file.isEmpty()) {
            loadFile(file.toStdString());
        }
    }
    void save()
    {
        constexpr std::array states = {engine::Format::WritingState};
        const auto suggested = engine::namedAs(tr("state").toStdString(), engine::fileFormat(states.front()));
        const auto file = askForNewFile(this, tr("Save the state"), QString::fromStdString(suggested.string()), states);
        if (!file || !place()) {
            return;
        }
        try {
            requireNotInUse(m_workspace, *file);
            engine::saveWritingState(*file, place()->state,
                                     engine::printProvenance(provenanceOfState(m_workspace, m_text)));
            m_writing->say(tr("Saved as %1.").arg(QString::fromStdString(file->string())));
        } catch (const engine::Error& error) {
            m_writing->failed(editor::inWords(error));
        }
    }

    Workspace& m_workspace;
    TextPanel* m_writing = nullptr;
    WrittenText m_text;   ///< up to the place
    std::string m_upTo;   ///< in view up to there
    bool m_loads = false; ///< the place that is looked for is that of a file
    bool m_finds = false;
    std::optional<engine::HeldUnit> m_wanted; ///< to be shown once the place is found
    QTimer m_soon;                            ///< so that a drag over the text asks once
    QTimer m_slow;                            ///< while a place is looked for, until that is worth a word
};

/// The state, where it stands above the lens, keeps the height of its rows.
void giveLensTheRoom(const WindowParts& parts)
{
    parts.window.layout()->activate();
    QDockWidget &lens = parts.activities.named("lens"), &state = parts.activities.named("state");
    const bool areBoth = lens.isVisible() && state.isVisible() && !lens.isFloating() && !state.isFloating();
    if (areBoth && parts.window.dockWidgetArea(&lens) == parts.window.dockWidgetArea(&state) &&
        lens.y() > state.geometry().bottom()) {
        parts.window.resizeDocks({&state}, {state.sizeHint().height()}, Qt::Vertical);
    }
}

/// Writes with the nets of the open project. The text owns the middle while a net writes.
class WritingPage : public TextPanel, public Panel {
    Q_DECLARE_TR_FUNCTIONS(studio::WritingPage)

public:
    explicit WritingPage(const WindowParts& parts)
        : TextPanel(parts.parent, {parts.activities.named("lens").toggleViewAction(),
                                   parts.activities.named("state").toggleViewAction()}),
          m_workspace(parts.workspace)
    {
        QDockWidget &lens = parts.activities.named("lens"), &state = parts.activities.named("state");
        lens.toggleViewAction()->setIcon(editor::icon(QStringLiteral("search")));
        static_cast<TextState*>(state.widget())->follow(*this, *state.toggleViewAction());
        for (QDockWidget* dock : {&lens, &state}) { // in a small window tabs
            connect(dock->toggleViewAction(), &QAction::triggered, this, [this, parts, dock] {
                dock->raise();
                QTimer::singleShot(0, this, [parts] { giveLensTheRoom(parts); }); // once both have their places
            });
        }
        setFileCheck([this](const std::filesystem::path& file) { requireNotInUse(m_workspace, file); });
        m_workspace.setTextInView([this] { return shown().prompt + shown().text; });
        GenerationSession& writing = m_workspace.writing();
        connect(this, &TextPanel::generateRequested, this, &WritingPage::write);
        connect(this, &TextPanel::stopRequested, &writing, &GenerationSession::stop);
        connect(this, &TextPanel::surpriseRequested, this, &WritingPage::askSurprise);
        connect(this, &TextPanel::commandRequested, this, [this](const WrittenText& wish) {
            const QString line = QString::fromStdString(
                commandLine(m_workspace.exporter().writingRequest(wish), m_workspace.runs().newestCheckpoint()));
            QGuiApplication::clipboard()->setText(line);
            emit m_workspace.noted(tr("Copied: %1").arg(line));
        });
        connect(this, &TextPanel::textFinished, this, [this] {
            if (!m_foreign) {
                m_workspace.setTexts(history().texts());
            }
        });
        connect(&history(), &TextHistory::removed, this, [this] { m_workspace.setTexts(history().texts()); });
        connect(&form(), &WritingForm::promptChanged, this,
                [this] { m_workspace.view().prompt = form().prompt().toStdString(); });
        connect(&writing, &GenerationSession::started, this, [this](const WrittenText& text) {
            if (isBusy()) { // else the net only reads what is in view
                begun(text.iteration, text.net);
            }
        });
        connect(&writing, &GenerationSession::written, this, &TextPanel::written);
        connect(&writing, &GenerationSession::finished, this, [this](WritingEnd, double charsPerSecond) {
            finished(charsPerSecond);
            dropForeign();
        });
        connect(&writing, &GenerationSession::surprised, this, &TextPanel::surprised);
        connect(&writing, &GenerationSession::failed, this, &WritingPage::noteFailed);
        connect(&m_workspace, &Workspace::writingWanted, this, [this](const std::string& checkpoint) {
            form().setSources(netSources(m_workspace, NetUse::Writes));
            form().setSource(checkpoint);
            emit m_workspace.panelWanted(QStringLiteral("writing"));
            setFocus();
        });
        connect(&m_workspace, &Workspace::rewritingWanted, this, [this](const WrittenText& sample) {
            form().setWish(sample);
            emit m_workspace.panelWanted(QStringLiteral("writing"));
            setFocus();
        });
    }

    void showChanges(Changes changes) override
    {
        if (changes & Change::Drawing) {
            setRefusal(whyItWritesNothing(m_workspace.document().derived().model));
        }
        if (changes & Change::Facts) {
            form().setVocabulary(m_workspace.data().vocabulary());
        }
        if (changes & Change::RunFiles) {
            history().setTexts(m_workspace.texts());
        }
        // The net in training can write once it is there; weights come and go with the choice.
        if (changes & (Changes(Change::Runs) | Change::Choice | Change::Training | Change::Checkpoint)) {
            form().setSources(netSources(m_workspace, NetUse::Writes));
        }
    }
    void showOpened() override
    {
        if (m_workspace.writing().isBusy()) {
            m_foreign = isBusy(); // a text of the project before: it does not come into this one
            m_workspace.writing().stop();
        }
        const QString prompt = QString::fromStdString(m_workspace.view().prompt);
        history().setTexts(m_workspace.texts());
        form().clear();
        form().setPrompt(prompt);
        clear();
        form().setSources(netSources(m_workspace, NetUse::Writes));
    }

private:
    void write(const WrittenText& wish)
    {
        if (!m_workspace.writing().start(m_workspace.exporter().writingRequest(wish))) {
            failed(tr("Another text is being written; stop it first."));
            return;
        }
        m_foreign = false;
    }
    void askSurprise(const WrittenText& text)
    {
        m_read = text.text;
        if (!m_workspace.writing().surprise(readingRequest(m_workspace, text), text.text)) {
            notSurprised(m_read, tr("It is known once the text is written."));
        }
    }
    /// Of a reading it is said where the tint is missed, and at each character that is pointed at.
    void noteFailed(const QString& sentence, WritingJob::Kind of)
    {
        if (of == WritingJob::Kind::Write) {
            failed(sentence);
            dropForeign();
        } else if (of == WritingJob::Kind::Read) {
            if (!isBusy() && m_read == shown().text) {
                say(sentence);
            }
            notSurprised(m_read, sentence);
        }
    }
    /// A text of the project before, which was still being written when another one was opened, is of no project now.
    void dropForeign()
    {
        if (std::exchange(m_foreign, false)) {
            history().setTexts(m_workspace.texts());
            clear();
        }
    }

    Workspace& m_workspace;
    std::string m_read;     ///< the text that is read
    bool m_foreign = false; ///< what is being written belongs to a project that was left
};

} // namespace

QWidget* makeState(const WindowParts& parts)
{
    return new TextState(parts);
}

QWidget* makeWriting(const WindowParts& parts)
{
    return new WritingPage(parts);
}

} // namespace studio
