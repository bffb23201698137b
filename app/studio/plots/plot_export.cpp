// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/plot_export.h"

#include "app/studio/plots/curve_view.h"

#include <algorithm>
#include <charconv>
#include <QBuffer>
#include <QCoreApplication>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <string>

namespace studio {

namespace {

constexpr int dotsPerInch = 96; ///< of the screen's units

using Draw = std::function<void(QCPPainter&)>;

CurveView::Ground groundOf(const PictureSettings& settings)
{
    return settings.onLight ? CurveView::Ground::Light : CurveView::Ground::AsShown;
}

void addNumber(std::string& row, auto number)
{
    char digits[64];
    const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), number);
    row += ',';
    row.append(digits, end);
}

std::string quoted(const std::string& name)
{
    if (name.find_first_of(",\"\n\r") == std::string::npos) {
        return name;
    }
    std::string result = "\"";
    for (const char character : name) {
        result += character;
        if (character == '"') {
            result += character;
        }
    }
    return result + '"';
}

/// The row of a point, of a validation, or of both at one iteration.
void addRow(std::string& text, const std::string& name, const RunCurves& run, std::optional<std::size_t> point,
            const ValidationPoint* validation, const std::vector<std::string>& metrics)
{
    text += name;
    addNumber(text, point ? run.points().iteration(*point) : validation->iteration);
    for (const Along along : {Along::Time, Along::Characters}) {
        addNumber(text, point ? run.places(along).at(*point) : run.places(along).of(*validation));
    }
    for (const Measure measure : std::span(measures).first<stepMeasures>()) {
        if (point) {
            addNumber(text, run.raw(measure).at(*point));
        } else {
            text += ',';
        }
    }
    if (validation != nullptr) {
        addNumber(text, validation->loss);
    } else {
        text += ',';
    }
    for (const std::string& metric : metrics) {
        const engine::Metric* const found =
            validation != nullptr ? engine::findMetric(validation->metrics, metric) : nullptr;
        if (found != nullptr) {
            addNumber(text, found->value);
        } else {
            text += ',';
        }
    }
    text += '\n';
}

/// The accuracy, and whatever else a validation told, by name. Bits per character are the loss in another unit.
std::vector<std::string> metricsIn(std::span<const RunCurves* const> runs)
{
    std::vector<std::string> names = {"accuracy"};
    for (const RunCurves* run : runs) {
        for (const ValidationPoint& point : run->marks().validations()) {
            for (const engine::Metric& metric : point.metrics) {
                if (metric.name != "bits_per_char" &&
                    std::find(names.begin(), names.end(), metric.name) == names.end()) {
                    names.push_back(metric.name);
                }
            }
        }
    }
    return names;
}

bool paintOn(QPaintDevice& device, const Draw& draw)
{
    QCPPainter painter;
    if (!painter.begin(&device)) {
        return false;
    }
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    draw(painter);
    return painter.end();
}

bool writeSvg(QIODevice& out, const QSize& size, const QString& title, const Draw& draw)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&out);
    generator.setSize(size);
    generator.setViewBox(QRect({}, size));
    generator.setResolution(dotsPerInch);
    generator.setTitle(title);
    return paintOn(generator, draw);
}

bool writePdf(QIODevice& out, const QSize& size, const QString& title, const Draw& draw)
{
    QPdfWriter writer(&out);
    writer.setResolution(dotsPerInch);
    writer.setPageSize(QPageSize(QSizeF(size) * 72.0 / dotsPerInch, QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(title);
    return paintOn(writer, draw);
}

bool writePng(QIODevice& out, const QSize& size, double scale, const Draw& draw)
{
    QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::transparent);
    return paintOn(image, draw) && image.save(&out, "PNG");
}

/// The writers seek, which a half-written file permits as well as a buffer; but their errors show only at its end.
bool saveWhole(const QString& file, const std::function<bool(QIODevice&)>& write, QString* sentence)
{
    QBuffer whole;
    whole.open(QIODevice::ReadWrite);
    QSaveFile out(file);
    if (write(whole) && out.open(QIODevice::WriteOnly) && out.write(whole.data()) == whole.size() && out.commit()) {
        return true;
    }
    *sentence = QCoreApplication::translate("Curves", "%1 could not be written: %2").arg(file, out.errorString());
    return false;
}

bool write(QIODevice& out, CurveView& view, PlotFormat format, const PictureSettings& settings)
{
    if (format == PlotFormat::Csv) {
        return writeCsv(out, view.runs().shownCurves());
    }
    if (format == PlotFormat::Png) {
        return pictureOf(view, settings).save(&out, "PNG");
    }
    const QSize size = settings.size;
    const QString title = QCoreApplication::translate("Curves", "Training curves");
    const Draw draw = [&](QCPPainter& painter) { view.toPainter(&painter, size.width(), size.height()); };
    bool written = false;
    view.drawFor(size.width(), groundOf(settings), [&] {
        written = format == PlotFormat::Svg ? writeSvg(out, size, title, draw) : writePdf(out, size, title, draw);
    });
    return written;
}

} // namespace

QString suffixOf(PlotFormat format)
{
    switch (format) {
    case PlotFormat::Png:
        return QStringLiteral("png");
    case PlotFormat::Svg:
        return QStringLiteral("svg");
    case PlotFormat::Pdf:
        return QStringLiteral("pdf");
    case PlotFormat::Csv:
        return QStringLiteral("csv");
    }
    return {};
}

QImage pictureOf(CurveView& view, const PictureSettings& settings)
{
    QImage picture;
    view.drawFor(static_cast<int>(settings.size.width() * settings.scale), groundOf(settings), [&] {
        picture = view.toPixmap(settings.size.width(), settings.size.height(), settings.scale).toImage();
    });
    return picture;
}

bool writeCsv(QIODevice& out, std::span<const RunCurves* const> runs)
{
    const std::vector<std::string> metrics = metricsIn(runs);
    std::string text = "run,iteration,seconds,characters,loss_nats,learning_rate,gradient_norm,chars_per_second,"
                       "validation_loss_nats";
    for (const std::string& metric : metrics) {
        text += ",validation_" + metric;
    }
    text += '\n';
    const auto flush = [&] {
        const auto size = static_cast<qint64>(text.size());
        const bool taken = out.write(text.data(), size) == size;
        text.clear();
        return taken;
    };
    for (const RunCurves* run : runs) {
        const std::string name = quoted(run->name());
        auto validation = run->marks().validations().begin();
        const auto last = run->marks().validations().end();
        for (std::size_t point = 0; point < run->points().size(); ++point) {
            for (; validation != last && validation->iteration < run->points().iteration(point); ++validation) {
                addRow(text, name, *run, std::nullopt, &*validation, metrics);
            }
            const bool both = validation != last && validation->iteration == run->points().iteration(point);
            addRow(text, name, *run, point, both ? &*validation : nullptr, metrics);
            validation += both ? 1 : 0;
            if (text.size() > 1'000'000 && !flush()) {
                return false;
            }
        }
        for (; validation != last; ++validation) {
            addRow(text, name, *run, std::nullopt, &*validation, metrics);
        }
    }
    return flush();
}

bool exportPlot(CurveView& view, PlotFormat format, const PictureSettings& settings, const QString& file,
                QString* sentence)
{
    return saveWhole(
        file, [&](QIODevice& out) { return write(out, view, format, settings); }, sentence);
}

bool savePicture(const QString& file, PlotFormat format, const QSize& size, const QString& title, const Draw& draw,
                 QString* sentence)
{
    constexpr double pixels = 2; // for each unit of the screen
    return saveWhole(
        file,
        [&](QIODevice& out) {
            return format == PlotFormat::Svg   ? writeSvg(out, size, title, draw)
                   : format == PlotFormat::Pdf ? writePdf(out, size, title, draw)
                                               : writePng(out, size, pixels, draw);
        },
        sentence);
}

} // namespace studio
