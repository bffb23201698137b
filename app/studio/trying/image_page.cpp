// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/image_page.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/trying/verdict_view.h"
#include "editor/looks/theme.h"
#include "editor/panels/calculating_box.h"
#include "editor/panels/flow_layout.h"
#include "editor/widgets/parts.h"
#include "engine/data/picture.h"
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/formats/exchange/file_bytes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <QBuffer>
#include <QCheckBox>
#include <QKeyEvent>
#include <QPainter>
#include <QRandomGenerator>
#include <QSlider>
#include <QToolButton>
#include <utility>

namespace studio {

namespace {

QImage black(QSize size)
{
    QImage image(size, QImage::Format_Grayscale8);
    image.fill(0);
    return image;
}

/// The pixels that are not black.
QRect inked(const QImage& image)
{
    QRect all;
    for (int row = 0; row < image.height(); ++row) {
        const uchar* const shades = image.constScanLine(row);
        for (int column = 0; column < image.width(); ++column) {
            if (shades[column] > 0) {
                all |= QRect(column, row, 1, 1);
            }
        }
    }
    return all;
}

QPointF centreOfMass(const QImage& image)
{
    double mass = 0;
    QPointF sum;
    for (int row = 0; row < image.height(); ++row) {
        const uchar* const shades = image.constScanLine(row);
        for (int column = 0; column < image.width(); ++column) {
            mass += shades[column];
            sum += shades[column] * QPointF(column + 0.5, row + 0.5);
        }
    }
    return mass > 0 ? sum / mass : QPointF();
}

} // namespace

QImage centred(const QImage& image)
{
    const QRect ink = inked(image);
    if (ink.isEmpty()) {
        return image;
    }
    constexpr int inside = 20, outside = 28;
    const QSize room = image.size() * inside / outside;
    const QImage cut = image.copy(ink)
                           .scaled(room, Qt::KeepAspectRatio, Qt::SmoothTransformation)
                           .convertToFormat(QImage::Format_Grayscale8);
    const QPointF shift = QPointF(image.width(), image.height()) / 2 - centreOfMass(cut);
    QImage result = black(image.size());
    QPainter painter(&result);
    painter.drawImage(shift.toPoint(), cut);
    return result;
}

DrawField::DrawField(QWidget* parent) : QWidget(parent), m_image(black({28, 28}))
{
    setCursor(Qt::CrossCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Drawing field"));
    setAccessibleDescription(tr("Arrows move the brush, Space lowers and lifts it"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void DrawField::setSize(QSize size)
{
    if (size != m_image.size()) {
        m_image = black(size);
        m_brush = QPointF(size.width(), size.height()) / 2;
        clear();
    }
}

void DrawField::setBase(const QImage& image)
{
    m_past.clear();
    m_hasBase = !image.isNull();
    replace(!m_hasBase ? black(m_image.size())
                       : image.convertToFormat(QImage::Format_Grayscale8)
                             .scaled(m_image.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                             .convertToFormat(QImage::Format_Grayscale8));
}

void DrawField::setInverted(bool inverted)
{
    m_inverted = inverted;
    update();
}

void DrawField::undo()
{
    if (m_past.empty()) {
        clear();
    } else {
        const QImage before = m_past.back();
        m_past.pop_back();
        replace(before);
    }
}

void DrawField::clear()
{
    setBase({});
}

void DrawField::begin(QPointF pixel, bool erases)
{
    m_isDrawing = true;
    m_takesAway = erases;
    m_past.push_back(m_image);
    m_stroke.clear();
    lead(pixel);
}

/// The whole stroke is painted again, so that its parts do not cover each other's edges.
void DrawField::lead(QPointF pixel)
{
    m_stroke.push_back(pixel);
    m_image = m_past.back();
    QPainter painter(&m_image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_takesAway ? Qt::black : Qt::white, 2 * m_radius, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (m_stroke.count(m_stroke.front()) == m_stroke.size()) {
        painter.drawPoint(m_stroke.front()); // a line of no length is not drawn
    } else {
        painter.drawPolyline(m_stroke);
    }
    painter.end();
    update();
    emit drawn();
}

/// The stroke under way may be gone.
void DrawField::replace(const QImage& image)
{
    m_isDrawing = false;
    m_image = image;
    update();
    emit drawn();
}

QRect DrawField::field() const
{
    return {QPoint(), m_image.size().scaled(size(), Qt::KeepAspectRatio)};
}

QPointF DrawField::pixelAt(QPointF point) const
{
    const QRectF place = field();
    return {(point.x() - place.left()) * m_image.size().width() / place.width(),
            (point.y() - place.top()) * m_image.size().height() / place.height()};
}

void DrawField::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const QPointF step = key == Qt::Key_Left    ? QPointF(-1, 0)
                         : key == Qt::Key_Right ? QPointF(1, 0)
                         : key == Qt::Key_Up    ? QPointF(0, -1)
                         : key == Qt::Key_Down  ? QPointF(0, 1)
                                                : QPointF();
    if (key == Qt::Key_Space && !m_isDrawing) {
        begin(m_brush, m_erases);
    } else if (key == Qt::Key_Space) {
        m_isDrawing = false;
        update();
    } else if (step.isNull()) {
        QWidget::keyPressEvent(event);
    } else {
        const QSize size = m_image.size();
        m_brush = {std::clamp(m_brush.x() + step.x(), 0.0, double(size.width())),
                   std::clamp(m_brush.y() + step.y(), 0.0, double(size.height()))};
        if (m_isDrawing) {
            lead(m_brush);
        }
        update();
    }
}

void DrawField::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton || event->button() == Qt::RightButton) {
        begin(pixelAt(event->position()), m_erases || event->button() == Qt::RightButton);
    }
}

void DrawField::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isDrawing) {
        lead(pixelAt(event->position()));
    }
}

void DrawField::mouseReleaseEvent(QMouseEvent*)
{
    m_isDrawing = false;
}

void DrawField::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    QImage image = m_image;
    if (m_inverted) {
        image.invertPixels();
    }
    painter.drawImage(field(), image);
    painter.setPen(hasFocus() ? theme.accent : theme.nodeBorder);
    painter.drawRect(field().adjusted(0, 0, -1, -1));
    if (isEmpty()) {
        painter.setPen(m_inverted ? Qt::black : Qt::white);
        painter.drawText(field(), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Draw here") + (hasFocus() ? u'\n' + accessibleDescription() : QString()));
    }
    if (hasFocus()) {
        const double scale = double(field().width()) / m_image.size().width();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.accent, m_isDrawing ? 3 : 1.5));
        painter.drawEllipse(m_brush * scale, m_radius * scale, m_radius * scale);
    }
}

namespace {

constexpr int gap = 8; ///< between the image and the chances

} // namespace

ReadPicture::ReadPicture(VerdictView& verdict, QWidget* parent) : QWidget(parent), m_verdict(verdict)
{
    connect(&verdict, &VerdictView::told, this, qOverload<>(&QWidget::update));
    setAccessibleName(tr("The image as the net reads it"));
    setToolTip(tr("What the net reads, step by step, and the chance of each class after each step: drag the marker"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ReadPicture::setImage(const QImage& image, bool byColumns)
{
    m_image = image;
    m_byColumns = byColumns;
    update();
}

QRect ReadPicture::field() const
{
    const QSize room =
        m_byColumns ? QSize(width(), (height() - gap) * 2 / 3) : QSize((width() - gap) * 2 / 3, height());
    return {QPoint(), m_image.size().scaled(room, Qt::KeepAspectRatio)};
}

QRect ReadPicture::barOf(int steps) const
{
    const QRect place = field();
    const auto edge = [&](int step) {
        return m_byColumns ? place.width() * step / this->steps() : place.height() * step / this->steps();
    };
    const int across = (m_byColumns ? place.height() : place.width()) / 2;
    return m_byColumns ? QRect(edge(steps - 1), place.height() + gap, edge(steps) - edge(steps - 1), across)
                       : QRect(place.width() + gap, edge(steps - 1), across, edge(steps) - edge(steps - 1));
}

/// The classes in their order. One that leads is named once, in the middle of the steps after which it does.
void ReadPicture::paintChances(QPainter& painter) const
{
    std::vector<std::size_t> leading;
    std::vector<QRectF> parts; // of the leading classes
    const engine::StepReading& reading = m_verdict.reading();
    for (std::size_t end = 0; end < reading.ends.size(); ++end) {
        const QRectF bar = barOf(static_cast<int>(reading.ends[end]));
        const std::span<const float> chances = reading.chancesAt(end);
        leading.push_back(static_cast<std::size_t>(std::ranges::max_element(chances) - chances.begin()));
        double from = 0;
        for (std::size_t number = 0; number < chances.size(); ++number) {
            const auto share = static_cast<double>(chances[number]);
            const QRectF part =
                m_byColumns ? QRectF(bar.left(), bar.bottom() - (from + share) * bar.height(), bar.width(),
                                     share * bar.height())
                            : QRectF(bar.left() + from * bar.width(), bar.top(), share * bar.width(), bar.height());
            painter.fillRect(part, classBrush(number));
            if (number == leading.back()) {
                parts.push_back(part);
            }
            from += share;
        }
    }
    painter.setPen(editor::theme().canvas);
    for (std::size_t first = 0, end = 0; end < leading.size(); ++end) {
        if (end + 1 < leading.size() && leading[end + 1] == leading[first]) {
            continue;
        }
        const QString name = classText(m_verdict.classes(), leading[first]);
        QRectF room = painter.fontMetrics().boundingRect(name);
        const QRectF middle = parts[(first + end) / 2], all = parts[first].united(parts[end]);
        room.moveCenter(m_byColumns ? QPointF(all.center().x(), middle.center().y())
                                    : QPointF(middle.center().x(), all.center().y()));
        if (room.width() <= (m_byColumns ? all : middle).width() &&
            room.height() <= (m_byColumns ? middle : all).height()) {
            painter.drawText(room, Qt::AlignCenter | Qt::TextDontClip, name);
        }
        first = end + 1;
    }
}

void ReadPicture::moveTo(QPoint to)
{
    const QRect place = field();
    const int behind = m_byColumns ? to.x() - place.left() : to.y() - place.top();
    const int length = std::max(1, m_byColumns ? place.width() : place.height());
    const std::vector<std::int64_t>& ends = m_verdict.reading().ends;
    const auto end = std::ranges::lower_bound(ends, behind * steps() / length + 1);
    m_verdict.setMarker(static_cast<int>(end - ends.begin()));
}

void ReadPicture::paintEvent(QPaintEvent*)
{
    if (m_image.isNull()) {
        return;
    }
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    const QRect place = field(), chart = barOf(1).united(barOf(steps()));
    painter.drawImage(place, m_image);
    paintChances(painter);
    const int end = m_verdict.marker();
    const int read = end < 0 ? steps() : static_cast<int>(m_verdict.reading().ends[static_cast<std::size_t>(end)]);
    QRect rest = place.united(chart);
    if (m_byColumns) {
        rest.setLeft(place.left() + place.width() * read / steps());
    } else {
        rest.setTop(place.top() + place.height() * read / steps());
    }
    if (read < steps()) {
        constexpr int veil = 170;
        for (const QRect& part : {rest & place, rest & chart}) {
            painter.fillRect(part, QColor(128, 128, 128, veil));
        }
        painter.setPen(QPen(theme.accent, 2));
        painter.drawLine(rest.topLeft(), m_byColumns ? rest.bottomLeft() : rest.topRight());
    }
    painter.setPen(theme.nodeBorder);
    painter.drawRect(place.adjusted(0, 0, -1, -1));
    painter.drawRect(chart.adjusted(0, 0, -1, -1));
}

namespace {

constexpr int brushParts = 10; ///< of a pixel of 28: the steps of the brush's slider

QSize sizeOf(const TrialNet& net)
{
    const int steps = static_cast<int>(net.facts.steps), width = static_cast<int>(net.facts.width);
    return net.settings.columns ? QSize(steps, width) : QSize(width, steps);
}

/// Whether the images are those of digits as MNIST has them.
bool isLikeMnist(const TrialNet& net)
{
    constexpr int side = 28;
    constexpr std::size_t digits = 10;
    return sizeOf(net) == QSize(side, side) && net.facts.classes.size() == digits && net.facts.classes.front() == "0";
}

/// A sample as it is seen, in shades of grey.
QImage imageOf(const engine::Samples& samples, std::int64_t sample, const TrialNet& net)
{
    QImage image(sizeOf(net), QImage::Format_Grayscale8);
    for (int row = 0; row < image.height(); ++row) {
        for (int column = 0; column < image.width(); ++column) {
            const float value =
                net.settings.columns ? samples.valueOf(sample, column, row) : samples.valueOf(sample, row, column);
            image.scanLine(row)[column] = static_cast<uchar>(std::lround(value / engine::pixelScale));
        }
    }
    return image;
}

double meanOf(const QImage& image)
{
    double sum = 0;
    for (int row = 0; row < image.height(); ++row) {
        sum += std::accumulate(image.constScanLine(row), image.constScanLine(row) + image.width(), 0.0);
    }
    return sum / (image.width() * image.height());
}

QImage negative(QImage image)
{
    image.invertPixels();
    return image;
}

std::string pngOf(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes.toStdString();
}

} // namespace

ImagePage::ImagePage(QWidget* parent) : TryPage(parent)
{
    m_field = new DrawField(this);
    setFocusProxy(m_field);
    auto* left = editor::inColumn({{m_field, 1}, makeTools()});
    m_verdict = new VerdictView(this);
    m_read = new ReadPicture(*m_verdict, this);
    m_truth = editor::label({}, this, editor::Look::Muted, "truth");
    m_truth->setMinimumHeight(fontMetrics().height());
    editor::keepRoom(*m_truth);
    auto* right = editor::inColumn({m_truth, {m_verdict, 1}});
    editor::inRow(this, {{left, 6}, {m_read, 7}, {right, 3}}, QMargins());
    connect(m_field, &DrawField::drawn, this, &ImagePage::ask);
}

QWidget* ImagePage::makeTools()
{
    auto* tools = new QWidget(this);
    m_eraser = toolButton(
        tr("Eraser"),
        {.name = "eraser", .tip = tr("Take away instead of drawing; so does the right mouse button"), .icon = "close"},
        tools, [this] { m_field->setErasing(m_eraser->isChecked()); });
    m_eraser->setCheckable(true);
    m_undo = toolButton(tr("Undo"), {.name = "undoStroke", .tip = tr("Take back the last stroke"), .icon = "undo"},
                        tools, [this] { m_field->undo(); });
    m_clear = toolButton(tr("Clear"), {.name = "clearField", .tip = tr("An empty field"), .icon = "delete"}, tools,
                         [this] { m_field->clear(); });
    m_brush = editor::described(new QSlider(Qt::Horizontal, tools), {.title = tr("Width of the brush")}, this,
                                &ImagePage::setBrush);
    m_brush->setRange(6, 30);
    m_brush->setValue(13);
    m_brush->setToolTip(m_brush->accessibleName());
    m_centre = editor::described(
        new QCheckBox(tr("Scale and centre as MNIST"), tools),
        {.name = "centre",
         .tip = tr("Fits what is drawn into 20 of 28 pixels and puts its centre of mass into the middle, as "
                   "the images of MNIST were made. Samples of the data stay as they are.")},
        this, &ImagePage::ask);
    m_sample = editor::described(new editor::WholeBox(tools),
                                 {.name = "sample", .tip = tr("Begin from an image that the net did not learn from")},
                                 this, &ImagePage::takeSample);
    m_sample->setMinimum(1);
    m_sample->setPrefix(tr("Sample "));
    m_random = toolButton(tr("Any"), {.name = "anySample", .tip = tr("Another sample, at random"), .icon = "random"},
                          tools, [this] {
                              const int number = QRandomGenerator::global()->bounded(m_sample->maximum()) + 1;
                              if (number == m_sample->value()) {
                                  takeSample(number);
                              }
                              m_sample->setValue(number);
                          });
    m_save = saveButton(tr("Save the image as a PNG in the folder of a class, to learn from or to drop here again"),
                        [this](const std::string& ofClass) {
                            const QString folder = askForFolder(this, tr("Folder with a folder for each class"));
                            if (!folder.isEmpty()) {
                                save(folder.toStdString(), ofClass);
                            }
                        });
    auto* row = new editor::FlowLayout(tools);
    for (QWidget* tool :
         std::initializer_list<QWidget*>{m_eraser, m_undo, m_clear, m_brush, m_sample, m_random, m_save, m_centre}) {
        row->addWidget(tool);
    }
    return tools;
}

/// As wide in an image of any size.
void ImagePage::setBrush()
{
    constexpr double side = 28;
    m_field->setRadius(m_brush->value() / double{brushParts} * m_field->image().size().width() / side);
}

void ImagePage::setNet(const TrialNet& net)
{
    const bool isOther = net.facts.classes != m_net.facts.classes || net.facts.digest != m_net.facts.digest;
    m_net = net;
    if (isOther) {
        m_centre->setChecked(isLikeMnist(net));
        m_darkOnLight = false;
        m_field->setInverted(false);
    }
    m_field->setSize(sizeOf(net));
    if (const auto bytes = QByteArray::fromStdString(std::exchange(m_wanted, {})); !bytes.isEmpty()) {
        m_field->setBase(QImage::fromData(bytes, "PNG"));
    }
    setBrush();
    m_verdict->setClasses(net.facts.classes);
    ask();
}

void ImagePage::setSamples(const engine::NamedSamples* samples)
{
    m_samples = samples;
    const std::size_t count = samples ? heldOut(samples->samples).size() : 0;
    m_sample->setEnabled(count > 0);
    m_random->setEnabled(count > 0);
    const QSignalBlocker quiet(m_sample);
    m_sample->setMaximum(std::max(1, static_cast<int>(count)));
    if (count > 0) {
        constexpr double middle = 127;
        m_darkOnLight = meanOf(imageOf(samples->samples, heldOut(samples->samples).front(), m_net)) > middle;
        m_field->setInverted(m_darkOnLight);
    }
    ask();
}

void ImagePage::takeSample(int number)
{
    if (m_samples) {
        const std::int32_t sample = heldOut(m_samples->samples)[static_cast<std::size_t>(number - 1)];
        const QImage image = imageOf(m_samples->samples, sample, m_net);
        const float answer = m_samples->samples.answers[static_cast<std::size_t>(sample)];
        m_truth->setText(
            answer < 0 ? QString()
                       : tr("In the data: %1").arg(classText(m_net.facts.classes, static_cast<std::size_t>(answer))));
        m_verdict->moveMarkerToEnd(); // what is said of another image is said of all of it
        m_field->setBase(m_darkOnLight ? negative(image) : image);
    }
}

bool ImagePage::take(const std::filesystem::path& file)
{
    if (!engine::namesPicture(file)) {
        return false;
    }
    const engine::Picture picture = engine::readPicture(file);
    const QImage image(picture.pixels.data(), static_cast<int>(picture.width), static_cast<int>(picture.height),
                       static_cast<qsizetype>(picture.width), QImage::Format_Grayscale8);
    m_truth->clear();
    m_verdict->moveMarkerToEnd();
    m_field->setBase(m_darkOnLight ? negative(image) : image.copy()); // the picture's pixels go
    return true;
}

std::string ImagePage::made() const
{
    return m_field->isEmpty() ? m_wanted : pngOf(imageCentred());
}

void ImagePage::makeAgain(const std::string& made)
{
    m_field->clear();
    m_wanted = made;
}

QImage ImagePage::imageCentred() const
{
    return m_centre->isChecked() && m_field->isOwn() ? centred(m_field->image()) : m_field->image();
}

QImage ImagePage::imageRead() const
{
    return m_darkOnLight ? negative(imageCentred()) : imageCentred();
}

/// Below `folder`, which is made where it is missing, under a name that is free.
void ImagePage::save(const std::filesystem::path& folder, const std::string& ofClass)
{
    noteSaved([&] {
        engine::makeFolder(folder / ofClass);
        std::filesystem::path file;
        std::error_code unknown;
        for (int number = 1; file.empty() || std::filesystem::exists(file, unknown); ++number) {
            file = folder / ofClass / ("own_" + std::to_string(number) + ".png");
        }
        engine::writeFileBytes(file, pngOf(imageRead()));
        return tr("Saved as %1").arg(QString::fromStdString(file.string()));
    });
}

void ImagePage::ask()
{
    const QImage image = imageRead();
    m_read->setImage(image, m_net.settings.columns);
    m_truth->setVisible(!m_field->isOwn() && !m_field->hasStrokes());
    m_undo->setEnabled(!m_field->isEmpty());
    m_clear->setEnabled(!m_field->isEmpty());
    m_save->setEnabled(!m_field->isEmpty());
    if (m_field->isEmpty()) {
        m_verdict->setReading({});
        return;
    }
    TrialQuestion question;
    for (int step = 0; step < static_cast<int>(m_net.facts.steps); ++step) {
        for (int place = 0; place < static_cast<int>(m_net.facts.width); ++place) {
            const uchar shade =
                m_net.settings.columns ? image.constScanLine(place)[step] : image.constScanLine(step)[place];
            question.sequence.push_back(static_cast<float>(shade) * engine::pixelScale);
        }
    }
    emit asked(question);
}

void ImagePage::setAnswer(const TrialAnswer& answer)
{
    if (!m_field->isEmpty()) { // else it was cleared meanwhile
        m_verdict->setReading(answer.reading);
    }
}

} // namespace studio

#include "moc_image_page.cpp"
