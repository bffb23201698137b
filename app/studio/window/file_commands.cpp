// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/window/file_commands.h"

#include "app/studio/exchange/file_export_dialog.h"
#include "app/studio/exchange/transfer_dialog.h"
#include "app/studio/files/file_dialogs.h"
#include "app/studio/text/text_panel.h"
#include "app/studio/workspace/project_files.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"
#include "engine/data/places.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/graph/error.h"

#include <array>
#include <optional>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QStatusBar>
#include <QTimer>
#include <utility>
#include <vector>

namespace studio {

namespace {

constexpr auto recentFilesKey = "recentFiles";

QString absolute(const QString& file)
{
    return QFileInfo(file).absoluteFilePath();
}

} // namespace

RecentMenu::RecentMenu(const QString& title, QWidget* parent) : QMenu(title, parent)
{
    setIcon(editor::icon(QStringLiteral("recent")));
    fill();
}

QStringList RecentMenu::files() const
{
    return QSettings().value(recentFilesKey).toStringList();
}

void RecentMenu::keep(const QString& file, bool isThere)
{
    constexpr int most = 15;
    QStringList all = files();
    all.removeAll(absolute(file));
    if (isThere) {
        all.prepend(absolute(file));
    }
    QSettings().setValue(recentFilesKey, all.mid(0, most));
    fill();
    emit filesChanged(files());
}

void RecentMenu::fill()
{
    clear();
    for (const QString& file : files()) {
        QString name = QFileInfo(file).fileName();
        QAction* offered =
            addAction(name.replace(QLatin1Char('&'), QStringLiteral("&&")), this, [this, file] { emit chosen(file); });
        offered->setStatusTip(QDir::toNativeSeparators(file)); // files in two folders may have one name
    }
    setEnabled(!isEmpty());
}

Busy::Busy(QStatusBar& status, const QString& words) : m_status(status), m_words(words)
{
    QGuiApplication::setOverrideCursor(Qt::WaitCursor);
    m_status.showMessage(m_words);
    m_status.repaint(); // at once: the event loop is about to wait
}

Busy::~Busy()
{
    QGuiApplication::restoreOverrideCursor();
    if (m_status.currentMessage() == m_words) {
        m_status.clearMessage();
    }
}

namespace {

using Answers = std::vector<std::pair<QString, QMessageBox::ButtonRole>>;

/// The number of the answer, of which the first is the default; -1: none of them.
int ask(QMainWindow& window, const QString& title, const QString& question, const QString& more, const Answers& answers,
        QMessageBox::StandardButtons others = QMessageBox::Cancel)
{
    QMessageBox box(QMessageBox::Question, title, question, others, &window);
    box.setInformativeText(more);
    QList<QAbstractButton*> buttons;
    for (const auto& [words, role] : answers) {
        buttons += box.addButton(words, role);
    }
    box.setDefaultButton(qobject_cast<QPushButton*>(buttons.front()));
    box.exec();
    return static_cast<int>(buttons.indexOf(box.clickedButton()));
}

/// Has the run under way save and end.
void stopTraining(TrainingSession& training)
{
    QEventLoop waiting;
    QObject::connect(&training, &TrainingSession::stateChanged, &waiting, [&](TrainingSession::State state) {
        if (state == TrainingSession::State::Idle) {
            waiting.quit();
        }
    });
    training.stop();
    if (training.isBusy()) {
        waiting.exec();
    }
}

/// Asks where a run is under way; true once none is.
bool mayStopTraining(TrainingSession& training, QMainWindow& window)
{
    if (!training.isBusy()) {
        return true;
    }
    const int answer = ask(window, FileCommands::tr("A run is in progress"),
                           FileCommands::tr("%1 is still training.").arg(QString::fromStdString(training.run().name)),
                           FileCommands::tr("Its checkpoint is saved when it stops, so that it can be resumed later."),
                           {{FileCommands::tr("&Stop and save"), QMessageBox::AcceptRole},
                            {FileCommands::tr("&Keep training"), QMessageBox::RejectRole}},
                           QMessageBox::NoButton);
    if (answer != 0) {
        return false;
    }
    stopTraining(training);
    return true;
}

/// Asks where runs cannot be kept in the project.
bool mayLeaveRuns(const QString& problem, QMainWindow& window)
{
    return QMessageBox::question(&window, FileCommands::tr("Save changes?"),
                                 FileCommands::tr("The runs cannot be kept in the project: %1. Leave without them?")
                                     .arg(editor::withoutFullStop(problem)),
                                 QMessageBox::Yes | QMessageBox::No, QMessageBox::No) == QMessageBox::Yes;
}

QString opening(const QString& file)
{
    return FileCommands::tr("Opening %1…").arg(QFileInfo(file).fileName());
}

/// The start page shows the samples itself.
bool isSample(const std::filesystem::path& file)
{
    try {
        return engine::liesBelow(engine::bundledModels(), file);
    } catch (const engine::Error&) {
        return false; // there are none
    }
}

} // namespace

FileCommands::FileCommands(Workspace& workspace, CrashCopies& copies, QMainWindow& window)
    : QObject(&window),
      recent(new RecentMenu(tr("Open &recent"), &window)),
      m_workspace(workspace),
      m_copies(copies),
      m_window(window)
{
    makeActions();
    updateActions();
    connect(&workspace, &Workspace::opened, this, &FileCommands::updateActions);
    workspace.onChange(this, Change::File, [this] { updateActions(); });
    // A report comes once the dialog that has asked for the file is gone, and the drawing is on the screen.
    connect(&workspace, &Workspace::transferred, this,
            [this](const Transfer& transfer) { QTimer::singleShot(0, this, [this, transfer] { tell(transfer); }); });
    connect(&workspace, &Workspace::importWanted, this, &FileCommands::chooseAndImport);
    connect(recent, &RecentMenu::chosen, this, &FileCommands::leaveFor);
}

void FileCommands::makeActions()
{
    const auto action = [this](const QString& text, const editor::Description& as, auto act) {
        return editor::described(new QAction(text, &m_window), as, this, act);
    };
    begin = action(tr("&New drawing"), {.icon = "new", .keys = QKeySequence::New}, [this] {
        if (mayLeave()) {
            m_workspace.files().startNew();
        }
    });
    open = action(tr("&Open…"), {.icon = "open", .keys = QKeySequence::Open}, [this] { chooseAndOpen(); });
    save = action(tr("&Save"), {.icon = "save", .keys = QKeySequence::Save}, [this] { saveProject(); });
    saveAs = action(tr("Save &as…"), {.icon = "save_as", .keys = QKeySequence::SaveAs}, [this] { saveProjectAs(); });
    restore = action(tr("Restore &previous version…"),
                     {.name = "restorePrevious", .status = tr("The project as it was before it was last saved")},
                     [this] { restorePreviousVersion(); });
    const QString endings = editor::inWords(
        engine::endingsOf({engine::Content::Weights, engine::Content::SolverState}, engine::FileUse::Read));
    importFrom = action(
        tr("&Import…"),
        {.icon = "import", .keys = "Ctrl+I", .status = tr("Nets and weights of other programs: %1").arg(endings)},
        [this] { chooseAndImport(); });
    exportTo = action(tr("&Export…"),
                      {.name = "export",
                       .icon = "export",
                       .keys = "Ctrl+E",
                       .status = tr("Trained weights, curves or the drawing, for other programs")},
                      [this] { showExport({}, 0); });
    close = action(tr("&Close project (start page)"), {.keys = QKeySequence::Close}, [this] {
        if (mayLeave()) {
            m_workspace.files().close();
        }
    });
}

void FileCommands::updateActions()
{
    for (QAction* needsProject : {save, saveAs, close, exportTo}) {
        needsProject->setEnabled(m_workspace.files().isOpen());
    }
    restore->setEnabled(hasPreviousVersion(m_workspace));
}

bool FileCommands::openFile(const QString& file)
{
    const std::filesystem::path path = QFileInfo(file).absoluteFilePath().toStdString();
    if (const std::optional<Recoverable> copy = newerCopyOf(behindLinks(path))) {
        const int answer =
            ask(m_window, tr("Work that was interrupted"),
                tr("Work on %1 was interrupted before it was saved.").arg(QString::fromStdString(path.stem().string())),
                tr("It can be recovered as of %1. Opened as it was saved, it stays on the start page to be "
                   "recovered later.")
                    .arg(QLocale().toString(writtenAt(*copy).toLocalTime(), QLocale::ShortFormat)),
                {{tr("&Recover"), QMessageBox::AcceptRole}, {tr("Open as &saved"), QMessageBox::DestructiveRole}});
        if (answer == 0) {
            recent->add(file);
            return m_copies.recover(*copy);
        }
        if (answer < 0) {
            m_copies.keep(); // of what was to be left, and is still open
            return false;
        }
    }
    std::optional<Busy> busy(std::in_place, *m_window.statusBar(), opening(file));
    emit m_workspace.warned({});
    if (const auto problem = m_workspace.files().open(path)) {
        if (!isThere(path)) {
            recent->remove(file);
        }
        emit m_workspace.warned(*problem);
        m_copies.keep(); // what was to be left is still open, its copy perhaps gone
        return false;
    }
    if (!isSample(path)) {
        recent->add(file);
    }
    if (m_workspace.document().content().corpus == path.string()) {
        emit m_workspace.noted(tr("The next run learns from %1.").arg(QFileInfo(file).fileName()));
    }
    busy.reset();
    if (m_workspace.files().path() == behindLinks(path)) {
        offerFoundRuns();
    }
    return true;
}

/// Runs whose checkpoints lie beside the project that was opened, and that it does not list.
void FileCommands::offerFoundRuns()
{
    const std::vector<std::filesystem::path> found = m_workspace.files().runsToAdd();
    if (found.empty()) {
        return;
    }
    QStringList names;
    for (const std::filesystem::path& file : found) {
        names += QString::fromStdString(file.stem().string());
    }
    const QMessageBox::StandardButton answer =
        QMessageBox::question(&m_window, tr("Runs were found"),
                              tr("Beside %1 lie checkpoints of runs that it does not list: %2. Add them to its runs?")
                                  .arg(m_workspace.files().title(), names.join(QStringLiteral(", "))),
                              QMessageBox::Yes | QMessageBox::No, QMessageBox::Yes);
    if (answer == QMessageBox::Yes) {
        const Busy busy(*m_window.statusBar(), tr("Reading the runs…"));
        if (const auto problem = m_workspace.files().addRuns(found)) {
            emit m_workspace.warned(*problem);
        }
    }
}

bool FileCommands::leaveFor(const QString& file)
{
    const std::filesystem::path path = file.toStdString();
    // For the sentence that says a file is gone or damaged, nothing has to be given up.
    if (isThere(path) && (m_workspace.files().isModified() || m_workspace.training().isBusy())) {
        bool joins = false;
        const auto damaged = refusalOf([&] {
            const Busy busy(*m_window.statusBar(), opening(file));
            joins = m_workspace.files().openingOf(path).joins;
        });
        if (damaged) {
            emit m_workspace.warned(*damaged);
        }
        if (damaged || !(joins || mayLeave())) {
            return false;
        }
    }
    return openFile(file);
}

void FileCommands::chooseAndOpen()
{
    const QString file = askForFile(&m_window, tr("Open"), openFilters());
    if (!file.isEmpty()) {
        leaveFor(file);
    }
}

bool FileCommands::saveProject()
{
    return m_workspace.files().path().empty() ? saveProjectAs() : saveTo(m_workspace.files().path());
}

bool FileCommands::saveProjectAs()
{
    const auto file = askForProjectFile();
    return file && saveTo(*file);
}

std::optional<std::filesystem::path> FileCommands::askForProjectFile()
{
    constexpr std::array projects = {engine::Format::Hamnet};
    return askForNewFile(&m_window, tr("Save project"), m_workspace.files().title() + QStringLiteral(".hamnet"),
                         projects);
}

/// The weights that runs start from may be copied to the project's own, however large.
bool FileCommands::saveTo(const std::filesystem::path& file)
{
    {
        const Busy busy(*m_window.statusBar(), tr("Saving %1…").arg(QString::fromStdString(file.filename().string())));
        if (const auto problem = m_workspace.files().save(file)) {
            emit m_workspace.warned(*problem);
            return false;
        }
    }
    m_copies.noteSaved(file);
    recent->add(QString::fromStdString(file.string()));
    emit m_workspace.noted(tr("Saved"));
    return true;
}

void FileCommands::restorePreviousVersion()
{
    if (!mayStopTraining(m_workspace.training(), m_window)) {
        return;
    }
    const std::filesystem::path file = previousVersionFile(m_workspace.files().path());
    Project previous;
    if (const auto damaged = refusalOf([&] { previous = loadProject(file); })) {
        emit m_workspace.warned(*damaged);
        return;
    }
    const QDateTime saved = QFileInfo(QString::fromStdString(file.string())).lastModified();
    const int answer =
        ask(m_window, tr("Restore previous version"),
            tr("The previous version of %1 was saved on %2.")
                .arg(m_workspace.files().title(), QLocale().toString(saved, QLocale::ShortFormat)),
            tr("%1 What is open now and not saved is lost. The file changes only when you save, and no checkpoint "
               "goes.")
                .arg(differences(previous, m_workspace.files().project())),
            {{tr("&Restore"), QMessageBox::AcceptRole}});
    if (answer == 0) {
        m_workspace.files().restorePrevious(previous);
        offerFoundRuns();
    }
}

bool FileCommands::mayLeave()
{
    ProjectFiles& files = m_workspace.files();
    if (!files.isModified() && !m_workspace.training().isBusy()) {
        m_copies.close();
        return true;
    }
    const int answer = askToLeave();
    const bool saves = answer == QMessageBox::Save;
    const auto file = saves && files.path().empty() ? askForProjectFile() : std::optional(files.path());
    if (answer == QMessageBox::Cancel || !file) {
        return false;
    }
    if (m_workspace.training().isBusy()) {
        stopTraining(m_workspace.training());
    }
    if (saves) {
        return saveTo(*file);
    }
    if (const auto problem = files.giveUpChanges(); problem && !mayLeaveRuns(*problem, m_window)) {
        return false;
    }
    m_copies.noteDiscarded();
    return true;
}

/// One question for the changes and the run under way, which says what each answer keeps.
int FileCommands::askToLeave()
{
    const ProjectFiles& files = m_workspace.files();
    const TrainingSession& training = m_workspace.training();
    const bool busy = training.isBusy();
    QMessageBox box(QMessageBox::Question, tr("Save changes?"),
                    busy ? tr("%1 is still training.").arg(QString::fromStdString(training.run().name))
                         : tr("%1 has changes that are not saved.").arg(files.title()),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    QStringList kept;
    if (busy) {
        kept += tr("The run stops in either case.");
    }
    // Qt's own words have no letters, or on some desktops the same one twice.
    box.button(QMessageBox::Save)->setText(busy ? tr("&Stop and save") : tr("&Save"));
    box.button(QMessageBox::Discard)->setText(busy ? tr("Stop and &discard") : tr("&Discard"));
    box.button(QMessageBox::Cancel)->setText(busy ? tr("&Keep training") : tr("&Cancel"));
    const bool hasRuns = !m_workspace.runs().all().empty() || !m_workspace.texts().empty();
    if (files.path().empty() && hasRuns) {
        kept += tr("Discard also deletes the checkpoints of its runs; those in the queue stay there.");
    } else if (hasRuns && !files.isOpenElsewhere()) {
        kept += tr("Discard gives up what was changed, but keeps the runs and texts in the project.");
    }
    box.setInformativeText(kept.join(QLatin1Char(' ')));
    box.setDefaultButton(QMessageBox::Save);
    return box.exec();
}

// Other programs' files ---------------------------------------------------------------------------------------------

void FileCommands::chooseAndImport()
{
    const QString file = askForFile(&m_window, tr("Import"), importFilters());
    if (!file.isEmpty()) {
        importFile(file.toStdString());
    }
}

void FileCommands::importFile(const std::filesystem::path& file)
{
    const bool drawn = m_workspace.files().isOpen() && !m_workspace.document().content().nodes.empty();
    enum { TakeWeights, Open };
    int use = drawn ? TakeWeights : Open;
    if (drawn && m_workspace.importer().bringsNet(file)) {
        use = ask(
            m_window, tr("Import"),
            tr("%1 holds a whole net with its weights.").arg(QString::fromStdString(file.filename().string())),
            tr("Open it as a separate drawing, or load its weights by name into the net drawn here?"),
            {{tr("Use its &weights"), QMessageBox::AcceptRole}, {tr("&Open as a drawing"), QMessageBox::AcceptRole}});
    }
    if (use == Open) {
        leaveFor(QString::fromStdString(file.string()));
    } else if (use == TakeWeights) {
        const std::optional<Importer::Characters> characters = askCharacters(file);
        if (!characters) {
            return;
        }
        const Busy busy(*m_window.statusBar(), tr("Reading %1…").arg(QString::fromStdString(file.filename().string())));
        if (const auto refused = m_workspace.importer().importWeights(file, *characters)) {
            emit m_workspace.warned(*refused);
        }
    }
}

/// Rows for characters are worth nothing without knowing for which. Nothing: the user does not know either.
std::optional<Importer::Characters> FileCommands::askCharacters(const std::filesystem::path& file)
{
    if (!m_workspace.importer().lacksCharacters(file)) {
        return Importer::Characters::Unknown;
    }
    const QMessageBox::StandardButton answer =
        QMessageBox::question(&m_window, tr("Import"),
                              tr("%1 does not say which vocabulary its weights were trained with. Were they trained on "
                                 "exactly the text that is chosen here?")
                                  .arg(QString::fromStdString(file.filename().string())),
                              QMessageBox::Yes | QMessageBox::Cancel);
    return answer == QMessageBox::Yes ? std::optional(Importer::Characters::OfTheText) : std::nullopt;
}

void FileCommands::showExport(std::optional<ExportContent> content, int run)
{
    FileExportDialog dialog(m_workspace, &m_window, m_window.findChild<TextPanel*>()->form().wish().checkpoint);
    connect(&dialog, &FileExportDialog::written, this, [this](const QString& words, FileExportDialog::Remarks remarks) {
        if (remarks == FileExportDialog::Remarks::Some) {
            emit m_workspace.warned(words);
        } else {
            emit m_workspace.noted(words);
        }
    });
    if (content) {
        dialog.offer(*content, run);
    }
    dialog.exec();
}

/// An import always shows its report: what it took will decide what is learned. The others where there is something to
/// remark.
void FileCommands::tell(const Transfer& transfer)
{
    if (transfer.kind == Transfer::Kind::Imported || transfer.hasRemarks()) {
        TransferDialog dialog(transfer, &m_window);
        dialog.exec();
    } else {
        const QString folder = QString::fromStdString(transfer.file.parent_path().string());
        emit m_workspace.noted(transfer.kind == Transfer::Kind::Exported && !folder.isEmpty()
                                   ? headline(transfer) + QStringLiteral(" · ") + folder
                                   : headline(transfer));
    }
}

} // namespace studio

#include "moc_file_commands.cpp"
