// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/exchange/drawing_picture.h"

#include "editor/canvas/items.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/words/tips.h"
#include "engine/drawing/net_drawing.h"
#include "engine/drawing/svg.h"
#include "engine/formats/exchange/provenance_file.h"

#include <algorithm>
#include <iterator>
#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgRenderer>

namespace studio {
namespace {

constexpr int dotsPerInch = 96; ///< of the drawing's units
constexpr int maxPixels = 16'000;

QString pictureWords(const char* text)
{
    return QCoreApplication::translate("Exchange", text);
}

/// Two pixels a unit, or as many as keep the picture within what viewers open.
QImage imageOf(const QByteArray& svg)
{
    QSvgRenderer renderer(svg);
    const QSize size = renderer.defaultSize();
    const double scale = std::min(2.0, double(maxPixels) / std::max({1, size.width(), size.height()}));
    QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    return image;
}

bool writePng(QIODevice& out, const QByteArray& svg, const engine::Provenance& made)
{
    QBuffer plain;
    plain.open(QIODevice::WriteOnly);
    if (!imageOf(svg).save(&plain, "PNG")) {
        return false;
    }
    const std::string png = engine::withProvenance(plain.data().toStdString(), engine::Format::Png, made);
    return out.write(png.data(), std::ssize(png)) == std::ssize(png);
}

bool writePdf(QIODevice& out, const QByteArray& svg, const QString& title)
{
    QSvgRenderer renderer(svg);
    QPdfWriter writer(&out);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Hamnet"));
    writer.setResolution(dotsPerInch);
    writer.setPageSize(QPageSize(QSizeF(renderer.defaultSize()) * 72.0 / dotsPerInch, QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    QPainter painter;
    if (!painter.begin(&writer)) {
        return false;
    }
    renderer.render(&painter);
    return painter.end();
}

bool write(QIODevice& out, const QByteArray& svg, engine::Format format, const engine::Drawing& drawing,
           const engine::Provenance& made)
{
    switch (format) {
    case engine::Format::Png:
        return writePng(out, svg, made);
    case engine::Format::Pdf:
        return writePdf(out, svg, QString::fromStdString(drawing.title));
    default:
        return out.write(svg) == svg.size();
    }
}

/// The report's sentences are the engine's: the canvas says them in the user's language, without the layer's name.
void sayProblems(engine::Drawing& drawing, const editor::Document& document)
{
    for (const editor::Problem& problem : document.derived().problems) {
        const editor::Node* const node = document.content().find(problem.node);
        const auto box = std::ranges::find_if(drawing.boxes, [&](const engine::DrawnBox& one) {
            return node != nullptr && one.name == node->layer.name && !one.problem.empty();
        });
        if (box != drawing.boxes.end()) {
            box->problem =
                editor::besideName(editor::inWords(problem.sentence), QString::fromStdString(box->name)).toStdString();
        }
    }
}

} // namespace

engine::Drawing drawnNet(const editor::Document& document)
{
    const editor::Content& content = document.content();
    const engine::Model model = editor::model(content);
    std::vector<std::optional<engine::DrawingPoint>> places;
    for (const editor::Node& node : content.nodes) {
        places.push_back(engine::DrawingPoint{node.position.x(), node.position.y()});
    }
    const auto settings = [&](const engine::Layer& layer) {
        const auto number = static_cast<std::size_t>(&layer - model.layers.data());
        return editor::settingsText(document, content.nodes[number].id).toStdString();
    };
    engine::Drawing drawing =
        engine::netDrawing(model, {.phase = document.shownPhase(), .places = places, .settings = settings});
    sayProblems(drawing, document);
    for (const editor::Note& note : content.notes) {
        drawing.notes.push_back({.area = {note.area.x(), note.area.y(), note.area.width(), note.area.height()},
                                 .text = note.text.toStdString(),
                                 .frame = note.kind == editor::Note::Kind::Frame});
    }
    return drawing;
}

std::optional<QString> writePicture(const engine::Drawing& drawing, const engine::Provenance& made,
                                    engine::Format format, const std::filesystem::path& file)
{
    const std::string svg =
        engine::svgOf(drawing, {.ground = editor::theme().dark ? engine::Ground::Dark : engine::Ground::Light,
                                .metadata = engine::printProvenance(made)});
    QBuffer whole; // the writers' errors show only at their end
    whole.open(QIODevice::ReadWrite);
    const QString name = QString::fromStdString(file.string());
    QSaveFile out(name);
    if (write(whole, QByteArray::fromStdString(svg), format, drawing, made) && out.open(QIODevice::WriteOnly) &&
        out.write(whole.data()) == whole.size() && out.commit()) {
        return std::nullopt;
    }
    return pictureWords(QT_TRANSLATE_NOOP("Exchange", "%1 could not be written: %2")).arg(name, out.errorString());
}

} // namespace studio
