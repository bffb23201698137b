// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/text/writing_actions.h"

#include "editor/looks/theme.h"
#include "editor/panels/flow_layout.h"

namespace studio {

WritingActions::WritingActions(QObject* parent)
    : QObject(parent),
      generate(make("generate", tr("Generate"), tr("Write a text (Ctrl+Return in the prompt)"))),
      stop(make("stop", tr("Stop"), tr("Stop writing and keep what is there"))),
      writeOn(make("continue", tr("Continue"), tr("Continue where the text ends"))),
      regenerate(make("regenerate", tr("Regenerate"), tr("The same again with another seed"))),
      pin(make("pin", tr("Pin"), tr("Keep this text in sight beside the next ones"))),
      copy(make("copy", tr("Copy"), tr("Copy the text"))),
      save(make("save", tr("Save…"), tr("Save the text as a file"))),
      command(make("command", tr("Copy as a command"), tr("Copy the line that writes this text in a terminal"))),
      tint(make("heat", tr("Surprise"), tr("Tint each character by how much it surprises the net"))),
      showHistory(make("history", tr("History"), tr("Texts written before")))
{
    command->setIconText(tr("Command")); // else the tools take two rows in a window of usual size
    tint->setCheckable(true);
    tint->setChecked(true);
    showHistory->setCheckable(true);
    showHistory->setChecked(true);
}

QAction* WritingActions::make(const char* icon, const QString& text, const QString& tip)
{
    auto* action = new QAction(editor::icon(QLatin1String(icon)), text, this);
    action->setToolTip(tip);
    return action;
}

editor::ToolFlow* WritingActions::makeTools() const
{
    auto* tools = new editor::ToolFlow;
    tools->add({generate, stop, writeOn, regenerate, pin, copy, save, command, tint, showHistory});
    return tools;
}

void WritingActions::enable(const State& state)
{
    const bool canWrite = state.hasNet && !state.isBusy;
    generate->setEnabled(canWrite);
    stop->setEnabled(state.isBusy);
    writeOn->setEnabled(canWrite && state.hasText);
    regenerate->setEnabled(canWrite && state.hasText);
    pin->setEnabled(state.hasText && !state.isBusy);
    copy->setEnabled(state.hasText);
    save->setEnabled(state.hasText && !state.isBusy);
}

} // namespace studio

#include "moc_writing_actions.cpp"
