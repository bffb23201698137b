// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/sequence_preview.h"

#include "app/studio/panels/parts.h"
#include "app/studio/sequences/series_plot.h"
#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <cmath>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QStackedWidget>
#include <QToolTip>
#include <QTreeWidget>

namespace studio {

namespace {

constexpr int maxLines = 4; ///< of one text; the rest is in its tip
constexpr int lineGap = 4;  ///< units

} // namespace

WrappedText::WrappedText(QTreeView& tree) : QStyledItemDelegate(&tree), m_tree(tree)
{
    tree.setUniformRowHeights(false);
    tree.setItemDelegateForColumn(0, this);
    // How high a row is follows from how wide the column is.
    connect(tree.header(), &QHeaderView::sectionResized, &tree, [&tree](int column) {
        if (column == 0) {
            tree.doItemsLayout();
        }
    });
}

QSize WrappedText::sizeHint(const QStyleOptionViewItem& given, const QModelIndex& index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    int indents = m_tree.rootIsDecorated() ? 1 : 0;
    for (QModelIndex parent = index.parent(); parent.isValid(); parent = parent.parent()) {
        ++indents;
    }
    const bool alone = m_tree.isFirstColumnSpanned(index.row(), index.parent());
    const int margin = 1 + QApplication::style()->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, &m_tree);
    const int width = (alone ? m_tree.viewport()->width() : m_tree.columnWidth(0)) - indents * m_tree.indentation();
    const QRect words = option.fontMetrics.boundingRect(QRect(0, 0, std::max(1, width - 2 * margin), 100'000),
                                                        Qt::TextWordWrap, option.text);
    const int line = option.fontMetrics.height();
    return {0, std::clamp(words.height(), line, maxLines * line) + lineGap};
}

void WrappedText::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->features |= QStyleOptionViewItem::WrapText;
}

namespace {

constexpr int shownOfClass = 3;
constexpr std::size_t shownClasses = 200; ///< more than one looks through
enum ItemPlace { Text, Count };

} // namespace

QString lineOf(const engine::Samples& samples, std::int64_t sample)
{
    std::vector<std::int32_t> ids;
    for (std::int64_t t = 0; t < samples.lengthOf(sample); ++t) {
        ids.push_back(static_cast<std::int32_t>(std::lround(samples.valueOf(sample, t, 0))));
    }
    return QString::fromStdString(samples.vocabulary.decode(ids));
}

namespace {

constexpr int side = 48; ///< units of a picture's longer edge
constexpr int gap = 6;
constexpr int maxWords = 4 * side; ///< units of the words below a picture
constexpr int wrongRole = Qt::UserRole;

} // namespace

QImage pictureOf(const engine::Samples& samples, std::int64_t sample)
{
    const auto steps = static_cast<int>(samples.lengthOf(sample)), width = static_cast<int>(samples.layout.width);
    float least = HUGE_VALF, most = -HUGE_VALF;
    for (int t = 0; t < steps; ++t) {
        for (int i = 0; i < width; ++i) {
            least = std::min(least, samples.valueOf(sample, t, i));
            most = std::max(most, samples.valueOf(sample, t, i));
        }
    }
    QImage image(width, steps, QImage::Format_Grayscale8);
    for (int t = 0; t < steps; ++t) {
        uchar* const row = image.scanLine(t);
        for (int i = 0; i < width; ++i) {
            const float share = most > least ? (samples.valueOf(sample, t, i) - least) / (most - least) : 0.0F;
            row[i] = static_cast<uchar>(std::lround(255 * share));
        }
    }
    return image;
}

SamplePictures::SamplePictures(QWidget* parent) : QListWidget(parent)
{
    setViewMode(QListView::IconMode);
    setMovement(QListView::Static);
    setResizeMode(QListView::Adjust);
    setSelectionMode(QAbstractItemView::NoSelection);
    setFocusPolicy(Qt::NoFocus); // nothing can be chosen
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    setFrameShape(QFrame::NoFrame);
    viewport()->setAutoFillBackground(false);
    setIconSize({side, side});
    setSpacing(gap);
    editor::onNewLooks(this, [this] {
        for (int row = 0; row < count(); ++row) {
            if (item(row)->data(wrongRole).toBool()) {
                item(row)->setForeground(editor::theme().error);
            }
        }
    });
}

void SamplePictures::updateGeometries()
{
    QListWidget::updateGeometries();
    setMinimumHeight(std::max(contentsSize().height(), 0)); // -1 without pictures
}

void SamplePictures::setPictures(const std::vector<Picture>& pictures)
{
    clear();
    QStringList words;
    for (const Picture& picture : pictures) {
        QPixmap frame(QSize(side, side) * devicePixelRatioF());
        frame.setDevicePixelRatio(devicePixelRatioF());
        frame.fill(Qt::black);
        QRect where(QPoint(), picture.image.size().scaled(side, side, Qt::KeepAspectRatio));
        where.moveCenter(QRect(0, 0, side, side).center());
        QPainter(&frame).drawImage(where, picture.image);
        const QString below = fontMetrics().elidedText(picture.words, Qt::ElideRight, maxWords);
        auto* item = new QListWidgetItem(frame, below, this);
        item->setData(Qt::AccessibleTextRole, picture.words);
        item->setData(wrongRole, picture.wrong);
        item->setToolTip(picture.tip.isEmpty() ? picture.words : picture.tip);
        if (picture.wrong) {
            item->setForeground(editor::theme().error);
        }
        words += item->toolTip();
    }
    setAccessibleDescription(words.join(QStringLiteral("; ")));
}

namespace {

constexpr int picturesOfClass = 2;       ///< pictures
constexpr std::size_t maxPictures = 24;  ///< of all classes
constexpr std::int64_t maxPoints = 4000; ///< of the series' picture

} // namespace

SequencePreview::SequencePreview(QWidget* parent)
    : QWidget(parent),
      m_title(sectionTitle({}, this)),
      m_stack(new QStackedWidget(this)),
      m_lines(
          editor::described(new QTreeWidget(m_stack), {.name = "lines", .title = tr("The first lines of each class")})),
      m_pictures(editor::described(new SamplePictures(m_stack), {.title = tr("Some of the sequences")})),
      m_series(editor::described(new SeriesPlot(m_stack), {.title = tr("The column to predict")}))
{
    m_lines->setHeaderLabels({tr("Class and its first lines"), tr("Lines")});
    m_lines->header()->setStretchLastSection(false);
    m_lines->header()->setSectionResizeMode(Text, QHeaderView::Stretch);
    m_lines->header()->setSectionResizeMode(Count, QHeaderView::ResizeToContents);
    m_lines->setMinimumSize(20 * fontMetrics().averageCharWidth(), 14 * fontMetrics().height());
    new WrappedText(*m_lines);
    m_series->setMinimumHeight(12 * fontMetrics().height());
    for (QWidget* picture : std::initializer_list<QWidget*>{m_pictures, m_series, m_lines}) {
        m_stack->addWidget(picture);
    }
    editor::inColumn(this, {m_title, {m_stack, 1}}, QMargins());
}

void SequencePreview::show(const SequenceFacts& facts, Steps steps)
{
    m_pictures->setPictures({});
    m_series->setCurves({});
    m_lines->clear();
    setVisible(facts.problem.isEmpty() && (facts.kind->ofCharacters ? showLines(facts)
                                           : facts.kind->ofColumns  ? showSeries(facts)
                                                                    : showPictures(facts, steps)));
}

/// How many lines each class has, and its first ones.
bool SequencePreview::showLines(const SequenceFacts& facts)
{
    const engine::Samples& samples = facts.samples;
    const std::vector<std::int64_t> counts = facts.countsOfClasses();
    const std::size_t classes = std::min(counts.size(), shownClasses);
    const auto all = static_cast<double>(std::max<std::int64_t>(samples.count(), 1));
    QFont bold = font();
    bold.setBold(true);
    const QLocale locale;
    std::vector<QTreeWidgetItem*> items;
    for (std::size_t index = 0; index < classes; ++index) {
        const QString share = locale.toString(100 * static_cast<double>(counts[index]) / all, 'f', 1);
        auto* item = new QTreeWidgetItem(m_lines);
        item->setText(Text, QString::fromStdString(samples.facts.classes[index]));
        item->setText(Count, tr("%1 (%2 %)").arg(locale.toString(static_cast<qlonglong>(counts[index])), share));
        item->setTextAlignment(Count, Qt::AlignRight | Qt::AlignVCenter);
        item->setFont(Text, bold);
        items.push_back(item);
    }
    std::size_t full = 0;
    for (std::int64_t sample = 0; sample < samples.count() && full < classes; ++sample) {
        const float answer = samples.answers[static_cast<std::size_t>(sample)];
        const auto index = static_cast<std::size_t>(answer);
        if (answer < 0 || index >= classes || items[index]->childCount() == shownOfClass) {
            continue;
        }
        auto* line = new QTreeWidgetItem(items[index]);
        line->setText(Text, lineOf(samples, sample));
        line->setToolTip(Text, line->text(Text));
        line->setFirstColumnSpanned(true);
        full += items[index]->childCount() == shownOfClass;
    }
    m_lines->expandAll();
    m_title->setText(tr("Number of lines of each class, and the first ones"));
    m_stack->setCurrentWidget(m_lines);
    return true;
}

/// A few of each class.
bool SequencePreview::showPictures(const SequenceFacts& facts, Steps steps)
{
    std::vector<SamplePictures::Picture> pictures;
    const engine::Samples& samples = facts.samples;
    const std::size_t classes = samples.facts.classes.size();
    if (classes > 0) {
        const std::size_t each = std::clamp<std::size_t>(maxPictures / classes, 1, picturesOfClass);
        std::vector<std::size_t> taken(classes);
        for (const std::int32_t sample : samples.part(engine::Split::Train)) {
            const auto label = static_cast<std::size_t>(samples.answers[static_cast<std::size_t>(sample)]);
            if (label < classes && taken[label] < each && pictures.size() < maxPictures) {
                ++taken[label];
                pictures.push_back({.image = pictureOf(samples, sample),
                                    .words = QString::fromStdString(samples.facts.classes[label]),
                                    .tip = {}});
            }
        }
    }
    if (pictures.empty()) {
        return false;
    }
    m_title->setText(steps == Steps::Columns ? tr("Some of them, one column of pixels per step")
                                             : tr("Some of them, one row of pixels per step"));
    m_stack->setCurrentWidget(m_pictures);
    m_pictures->setPictures(pictures);
    return true;
}

/// The column to predict, in the order of the table, with its parts.
bool SequencePreview::showSeries(const SequenceFacts& facts)
{
    const engine::Samples& samples = facts.samples;
    if (!samples.facts.classes.empty()) {
        return false;
    }
    const std::int64_t stride = std::max<std::int64_t>(1, samples.count() / maxPoints);
    // Several series lie one behind the other, so their times fall within a part.
    const auto falls = [&](const std::vector<std::int32_t>& members) {
        return !std::ranges::is_sorted(
            members, {}, [&](std::int32_t sample) { return samples.times[static_cast<std::size_t>(sample)]; });
    };
    const bool byTime = !samples.times.empty() && std::ranges::none_of(samples.parts, falls);
    std::vector<SeriesPlot::Curve> curves;
    const std::tuple<engine::Split, QString, SeriesPlot::Colour> parts[] = {
        {engine::Split::Train, tr("Training"), SeriesPlot::Colour::Said},
        {engine::Split::Validation, tr("Validation"), SeriesPlot::Colour::Held},
        {engine::Split::Test, tr("Test"), SeriesPlot::Colour::Test}};
    for (const auto& [part, name, colour] : parts) {
        SeriesPlot::Curve curve{.name = name, .colour = colour};
        const std::vector<std::int32_t>& members = samples.part(part);
        for (std::size_t index = 0; index < members.size(); index += static_cast<std::size_t>(stride)) {
            const std::int32_t sample = members[index];
            curve.places.push_back(byTime ? static_cast<double>(samples.times[static_cast<std::size_t>(sample)]) / 1e6
                                          : static_cast<double>(sample + 1));
            curve.values.push_back(samples.targetOf(sample));
        }
        if (!curve.places.empty()) {
            curves.push_back(std::move(curve));
        }
    }
    m_series->setAxes(byTime ? QString() : tr("Sequence"), QString::fromStdString(samples.facts.target),
                      byTime ? SeriesPlot::Across::Times : SeriesPlot::Across::Numbers);
    m_series->setCurves(std::move(curves));
    m_title->setText(tr("What is to be predicted"));
    m_stack->setCurrentWidget(m_series);
    return true;
}

} // namespace studio

#include "moc_sequence_preview.cpp"
