// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/picture_model.h"

#include "engine/formats/file_formats.h"
#include "engine/graph/error.h"

#include <QFile>
#include <QImage>
#include <QString>
#include <QXmlStreamReader>

namespace studio {
namespace {

QString textInSvg(const QString& name)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly)) {
        throw engine::Error(name.toStdString() + " cannot be read: " + file.errorString().toStdString());
    }
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("metadata")) {
            return xml.readElementText(QXmlStreamReader::IncludeChildElements);
        }
    }
    return {};
}

} // namespace

std::string modelInPicture(const std::filesystem::path& file)
{
    const QString name = QString::fromStdString(file.string());
    const engine::FileFormat* const format = engine::formatOf(file);
    const bool png = format != nullptr && format->format == engine::Format::Png;
    const QString text = png ? QImage(name).text(QString::fromLatin1(modelKey)) : textInSvg(name);
    if (!text.contains(QLatin1String("layer"))) {
        throw engine::Error(file.string() +
                            ": holds no net, but a drawing that Hamnet saved as .svg or .png is wanted");
    }
    return text.toStdString();
}

} // namespace studio
