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
        return Guide::tr("Input: a text");
    case GuideStep::Memory:
        return Guide::tr("Vectors and memory: EMBED and LSTM");
    case GuideStep::Scores:
        return Guide::tr("Prediction and loss");
    case GuideStep::Train:
        return Guide::tr("Train it");
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
        return Guide::tr("Double-click TEXTDATA in the panel Layers, or drag it onto the canvas. It reads a text and "
                         "gives the net its characters, at many places of the text in parallel.");
    }
    if (type == "EMBED") {
        return Guide::tr(
            "Double-click EMBED. It turns each character into a vector of numbers, with which the net can compute.");
    }
    if (type == "LSTM") {
        return Guide::tr("Double-click LSTM. It reads the vectors one by one and remembers what came before. The size "
                         "of what it gives stands in its box: steps × streams × width.");
    }
    if (type == "INNERPRODUCT") {
        return Guide::tr("Double-click INNERPRODUCT. From the LSTM's output it computes a score for each character "
                         "that may come next.");
    }
    return Guide::tr("Double-click SOFTMAXWITHLOSS. It compares the scores with the character that really follows. The "
                     "result is the loss; training makes it small.");
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
        return Guide::tr("The drawing has a problem. The panel Problems describes it and offers fixes.");
    case GuideTask::StartTraining:
        return Guide::tr("Press F5 or click Start. The net learns from a bundled play; the panel Data takes a text of "
                         "your own.");
    case GuideTask::TrainLonger:
        return Guide::tr("The run ended before the net had learned much. Set more iterations in the panel Training and "
                         "press F5 again.");
    case GuideTask::Watch:
        return Guide::tr("In Curves the loss falls. In Samples the net writes a few lines from time to time: noise at "
                         "first, then words. The bar below shows how busy this computer is.");
    case GuideTask::Nothing:
        return Guide::tr("You have drawn a recurrent net, and it learns to write. Next: in Write it continues your "
                         "words, Lens shows what one of its units follows, Training › Race engines… compares engines, "
                         "File › Export… saves the drawing.");
    }
    return {};
}

} // namespace

GuideWords guideWords(const GuideWish& wish)
{
    return {titleOf(wish), textOf(wish)};
}

} // namespace studio
