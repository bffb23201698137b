// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/guide/guide_words.h"

#include <QCoreApplication>

namespace studio {
namespace {

struct Guide {
    Q_DECLARE_TR_FUNCTIONS(Guide)
};

QString titleOf(const GuideWish& wish)
{
    switch (wish.step) {
    case GuideStep::Text:
        return Guide::tr("Something to read");
    case GuideStep::Memory:
        return Guide::tr("A memory");
    case GuideStep::Scores:
        return Guide::tr("A guess, and how wrong it is");
    case GuideStep::Train:
        return Guide::tr("Let it learn");
    case GuideStep::Read:
        return Guide::tr("Watch it learn");
    case GuideStep::Done:
        return Guide::tr("Your first net");
    }
    return {};
}

QString addText(const std::string& type)
{
    if (type == "TEXTDATA") {
        return Guide::tr(
            "Double-click TEXTDATA in the panel Layers, or drag it onto the canvas. It reads a text and gives the "
            "net its characters, many places of the text at once.");
    }
    if (type == "EMBED") {
        return Guide::tr("Double-click EMBED. It gives each character a vector of numbers, with which the net can "
                         "calculate.");
    }
    if (type == "LSTM") {
        return Guide::tr("Double-click LSTM. It reads the vectors one by one and remembers what came before. Beside "
                         "each wire stands its size: steps × streams × width.");
    }
    if (type == "INNERPRODUCT") {
        return Guide::tr("Double-click INNERPRODUCT. From the memory it makes a score for each character that may "
                         "come next.");
    }
    return Guide::tr("Double-click SOFTMAXWITHLOSS. It compares the scores with the character that really came. That "
                     "number, the loss, is what training makes small.");
}

QString textOf(const GuideWish& wish)
{
    const auto name = [](const std::string& layer) { return QString::fromStdString(layer); };
    switch (wish.task) {
    case GuideTask::AddLayer:
        return addText(wish.type);
    case GuideTask::Connect:
        return Guide::tr("Connect the two marked ports: drag from the lower edge of %1 to the upper edge of %2, so "
                         "that data flow between them.")
            .arg(name(wish.from), name(wish.to));
    case GuideTask::SolveProblem:
        return Guide::tr("Something in the drawing does not fit yet. The panel Problems says what, and offers what "
                         "solves it.");
    case GuideTask::StartTraining:
        return Guide::tr("Press F5 or click Train. The net learns from a bundled play; the panel Data takes a text of "
                         "your own.");
    case GuideTask::TrainLonger:
        return Guide::tr("The run ended before the net had learned much. Press F5 to train a new one, with more "
                         "iterations in the panel Training.");
    case GuideTask::Watch:
        return Guide::tr("In Curves the loss falls. In Samples the net writes a few lines now and then: noise at "
                         "first, then words. The strip below shows how busy this computer is.");
    case GuideTask::Nothing:
        return Guide::tr("You have drawn a recurrent net, and it learns to write. What comes next: Writing lets it go "
                         "on from your words, Lens shows what one unit of it follows, Training › Race engines… "
                         "compares engines, File › Export… saves the drawing.");
    }
    return {};
}

} // namespace

GuideWords guideWords(const GuideWish& wish)
{
    return {titleOf(wish), textOf(wish)};
}

} // namespace studio
