// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/exchange/export_formats.h"

#include "app/studio/files/file_dialogs.h"

#include <algorithm>
#include <iterator>
#include <QCoreApplication>
#include <QStringList>

namespace studio {
namespace {

QString words(std::string_view text)
{
    return QCoreApplication::translate("Exchange", std::string(text).c_str());
}

QString patterns(const engine::FileFormat& format)
{
    return QString::fromStdString(engine::patternsOf(format));
}

/// All that is written of the content, as the table has it.
void append(std::vector<ExportFormat>& formats, ExportContent as, engine::Content content)
{
    for (const engine::FileFormat& format : engine::fileFormats()) {
        if (format.content == content && format.writes) {
            formats.push_back({as, nameOf(format), patterns(format), words(format.about), &format});
        }
    }
}

std::vector<ExportFormat> drawingFormats()
{
    const engine::FileFormat& prototxt = engine::fileFormat(engine::Format::Prototxt);
    return {
        {ExportContent::Drawing, words(QT_TRANSLATE_NOOP("Exchange", "Hamnet prototxt")), patterns(prototxt),
         words(QT_TRANSLATE_NOOP("Exchange",
                                 "The net as hamnet reads it in a terminal. The solver is written next to it.")),
         &prototxt, engine::WriteStyle::Hamnet},
        {ExportContent::Drawing, words(QT_TRANSLATE_NOOP("Exchange", "Strict BVLC Caffe prototxt")), patterns(prototxt),
         words(QT_TRANSLATE_NOOP(
             "Exchange",
             "Only what BVLC Caffe supports; what is left out is listed. The solver is written next to it.")),
         &prototxt, engine::WriteStyle::StrictBvlc},
        {ExportContent::Drawing, words(QT_TRANSLATE_NOOP("Exchange", "MyCaffe prototxt")), patterns(prototxt),
         words(QT_TRANSLATE_NOOP("Exchange", "As MyCaffe writes it. The solver is written next to it.")), &prototxt,
         engine::WriteStyle::MyCaffe},
    };
}

} // namespace

const std::vector<ExportFormat>& exportFormats()
{
    static const std::vector<ExportFormat> all = [] {
        std::vector<ExportFormat> some;
        append(some, ExportContent::Weights, engine::Content::Weights);
        append(some, ExportContent::Weights, engine::Content::SolverState);
        append(some, ExportContent::Curve, engine::Content::Curve);
        std::ranges::move(drawingFormats(), std::back_inserter(some));
        append(some, ExportContent::Picture, engine::Content::Picture);
        return some;
    }();
    return all;
}

const ExportFormat* formatByEnding(const std::filesystem::path& file, const ExportFormat& chosen)
{
    const engine::FileFormat* const told = engine::formatByName(file);
    const auto endsSo = [&](const ExportFormat& one) { return told && one.file == told; };
    if (endsSo(chosen)) {
        return &chosen;
    }
    const ExportFormat* found = nullptr;
    for (const ExportFormat& one : exportFormats()) {
        if (endsSo(one) && (!found || (one.content == chosen.content && found->content != chosen.content))) {
            found = &one;
        }
    }
    return found;
}

QString filterOf(const ExportFormat& format)
{
    return filterOf(format.name, format.pattern);
}

QString importFilters()
{
    QStringList all, filters;
    for (const engine::FileFormat& format : engine::fileFormats()) {
        const bool brings = format.content == engine::Content::Weights ||
                            format.content == engine::Content::SolverState ||
                            format.content == engine::Content::Project;
        if (brings && format.reads) {
            all.append(patterns(format));
            filters.append(filterOf(format));
        }
    }
    filters.prepend(words(QT_TRANSLATE_NOOP("Exchange", "Nets and weights (%1)")).arg(all.join(QLatin1Char(' '))));
    return filters.join(QStringLiteral(";;"));
}

QString openFilters()
{
    QStringList all, filters;
    for (const engine::FileFormat& format : engine::fileFormats()) {
        if (format.reads) {
            all.append(patterns(format));
            filters.append(filterOf(format));
        }
    }
    filters.prepend(words(QT_TRANSLATE_NOOP("Exchange", "All supported files (%1)")).arg(all.join(QLatin1Char(' '))));
    filters.append(words(QT_TRANSLATE_NOOP("Exchange", "All files (*)")));
    return filters.join(QStringLiteral(";;"));
}

} // namespace studio
