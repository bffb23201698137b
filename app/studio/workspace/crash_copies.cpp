// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/crash_copies.h"

#include "app/studio/workspace/workspace.h"
#include "editor/document/sentence_words.h"
#include "engine/graph/error.h"

#include <chrono>
#include <QFileInfo>

namespace studio {

QDateTime writtenAt(const Recoverable& copy)
{
    return QDateTime::fromString(QString::fromStdString(copy.summary.written), Qt::ISODate);
}

std::optional<Recoverable> newerCopyOf(const std::filesystem::path& file)
{
    const QDateTime saved = QFileInfo(QString::fromStdString(file.string())).lastModified();
    for (const Recoverable& copy : recoverable()) {
        const bool isItsOwn = copy.problem.empty() && copy.summary.file == file;
        if (isItsOwn && writtenAt(copy) >= saved.addSecs(-1)) { // it is told in whole seconds
            return copy;
        }
    }
    return std::nullopt;
}

CrashCopies::CrashCopies(Workspace& workspace, QObject* parent)
    : AutoSave([&workspace] { return workspace.files().project(); }), m_workspace(workspace), m_look(this)
{
    setParent(parent);
    connect(&workspace, &Workspace::opened, this, [this] {
        close(); // of the project before
        if (m_workspace.files().isOpen()) {
            setOriginal(m_workspace.files().path());
            m_known = m_workspace.view();
        }
    });
    workspace.onChange(this, Changes(Change::File) | Change::Drawing, [this] { keep(); });
    m_look.callOnTimeout(this, &CrashCopies::lookAtPanels);
    m_look.start(std::chrono::seconds(3));
    connect(this, &AutoSave::failed, &workspace, &Workspace::warned);
    connect(this, &AutoSave::copied, this, &CrashCopies::forgetRecovered);
}

/// Nobody tells of each key in a panel. Scrolling and arranging go along with a copy, but are no reason for one.
void CrashCopies::lookAtPanels()
{
    if (!m_workspace.files().isOpen()) {
        return;
    }
    const ViewState& now = m_workspace.viewNow();
    if (now.panels != m_known.panels || now.prompt != m_known.prompt) {
        m_known = now;
        touch();
    }
}

void CrashCopies::keep()
{
    if (m_workspace.files().isModified()) {
        touch();
    }
}

void CrashCopies::noteSaved(const std::filesystem::path& file)
{
    noteDiscarded();
    setOriginal(file);
    m_known = m_workspace.view();
}

void CrashCopies::noteDiscarded()
{
    close();
    forgetRecovered();
}

void CrashCopies::offer()
{
    emit offered(recoverable());
}

void CrashCopies::remove(const Recoverable& copy)
{
    discard(copy);
    offer();
}

bool CrashCopies::recover(const Recoverable& copy)
{
    try {
        m_workspace.files().restore(loadCopy(copy.copy), copy.summary.file);
    } catch (const engine::Error& error) {
        emit m_workspace.warned(editor::inWords(error));
        return false;
    }
    m_recovered = copy;
    touch();
    return true;
}

/// A recovered copy goes once there is a newer one, or the project itself is saved: until then a second crash would
/// lose what it holds.
void CrashCopies::forgetRecovered()
{
    if (m_recovered) {
        discard(*m_recovered);
        m_recovered.reset();
        offer();
    }
}

} // namespace studio

#include "moc_crash_copies.cpp"
