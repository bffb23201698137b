// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/image_page.h"

#include "app/studio/files/file_dialogs.h"
#include "app/studio/trying/chance_bars.h"
#include "app/studio/trying/draw_field.h"
#include "app/studio/trying/own_samples.h"
#include "app/studio/trying/read_picture.h"
#include "app/studio/trying/try_page.h"
#include "app/studio/trying/verdict_view.h"
#include "editor/document/sentence_words.h"
#include "editor/panels/calculating_box.h"
#include "editor/panels/flow_layout.h"
#include "engine/data/picture.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <QBuffer>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QRandomGenerator>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

namespace studio {
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

const std::vector<std::int32_t>& heldOut(const engine::Samples& samples)
{
    for (const engine::Split part : {engine::Split::Test, engine::Split::Validation}) {
        if (!samples.part(part).empty()) {
            return samples.part(part);
        }
    }
    return samples.part(engine::Split::Train);
}

} // namespace

ImagePage::ImagePage(QWidget* parent) : TryPage(parent)
{
    auto* across = new QHBoxLayout(this);
    across->setContentsMargins(0, 0, 0, 0);
    auto* left = new QVBoxLayout;
    m_field = new DrawField(this);
    setFocusProxy(m_field);
    left->addWidget(m_field, 1);
    left->addWidget(makeTools());
    across->addLayout(left, 5);
    auto* right = new QVBoxLayout;
    m_read = new ReadPicture(this);
    m_verdict = new VerdictView(this);
    m_truth = new QLabel(this);
    m_truth->setObjectName(QStringLiteral("truth"));
    m_truth->setForegroundRole(QPalette::PlaceholderText);
    m_truth->setMinimumHeight(fontMetrics().height());
    QSizePolicy kept = m_truth->sizePolicy();
    kept.setRetainSizeWhenHidden(true); // so that nothing moves as it comes and goes
    m_truth->setSizePolicy(kept);
    right->addWidget(m_truth);
    right->addWidget(m_verdict, 1);
    across->addWidget(m_read, 5);
    across->addLayout(right, 3);
    connect(m_field, &DrawField::drawn, this, &ImagePage::ask);
    connect(m_verdict, &VerdictView::markerMoved, this, &ImagePage::moveTo);
    connect(m_read, &ReadPicture::moved, this, [this](int steps) {
        const std::vector<std::int64_t>& ends = m_verdict->reading().ends;
        m_verdict->setMarker(static_cast<int>(std::ranges::lower_bound(ends, steps) - ends.begin()));
    });
}

QWidget* ImagePage::makeTools()
{
    auto* tools = new QWidget(this);
    m_eraser = toolButton(tr("Eraser"), QStringLiteral("close"),
                          tr("Take away instead of drawing; so does the right mouse button"), tools);
    m_eraser->setObjectName(QStringLiteral("eraser"));
    m_eraser->setCheckable(true);
    m_undo = toolButton(tr("Undo"), QStringLiteral("undo"), tr("Take back the last stroke"), tools);
    m_undo->setObjectName(QStringLiteral("undoStroke"));
    m_clear = toolButton(tr("Clear"), QStringLiteral("delete"), tr("An empty field"), tools);
    m_clear->setObjectName(QStringLiteral("clearField"));
    m_brush = new QSlider(Qt::Horizontal, tools);
    m_brush->setRange(6, 30);
    m_brush->setValue(13);
    m_brush->setAccessibleName(tr("Width of the brush"));
    m_brush->setToolTip(m_brush->accessibleName());
    m_centre = new QCheckBox(tr("Scale and centre as MNIST"), tools);
    m_centre->setObjectName(QStringLiteral("centre"));
    m_centre->setToolTip(tr("Fits what is drawn into 20 of 28 pixels and puts its centre of mass into the middle, as "
                            "the images of MNIST were made. Samples of the data stay as they are."));
    m_sample = new editor::WholeBox(tools);
    m_sample->setObjectName(QStringLiteral("sample"));
    m_sample->setMinimum(1);
    m_sample->setPrefix(tr("Sample "));
    m_sample->setToolTip(tr("Begin from an image that the net did not learn from"));
    m_random = toolButton(tr("Any"), QStringLiteral("random"), tr("Another sample, at random"), tools);
    m_random->setObjectName(QStringLiteral("anySample"));
    m_classes = new QMenu(tools);
    m_save = menuButton(tr("Save as"), QStringLiteral("save"),
                        tr("Save the image as a PNG in the folder of a class, to learn from or to drop here again"),
                        m_classes, tools);
    auto* row = new editor::FlowLayout(tools);
    for (QWidget* tool :
         std::initializer_list<QWidget*>{m_eraser, m_undo, m_clear, m_brush, m_sample, m_random, m_save, m_centre}) {
        row->addWidget(tool);
    }
    connect(m_eraser, &QToolButton::toggled, m_field, &DrawField::setErasing);
    connect(m_undo, &QToolButton::clicked, m_field, &DrawField::undo);
    connect(m_clear, &QToolButton::clicked, m_field, &DrawField::clear);
    connect(m_brush, &QSlider::valueChanged, this, [this] { setBrush(); });
    connect(m_centre, &QCheckBox::toggled, this, &ImagePage::ask);
    connect(m_sample, &QSpinBox::valueChanged, this, &ImagePage::takeSample);
    connect(m_random, &QToolButton::clicked, this, [this] {
        const int number = QRandomGenerator::global()->bounded(m_sample->maximum()) + 1;
        if (number == m_sample->value()) {
            takeSample(number);
        }
        m_sample->setValue(number);
    });
    return tools;
}

/// As wide in an image of any size.
void ImagePage::setBrush()
{
    constexpr double side = 28;
    m_field->setRadius(m_brush->value() / double{brushParts} * m_field->drawing().size().width() / side);
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
    fillWithClasses(*m_classes, net.facts.classes, [this](const std::string& name) {
        const QString folder = askForFolder(this, tr("Folder with a folder for each class"));
        if (!folder.isEmpty()) {
            save(folder.toStdString(), name);
        }
    });
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
    m_field->setBase(m_darkOnLight ? negative(image) : image.copy()); // the picture's pixels go
    return true;
}

std::string ImagePage::made() const
{
    if (m_field->drawing().isEmpty()) {
        return m_wanted;
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    imageCentred().save(&buffer, "PNG");
    return bytes.toStdString();
}

void ImagePage::makeAgain(const std::string& made)
{
    m_field->clear();
    m_wanted = made;
}

QImage ImagePage::imageCentred() const
{
    const DrawnImage& drawing = m_field->drawing();
    return m_centre->isChecked() && drawing.isOwn() ? centred(drawing.image()) : drawing.image();
}

QImage ImagePage::imageRead() const
{
    return m_darkOnLight ? negative(imageCentred()) : imageCentred();
}

void ImagePage::save(const std::filesystem::path& folder, const std::string& ofClass)
{
    try {
        emit noted(tr("Saved as %1").arg(QString::fromStdString(savePicture(imageRead(), folder, ofClass).string())));
    } catch (const engine::Error& error) {
        emit noted(editor::inWords(error));
    }
}

void ImagePage::ask()
{
    const QImage image = imageRead();
    m_read->setImage(image, m_net.settings.columns);
    m_truth->setVisible(!m_field->drawing().isOwn() && !m_field->drawing().hasStrokes());
    m_undo->setEnabled(!m_field->drawing().isEmpty());
    m_clear->setEnabled(!m_field->drawing().isEmpty());
    m_save->setEnabled(!m_field->drawing().isEmpty());
    if (m_field->drawing().isEmpty()) {
        m_verdict->setReading({});
        m_read->setReading({}, {});
        moveTo(-1);
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
    if (!m_field->drawing().isEmpty()) { // else it was cleared meanwhile
        m_verdict->setReading(answer.reading);
        m_read->setReading(answer.reading, m_net.facts.classes);
        moveTo(m_verdict->marker());
    }
}

void ImagePage::moveTo(int end)
{
    m_read->setRead(end < 0 ? static_cast<int>(m_net.facts.steps)
                            : static_cast<int>(m_verdict->reading().ends[static_cast<std::size_t>(end)]));
}

} // namespace studio

#include "moc_image_page.cpp"
