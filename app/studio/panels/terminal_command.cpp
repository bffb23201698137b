// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/terminal_command.h"

#include "app/studio/panels/parts.h"
#include "app/studio/session/command_line.h"
#include "app/studio/workspace/next_run.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"
#include "engine/graph/error.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QToolButton>

namespace studio {

TerminalCommand::TerminalCommand(QWidget* parent) : QWidget(parent)
{
    auto* label = sectionTitle(tr("Comman&d for the terminal"), this);
    m_command = new QLineEdit(this);
    m_command->setReadOnly(true);
    label->setBuddy(m_command);
    auto* copy =
        editor::described(new QToolButton(this), {.title = tr("Copy the command"), .tip = tr("Copy the command")}, this,
                          [this] { QGuiApplication::clipboard()->setText(m_command->text()); });
    copy->setIcon(editor::icon(QStringLiteral("copy")));
    auto* row = editor::inRow({{m_command, 1}, copy});
    editor::inColumn(this, {label, row}, QMargins(), rowSpacing);
}

void TerminalCommand::showCommandOf(const NextRun& run)
{
    try {
        m_command->setText(QString::fromStdString(commandLine(run.request())));
        m_command->setCursorPosition(0);
        m_command->setToolTip(run.hasModelFile() ? QString()
                                                 : tr("File › Export writes net.prototxt from this drawing"));
    } catch (const engine::Error&) {
        m_command->clear();
    }
}

void TerminalCommand::clear()
{
    m_command->clear();
}

} // namespace studio

#include "moc_terminal_command.cpp"
