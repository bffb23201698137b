// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/exchange/export_formats.h"

#include "engine/formats/curves.h"

#include <QCoreApplication>
#include <QStringList>

namespace studio {
namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("Exchange", text);
}

std::vector<ExportFormat> weightFormats()
{
    return {
        {ExportContent::Weights, words(QT_TRANSLATE_NOOP("Exchange", "ONNX")), QStringLiteral("*.onnx"),
         words(QT_TRANSLATE_NOOP("Exchange", "For ONNX Runtime and others: a graph that reads text, with its state as "
                                             "inputs and outputs. Net and characters are in it."))},
        {ExportContent::Weights, words(QT_TRANSLATE_NOOP("Exchange", "Safetensors, as PyTorch names them")),
         QStringLiteral("*.safetensors"),
         words(QT_TRANSLATE_NOOP("Exchange",
                                 "For PyTorch: names and layout of its modules. Net and characters go along "
                                 "as metadata."))},
        {ExportContent::Weights, words(QT_TRANSLATE_NOOP("Exchange", "Caffe weights")), QStringLiteral("*.caffemodel"),
         words(QT_TRANSLATE_NOOP("Exchange", "For Caffe: weights by the names of layers. The net itself goes out as "
                                             "the drawing, as strict BVLC Caffe prototxt."))},
        {ExportContent::Weights, words(QT_TRANSLATE_NOOP("Exchange", "MyCaffe weights")),
         QStringLiteral("*.mycaffemodel"),
         words(QT_TRANSLATE_NOOP("Exchange", "For MyCaffe: weights by the names of layers. The net itself goes out as "
                                             "the drawing, as MyCaffe prototxt."))},
        {ExportContent::Weights, words(QT_TRANSLATE_NOOP("Exchange", "Caffe solver state")),
         QStringLiteral("*.solverstate"),
         words(QT_TRANSLATE_NOOP("Exchange", "To train on in Caffe: iteration and history of the solver, beside the "
                                             ".caffemodel of the same name."))},
    };
}

std::vector<ExportFormat> curveFormats()
{
    return {
        {ExportContent::Curve, words(QT_TRANSLATE_NOOP("Exchange", "Table (CSV)")), QStringLiteral("*.csv"),
         words(QT_TRANSLATE_NOOP("Exchange", "A heading, then a line for each iteration: loss, validation, learning "
                                             "rate, gradient norm."))},
        {ExportContent::Curve, words(QT_TRANSLATE_NOOP("Exchange", "JSON lines")), QStringLiteral("*.jsonl"),
         words(QT_TRANSLATE_NOOP("Exchange", "An object a line: loss, validation, learning rate, gradient norm."))},
        {ExportContent::Curve, words(QT_TRANSLATE_NOOP("Exchange", "TensorBoard events")), QStringLiteral("*tfevents*"),
         words(QT_TRANSLATE_NOOP("Exchange", "TensorBoard finds files with tfevents in their names; point its --logdir "
                                             "at the folder."))},
    };
}

std::vector<ExportFormat> drawingFormats()
{
    return {
        {ExportContent::Drawing, words(QT_TRANSLATE_NOOP("Exchange", "Hamnet prototxt")), QStringLiteral("*.prototxt"),
         words(QT_TRANSLATE_NOOP("Exchange", "The net as the terminal reads it, and its solver beside it.")),
         engine::WriteStyle::Hamnet},
        {ExportContent::Drawing, words(QT_TRANSLATE_NOOP("Exchange", "Strict BVLC Caffe prototxt")),
         QStringLiteral("*.prototxt"),
         words(QT_TRANSLATE_NOOP("Exchange", "Only what BVLC Caffe knows; what it does not is told. The solver goes "
                                             "beside it.")),
         engine::WriteStyle::StrictBvlc},
        {ExportContent::Drawing, words(QT_TRANSLATE_NOOP("Exchange", "MyCaffe prototxt")), QStringLiteral("*.prototxt"),
         words(QT_TRANSLATE_NOOP("Exchange", "As MyCaffe writes it. The solver goes beside it.")),
         engine::WriteStyle::MyCaffe},
    };
}

/// "*.onnx" -> ".onnx"
std::string endingOf(const ExportFormat& format)
{
    return format.pattern.mid(1).remove(QLatin1Char('*')).toStdString();
}

} // namespace

const std::vector<ExportFormat>& exportFormats()
{
    static const std::vector<ExportFormat> all = [] {
        std::vector<ExportFormat> some = weightFormats();
        for (const std::vector<ExportFormat>& more : {curveFormats(), drawingFormats()}) {
            some.insert(some.end(), more.begin(), more.end());
        }
        return some;
    }();
    return all;
}

QString filterOf(const ExportFormat& format)
{
    return QStringLiteral("%1 (%2)").arg(QString(format.name).remove(QLatin1Char('(')).remove(QLatin1Char(')')),
                                         format.pattern);
}

std::filesystem::path named(const std::filesystem::path& file, const ExportFormat& format)
{
    const std::string ending = endingOf(format), name = file.filename().string();
    const bool fits = ending == "tfevents"
                          ? engine::curveFormat(file) == engine::CurveFormat::Events
                          : file.extension() == ending || (ending == ".prototxt" && file.extension() == ".pbtxt");
    if (fits) {
        return file;
    }
    return file.parent_path() / (ending == "tfevents" ? "events.out.tfevents." + name : name + ending);
}

QString importFilters()
{
    const QString all = QStringLiteral("*.onnx *.safetensors *.caffemodel *.mycaffemodel *.solverstate *.hamnet");
    QStringList filters{words(QT_TRANSLATE_NOOP("Exchange", "Nets and weights (%1)")).arg(all)};
    for (const ExportFormat& format : weightFormats()) {
        filters.append(filterOf(format));
    }
    filters.append(words(QT_TRANSLATE_NOOP("Exchange", "Hamnet checkpoints (*.hamnet)")));
    return filters.join(QStringLiteral(";;"));
}

} // namespace studio
