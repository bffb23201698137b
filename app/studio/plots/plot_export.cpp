// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/plot_export.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/plots/curve_view.h"
#include "editor/document/sentence_words.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/widgets/parts.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/report.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <new>
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
#include <QSvgGenerator>
#include <string>

namespace studio {

namespace {

constexpr int dotsPerInch = 96;   ///< of the screen's units
constexpr int maxPixels = 16'000; ///< of a picture's side, which viewers open

template <class Number>
void add(std::string& row, std::optional<Number> number)
{
    row += ',';
    if (number) {
        char digits[64];
        row.append(digits, std::to_chars(std::begin(digits), std::end(digits), *number).ptr);
    }
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

/// Throws std::bad_alloc where there is no memory for the picture.
void paintOn(QPaintDevice& device, const PaintedPicture& picture)
{
    QCPPainter painter;
    if (!painter.begin(&device)) {
        throw std::bad_alloc();
    }
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic, device.devicePixelRatioF() != 1); // pens of no width have one unit
    picture.draw(painter);
}

std::string svgOf(const PaintedPicture& picture)
{
    QBuffer bytes;
    QSvgGenerator generator;
    generator.setOutputDevice(&bytes);
    generator.setSize(picture.size);
    generator.setViewBox(QRect({}, picture.size));
    generator.setResolution(dotsPerInch);
    generator.setTitle(picture.title);
    paintOn(generator, picture);
    return bytes.data().toStdString();
}

std::string pdfOf(const PaintedPicture& picture)
{
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    QPdfWriter writer(&bytes);
    writer.setCreator(QStringLiteral("Hamnet"));
    writer.setResolution(dotsPerInch);
    writer.setPageSize(QPageSize(QSizeF(picture.size) * 72.0 / dotsPerInch, QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(picture.title);
    paintOn(writer, picture);
    return bytes.data().toStdString();
}

std::string pngOf(const QImage& image)
{
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    if (!image.save(&bytes, "PNG")) {
        throw std::bad_alloc();
    }
    return bytes.data().toStdString();
}

/// Coarser where it would be too large.
QImage imageOf(const PaintedPicture& picture)
{
    const double side = std::max({1, picture.size.width(), picture.size.height()});
    const double scale = std::min(picture.scale, maxPixels / side);
    QImage image(picture.size * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::transparent);
    paintOn(image, picture);
    return image;
}

} // namespace

QImage pictureOf(CurveView& view, QSize size, double scale, bool onLight)
{
    QImage picture;
    const auto ground = onLight ? CurveView::Ground::Light : CurveView::Ground::AsShown;
    view.drawFor(static_cast<int>(size.width() * scale), ground,
                 [&] { picture = view.toPixmap(size.width(), size.height(), scale).toImage(); });
    return picture;
}

std::string csvOf(std::span<const RunCurves* const> runs)
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
    for (const RunCurves* run : runs) {
        const std::string name = engine::csvField(run->name());
        auto validation = run->validations().begin();
        for (std::size_t next = 0; next < run->points().size() || validation != run->validations().end();) {
            const std::int64_t point = next < run->points().size() ? run->points().iteration(next) : INT64_MAX;
            const std::int64_t validated = validation != run->validations().end() ? validation->iteration : INT64_MAX;
            const std::int64_t iteration = std::min(point, validated);
            const bool isPoint = point == iteration, isValidated = validated == iteration;
            text += name;
            add(text, std::optional(iteration));
            for (const Along along : {Along::Time, Along::Characters}) {
                add(text, std::optional(run->places(along).of(iteration)));
            }
            for (const Measure measure : measures) {
                if (isOfSteps(measure)) {
                    add(text, isPoint ? std::optional(run->value(measure, next)) : std::nullopt);
                }
            }
            add(text, isValidated ? std::optional(validation->loss) : std::nullopt);
            for (const std::string& metric : metrics) {
                const auto* const found = isValidated ? engine::findMetric(validation->metrics, metric) : nullptr;
                add(text, found ? std::optional(found->value) : std::nullopt);
            }
            text += '\n';
            next += isPoint ? 1 : 0;
            validation += isValidated ? 1 : 0;
        }
    }
    return text;
}

/// With what made it in it; a PDF keeps none.
void savePicture(const std::filesystem::path& file, engine::Format format, const PaintedPicture& picture)
{
    const std::string bytes = format == engine::Format::Svg   ? svgOf(picture)
                              : format == engine::Format::Pdf ? pdfOf(picture)
                                                              : pngOf(imageOf(picture));
    const bool isKept = picture.made && format != engine::Format::Pdf;
    engine::writeFileBytes(file, isKept ? engine::withProvenance(bytes, format, *picture.made) : bytes);
}

ExportDialog::ExportDialog(CurveView& view, QWidget* parent, std::function<engine::Provenance()> made,
                           std::function<void(const std::filesystem::path& file)> check)
    : QDialog(parent),
      m_view(view),
      m_made(std::move(made)),
      m_check(std::move(check)),
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
    editor::described(buttons->addButton(tr("Export…"), QDialogButtonBox::ActionRole), {}, this,
                      &ExportDialog::exportFile)
        ->setDefault(true);
    editor::described(buttons->addButton(tr("Copy picture"), QDialogButtonBox::ActionRole), {}, this, [this] {
        QApplication::clipboard()->setImage(pictureOf(m_view, size(), m_scale->value(), m_light->isChecked()));
        m_note->setText(tr("The picture is on the clipboard."));
    });
    editor::inColumn(this, {form, m_note, editor::stretch(1), buttons});
    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::showFields);
    editor::described(buttons->button(QDialogButtonBox::Close), {}, this, &QDialog::reject);
    showFields();
}

engine::Format ExportDialog::format() const
{
    return static_cast<engine::Format>(m_format->currentData().toInt());
}

QSize ExportDialog::size() const
{
    return {m_width->value(), m_height->value()};
}

void ExportDialog::showFields()
{
    const bool isTable = format() == engine::Format::CsvCurve;
    for (QWidget* field : std::initializer_list<QWidget*>{m_width, m_height, m_light}) {
        field->setEnabled(!isTable);
    }
    m_scale->setEnabled(format() == engine::Format::Png);
    m_note->setText(isTable ? tr("Every point of the runs that are shown, unsmoothed, in nats per character.")
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
    try {
        if (m_check) {
            m_check(*file);
        }
        if (as.format == engine::Format::CsvCurve) {
            engine::writeFileBytes(*file, csvOf(m_view.runs().shownCurves()));
        } else {
            PaintedPicture picture{
                .size = size(),
                .title = QCoreApplication::translate("Curves", "Training curves"),
                .draw = [this](QCPPainter& painter) { m_view.toPainter(&painter, size().width(), size().height()); },
                .scale = m_scale->value()};
            if (m_made) {
                picture.made = m_made();
            }
            const double pixels = as.format == engine::Format::Png ? picture.scale : 1;
            m_view.drawFor(static_cast<int>(size().width() * pixels),
                           m_light->isChecked() ? CurveView::Ground::Light : CurveView::Ground::AsShown,
                           [&] { savePicture(*file, as.format, picture); });
        }
        accept();
    } catch (const std::exception& error) {
        m_note->setText(editor::inWords(error));
    }
}

} // namespace studio

#include "moc_plot_export.cpp"
