// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/terminal_command.h"

#include "app/studio/panels/parts.h"
#include "app/studio/session/command_line.h"
#include "app/studio/workspace/next_run.h"
#include "editor/looks/theme.h"
#include "engine/graph/error.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

namespace studio {

TerminalCommand::TerminalCommand(QWidget* parent) : QWidget(parent)
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(rowSpacing);
    auto* label = sectionTitle(tr("Comman&d for the terminal"), this);
    rows->addWidget(label);
    auto* row = new QHBoxLayout;
    m_command = new QLineEdit(this);
    m_command->setReadOnly(true);
    label->setBuddy(m_command);
    auto* copy = new QToolButton(this);
    copy->setIcon(editor::icon(QStringLiteral("copy")));
    copy->setToolTip(tr("Copy the command"));
    copy->setAccessibleName(tr("Copy the command"));
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_command->text()); });
    row->addWidget(m_command, 1);
    row->addWidget(copy);
    rows->addLayout(row);
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
