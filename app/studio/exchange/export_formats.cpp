// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/exchange/export_formats.h"

#include "app/studio/files/file_dialogs.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <QCoreApplication>
#include <QStringList>

namespace studio {
namespace {

QString words(std::string_view text)
{
    return QCoreApplication::translate("Exchange", std::string(text).c_str());
}

/// A dialog's filters for what is read of those formats: all at once, then each.
QString filtersOf(const char* all, bool (*isOne)(const engine::FileFormat& format))
{
    QStringList patterns, filters;
    for (const engine::FileFormat& format : engine::fileFormats()) {
        if (format.reads && isOne(format)) {
            patterns += QString::fromStdString(engine::patternsOf(format));
            filters += filterOf(format);
        }
    }
    filters.prepend(words(all).arg(patterns.join(QLatin1Char(' '))));
    return filters.join(QStringLiteral(";;"));
}

std::vector<ExportFormat> formatsOf(const engine::FileFormat& format)
{
    using engine::Content;
    if (format.content == Content::Model) {
        return {{ExportContent::Drawing, words(QT_TRANSLATE_NOOP("Exchange", "Hamnet prototxt")),
                 words(QT_TRANSLATE_NOOP("Exchange", "The net as hamnet reads it in a terminal. The solver is written "
                                                     "next to it.")),
                 &format, engine::WriteStyle::Hamnet},
                {ExportContent::Drawing, words(QT_TRANSLATE_NOOP("Exchange", "Strict BVLC Caffe prototxt")),
                 words(QT_TRANSLATE_NOOP("Exchange", "Only what BVLC Caffe supports; what is left out is listed. The "
                                                     "solver is written next to it.")),
                 &format, engine::WriteStyle::StrictBvlc},
                {ExportContent::Drawing, words(QT_TRANSLATE_NOOP("Exchange", "MyCaffe prototxt")),
                 words(QT_TRANSLATE_NOOP("Exchange", "As MyCaffe writes it. The solver is written next to it.")),
                 &format, engine::WriteStyle::MyCaffe}};
    }
    static const std::map<Content, ExportContent> contents = {{Content::Weights, ExportContent::Weights},
                                                              {Content::SolverState, ExportContent::Weights},
                                                              {Content::Curve, ExportContent::Curve},
                                                              {Content::Picture, ExportContent::Picture}};
    const auto content = contents.find(format.content);
    if (content == contents.end() || !format.writes) {
        return {};
    }
    return {{content->second, nameOf(format), words(format.about), &format}};
}

} // namespace

const std::vector<ExportFormat>& exportFormats()
{
    static const std::vector<ExportFormat> all = [] {
        std::vector<ExportFormat> some;
        for (const engine::FileFormat& format : engine::fileFormats()) {
            std::ranges::move(formatsOf(format), std::back_inserter(some));
        }
        return some;
    }();
    return all;
}

const ExportFormat* formatByEnding(const std::filesystem::path& file, const ExportFormat& chosen)
{
    const engine::FileFormat* const told = engine::formatByName(file);
    const auto found = std::ranges::find(exportFormats(), told, &ExportFormat::file);
    return told == chosen.file ? &chosen : found != exportFormats().end() ? &*found : nullptr;
}

QString importFilters()
{
    return filtersOf(QT_TRANSLATE_NOOP("Exchange", "Nets and weights (%1)"), [](const engine::FileFormat& format) {
        return format.net.read != nullptr || format.content == engine::Content::SolverState;
    });
}

QString openFilters()
{
    return filtersOf(QT_TRANSLATE_NOOP("Exchange", "All supported files (%1)"),
                     [](const engine::FileFormat&) { return true; }) +
           QStringLiteral(";;") + words(QT_TRANSLATE_NOOP("Exchange", "All files (*)"));
}

} // namespace studio
