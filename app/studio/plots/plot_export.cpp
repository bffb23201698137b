// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/plot_export.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/plots/curve_view.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/parts.h"
#include "engine/formats/exchange/provenance_file.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <QApplication>
#include <QBuffer>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPdfWriter>
#include <QPushButton>
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
            const engine::ValidationEvent* validation, const std::vector<std::string>& metrics)
{
    text += name;
    addNumber(text, point ? run.points().iteration(*point) : validation->iteration);
    for (const Along along : {Along::Time, Along::Characters}) {
        addNumber(text, point ? run.places(along).at(*point) : run.places(along).of(validation->iteration));
    }
    for (const Measure measure : measures) {
        if (isOfSteps(measure) && point) {
            addNumber(text, run.raw(measure).at(*point));
        } else if (isOfSteps(measure)) {
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
    std::vector<std::string> names = {std::string(engine::accuracySpec().name)};
    for (const RunCurves* run : runs) {
        for (const engine::ValidationEvent& point : run->validations()) {
            for (const engine::Metric& metric : point.metrics) {
                if (!engine::metricSpec(metric.name).isLoss &&
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

/// Passes the bytes of a finished picture on, with what made it in them.
bool writeWith(QIODevice& out, const QByteArray& picture, engine::Format format,
               const std::optional<engine::Provenance>& made)
{
    const std::string bytes =
        made ? engine::withProvenance(picture.toStdString(), format, *made) : picture.toStdString();
    return out.write(bytes.data(), std::ssize(bytes)) == std::ssize(bytes);
}

bool writeSvg(QIODevice& out, const PaintedPicture& picture)
{
    QBuffer plain;
    QSvgGenerator generator;
    generator.setOutputDevice(&plain);
    generator.setSize(picture.size);
    generator.setViewBox(QRect({}, picture.size));
    generator.setResolution(dotsPerInch);
    generator.setTitle(picture.title);
    return paintOn(generator, picture.draw) && writeWith(out, plain.data(), engine::Format::Svg, picture.made);
}

bool writePdf(QIODevice& out, const PaintedPicture& picture)
{
    QPdfWriter writer(&out);
    writer.setResolution(dotsPerInch);
    writer.setPageSize(QPageSize(QSizeF(picture.size) * 72.0 / dotsPerInch, QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(picture.title);
    return paintOn(writer, picture.draw);
}

bool writePng(QIODevice& out, const QImage& image, const std::optional<engine::Provenance>& made)
{
    QBuffer plain;
    plain.open(QIODevice::WriteOnly);
    return image.save(&plain, "PNG") && writeWith(out, plain.data(), engine::Format::Png, made);
}

bool writePng(QIODevice& out, const PaintedPicture& picture)
{
    constexpr double scale = 2; // pixels for each unit of the screen
    QImage image(picture.size * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::transparent);
    return paintOn(image, picture.draw) && writePng(out, image, picture.made);
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

bool write(QIODevice& out, CurveView& view, engine::Format format, const PictureSettings& settings)
{
    if (format == engine::Format::CsvCurve) {
        return writeCsv(out, view.runs().shownCurves());
    }
    if (format == engine::Format::Png) {
        return writePng(out, pictureOf(view, settings), settings.made);
    }
    const QSize size = settings.size;
    const PaintedPicture picture{
        .size = size,
        .title = QCoreApplication::translate("Curves", "Training curves"),
        .draw = [&](QCPPainter& painter) { view.toPainter(&painter, size.width(), size.height()); },
        .made = settings.made};
    bool written = false;
    view.drawFor(size.width(), groundOf(settings),
                 [&] { written = format == engine::Format::Svg ? writeSvg(out, picture) : writePdf(out, picture); });
    return written;
}

} // namespace

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
    std::string text = "run,iteration,seconds,units";
    for (const engine::CurveField& field : std::span(engine::curveFields).subspan(1)) {
        text += ',';
        text += field.key;
    }
    text += ",per_second,validation_loss";
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
        auto validation = run->validations().begin();
        const auto last = run->validations().end();
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

bool exportPlot(CurveView& view, engine::Format format, const PictureSettings& settings, const QString& file,
                QString* sentence)
{
    return saveWhole(
        file, [&](QIODevice& out) { return write(out, view, format, settings); }, sentence);
}

bool savePicture(const QString& file, engine::Format format, const PaintedPicture& picture, QString* sentence)
{
    return saveWhole(
        file,
        [&](QIODevice& out) {
            return format == engine::Format::Svg   ? writeSvg(out, picture)
                   : format == engine::Format::Pdf ? writePdf(out, picture)
                                                   : writePng(out, picture);
        },
        sentence);
}

ExportDialog::ExportDialog(CurveView& view, QWidget* parent)
    : QDialog(parent),
      m_view(view),
      m_format(new QComboBox),
      m_width(new editor::WholeBox),
      m_height(new editor::WholeBox),
      m_scale(new editor::RealBox),
      m_light(new QCheckBox(tr("&Light background, for print"))),
      m_note(editor::label({}, nullptr, editor::Look::Wraps | editor::Look::Plain))
{
    setWindowTitle(tr("Export curves"));
    for (const engine::Format picture : {engine::Format::Png, engine::Format::Svg, engine::Format::Pdf}) {
        m_format->addItem(nameOf(engine::fileFormat(picture)), static_cast<int>(picture));
    }
    m_format->addItem(tr("All points as a table (CSV)"), static_cast<int>(engine::Format::CsvCurve));
    for (QSpinBox* side : {m_width, m_height}) {
        side->setRange(200, 8'000);
        side->setSingleStep(50);
        side->setSuffix(tr(" px"));
    }
    m_width->setValue(view.width());
    m_height->setValue(view.height());
    m_scale->setRange(1, 4);
    m_scale->setDecimals(1);
    m_scale->setSingleStep(0.5);
    m_scale->setValue(2);
    m_scale->setPrefix(tr("× "));

    auto* form = new QFormLayout;
    form->addRow(tr("&Format"), m_format);
    form->addRow(tr("&Width"), m_width);
    form->addRow(tr("&Height"), m_height);
    form->addRow(tr("&Resolution"), m_scale);
    form->addRow(QString(), m_light);
    m_light->setVisible(editor::theme().dark);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* save = buttons->addButton(tr("Export…"), QDialogButtonBox::ActionRole);
    save->setDefault(true);
    QPushButton* copy = buttons->addButton(tr("Copy picture"), QDialogButtonBox::ActionRole);
    editor::inColumn(this, {form, m_note, editor::stretch(1), buttons});
    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::showFields);
    connect(save, &QPushButton::clicked, this, &ExportDialog::exportFile);
    connect(copy, &QPushButton::clicked, this, &ExportDialog::copyImage);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    showFields();
}

engine::Format ExportDialog::format() const
{
    return static_cast<engine::Format>(m_format->currentData().toInt());
}

PictureSettings ExportDialog::settings() const
{
    return {.size = {m_width->value(), m_height->value()}, .scale = m_scale->value(), .onLight = m_light->isChecked()};
}

void ExportDialog::showFields()
{
    m_width->setEnabled(format() != engine::Format::CsvCurve);
    m_height->setEnabled(format() != engine::Format::CsvCurve);
    m_light->setEnabled(format() != engine::Format::CsvCurve);
    m_scale->setEnabled(format() == engine::Format::Png);
    say(format() == engine::Format::CsvCurve
            ? tr("Every point of the runs that are shown, unsmoothed, in nats per character.")
            : tr("What the plot shows now."));
}

void ExportDialog::exportFile()
{
    const engine::FileFormat& as = engine::fileFormat(format());
    const QString suggested = QString::fromStdString(engine::namedAs(tr("curves").toStdString(), as).string());
    const auto file = askForNewFile(this, windowTitle(), suggested, std::array{as.format});
    if (!file) {
        return;
    }
    QString sentence;
    try {
        if (m_check) {
            m_check(*file);
        }
        PictureSettings wish = settings();
        if (m_made && format() != engine::Format::CsvCurve) {
            wish.made = m_made();
        }
        if (exportPlot(m_view, as.format, wish, QString::fromStdString(file->string()), &sentence)) {
            accept();
            return;
        }
    } catch (const engine::Error& error) {
        sentence = editor::inWords(error);
    }
    say(sentence);
}

void ExportDialog::copyImage()
{
    QApplication::clipboard()->setImage(pictureOf(m_view, settings()));
    say(tr("The picture is on the clipboard."));
}

void ExportDialog::say(const QString& sentence)
{
    m_note->setText(sentence);
}

} // namespace studio

#include "moc_plot_export.cpp"
