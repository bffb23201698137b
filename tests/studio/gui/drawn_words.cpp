// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/gui/drawn_words.h"

#include <algorithm>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QGraphicsView>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPointer>
#include <QScrollBar>
#include <QTabBar>
#include <QTextEdit>
#include <QWidget>

namespace studio {
namespace {

constexpr double tolerance = 2; ///< pixels: glyphs are a little smaller than their font
constexpr int maxItems = 400;   ///< of a list whose texts are looked up

/// Keeps what is written and drops the rest.
class Recorder : public QPaintEngine {
public:
    Recorder() : QPaintEngine(AllFeatures) {}

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    Type type() const override { return User; }

    void drawTextItem(const QPointF& baseline, const QTextItem& item) override
    {
        const QTransform& transform = painter()->deviceTransform();
        QString words = item.text();
        while (words.endsWith(QLatin1Char(' '))) { // as a line that was broken there has it
            words.chop(1);
        }
        const double space = QFontMetricsF(item.font()).horizontalAdvance(item.text().mid(words.size()));
        const QRectF place(baseline.x(), baseline.y() - item.ascent(), item.width() - space,
                           item.ascent() + item.descent());
        const QRectF clip = painter()->hasClipping() ? painter()->clipBoundingRect() : QRectF(-1e6, -1e6, 2e6, 2e6);
        if (!words.isEmpty()) {
            m_words.push_back({words, transform.mapRect(place), transform.mapRect(clip), {}});
        }
    }

    std::vector<DrawnWords> take() { return std::move(m_words); }

private:
    std::vector<DrawnWords> m_words;
};

/// A sheet of the widget's size.
class Sheet : public QPaintDevice {
public:
    explicit Sheet(const QWidget& widget) : m_widget(widget) {}
    QPaintEngine* paintEngine() const override { return &m_recorder; }
    std::vector<DrawnWords> take() { return m_recorder.take(); }

protected:
    int metric(PaintDeviceMetric metric) const override
    {
        constexpr int dotsPerInch = 96, depth = 32;
        switch (metric) {
        case PdmWidth:
            return m_widget.width();
        case PdmHeight:
            return m_widget.height();
        case PdmDepth:
            return depth;
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return dotsPerInch;
        case PdmDevicePixelRatio:
            return 1;
        default:
            return QPaintDevice::metric(metric);
        }
    }

private:
    const QWidget& m_widget;
    mutable Recorder m_recorder;
};

QAbstractScrollArea* areaOf(const QWidget& viewport)
{
    auto* area = qobject_cast<QAbstractScrollArea*>(viewport.parentWidget());
    return area && area->viewport() == &viewport ? area : nullptr;
}

/// Whether another view beside this one has the bar that scrolls both.
bool followsABarBeside(const QScrollBar& bar)
{
    const QWidget* const view = bar.parentWidget() ? bar.parentWidget()->parentWidget() : nullptr; // of its container
    const QWidget* const around = view ? view->parentWidget() : nullptr;
    const auto bars = around ? around->findChildren<QScrollBar*>() : QList<QScrollBar*>();
    return std::ranges::any_of(bars, [&](const QScrollBar* other) {
        return other->isVisible() && other->orientation() == bar.orientation() && other->maximum() == bar.maximum() &&
               other->value() == bar.value();
    });
}

/// What can be scrolled to need not be seen at once.
bool canScroll(const QScrollBar* bar)
{
    return bar->maximum() > bar->minimum() && (bar->isVisible() || followsABarBeside(*bar));
}

/// What may lie out of sight as it can be scrolled to.
struct Scrolled {
    bool byBars = false;   ///< to the side: what lies outside the widget
    bool byCursor = false; ///< to the side: anything
    bool upright = false;  ///< what lies outside the widget
};

Scrolled scrolled(const QWidget& widget)
{
    if (qobject_cast<const QLineEdit*>(&widget)) { // a number is not read by moving a cursor through it
        return {.byCursor = !qobject_cast<const QAbstractSpinBox*>(widget.parentWidget())};
    }
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
        return {.byCursor = tabs->usesScrollButtons()};
    }
    const QAbstractScrollArea* area = areaOf(widget);
    if (const auto* header = qobject_cast<const QHeaderView*>(area)) {
        area = qobject_cast<const QAbstractScrollArea*>(header->parentWidget()); // which scrolls it
    }
    area = area ? area : qobject_cast<const QAbstractScrollArea*>(widget.parentWidget()); // a gutter
    return {.byBars = area && canScroll(area->horizontalScrollBar()),
            .upright = area && canScroll(area->verticalScrollBar())};
}

void addItems(const QAbstractItemModel& model, const QModelIndex& parent, QStringList& texts)
{
    const int columns = model.columnCount(parent);
    for (int column = 0; column < columns; ++column) {
        texts << model.headerData(column, Qt::Horizontal).toString();
    }
    for (int row = 0; row < std::min(model.rowCount(parent), maxItems); ++row) {
        texts << model.headerData(row, Qt::Vertical).toString();
        for (int column = 0; column < columns; ++column) {
            const QModelIndex index = model.index(row, column, parent);
            texts << index.data().toString();
            if (column == 0 && model.hasChildren(index)) {
                addItems(model, index, texts);
            }
        }
    }
}

/// What the widget was given to show.
QStringList givenTexts(const QWidget& widget)
{
    QStringList texts = {widget.property("text").toString(), widget.property("title").toString(),
                         widget.property("placeholderText").toString(), widget.windowTitle()};
    for (const QAction* action : widget.actions()) {
        texts << action->text();
    }
    if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
        addItems(*box->model(), {}, texts);
        texts << box->placeholderText();
    } else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
        for (int tab = 0; tab < tabs->count(); ++tab) {
            texts << tabs->tabText(tab);
        }
    } else if (const auto* view = qobject_cast<const QAbstractItemView*>(areaOf(widget)); view && view->model()) {
        addItems(*view->model(), {}, texts);
    } else if (const auto* text = qobject_cast<const QPlainTextEdit*>(areaOf(widget))) {
        texts << text->toPlainText() << text->placeholderText();
    } else if (const auto* rich = qobject_cast<const QTextEdit*>(areaOf(widget))) {
        texts << rich->toPlainText() << rich->placeholderText();
    }
    for (QString& text : texts) {
        text.remove(QLatin1Char('&'));
    }
    return texts;
}

bool isElided(const QString& drawn, const QStringList& given)
{
    QString plain = drawn;
    plain.remove(QLatin1Char('&'));
    return plain.contains(QChar(0x2026)) &&
           std::ranges::none_of(given, [&](const QString& text) { return text.contains(plain); });
}

/// A scroll bar brings into the widget what lies outside it. What the painter's clip cuts within it, as at the edge of
/// a row, stays cut.
bool isCut(const DrawnWords& words, const Scrolled& scrolled)
{
    const auto leaves = [](double begin, double end, double first, double last) {
        return begin < first - tolerance || end > last + tolerance;
    };
    const QRectF &place = words.place, &sheet = words.sheet, &clip = words.clip, within = place & sheet;
    const bool out = leaves(place.left(), place.right(), sheet.left(), sheet.right());
    const bool over = leaves(place.top(), place.bottom(), sheet.top(), sheet.bottom());
    const bool here = !within.isEmpty(); // else all of it is scrolled away
    const bool narrow = here && leaves(within.left(), within.right(), clip.left(), clip.right());
    const bool low = here && leaves(within.top(), within.bottom(), clip.top(), clip.bottom());
    return (!scrolled.byCursor && (narrow || (out && !scrolled.byBars))) || low || (over && !scrolled.upright);
}

/// Whether words that the widget shows lie where a parent ends, and no scroll bar brings them back.
bool isOutOfReach(const QWidget& widget, const DrawnWords& words, const QWidget& root)
{
    QRectF place = words.seen();
    for (const QWidget* one = &widget; one != &root && !place.isEmpty(); one = one->parentWidget()) {
        const QWidget& parent = *one->parentWidget();
        place.translate(one->pos());
        const QAbstractScrollArea* const area = areaOf(parent);
        const bool sideways = area && canScroll(area->horizontalScrollBar());
        const bool upright = area && canScroll(area->verticalScrollBar());
        const QRectF room = QRectF(parent.rect()).adjusted(-tolerance, -tolerance, tolerance, tolerance);
        if ((!sideways && (place.left() < room.left() || place.right() > room.right())) ||
            (!upright && (place.top() < room.top() || place.bottom() > room.bottom()))) {
            return true;
        }
        place &= parent.rect();
    }
    return false;
}

bool isTooLow(const QWidget& widget)
{
    const auto* label = qobject_cast<const QLabel*>(&widget);
    return label && label->wordWrap() && !label->text().isEmpty() &&
           label->height() < label->heightForWidth(label->width()) - static_cast<int>(tolerance);
}

bool liesInDock(const QWidget& widget, const QWidget& root)
{
    for (const QWidget* one = &widget; one && one != &root; one = one->parentWidget()) {
        if (qobject_cast<const QDockWidget*>(one)) {
            return true;
        }
    }
    return false;
}

QString described(const QWidget& widget)
{
    QStringList names;
    for (const QWidget* one = &widget; one && names.size() < 4; one = one->parentWidget()) {
        names.prepend(one->objectName().isEmpty() ? QString::fromLatin1(one->metaObject()->className())
                                                  : one->objectName());
    }
    return names.join(QLatin1Char('/'));
}

/// A widget's words with the place that they have in the root.
struct Placed {
    const QWidget* widget;
    QString text;
    QRectF place;
};

bool isOver(const Placed& one, const Placed& other)
{
    const QRectF both = one.place & other.place;
    const bool again = one.widget == other.widget && one.text == other.text; // in parts, each with another clip
    return !again && both.width() > tolerance && both.height() > 2 * tolerance;
}

} // namespace

std::vector<DrawnWords> wordsPaintedBy(const QWidget& widget, const std::function<void(QPaintDevice&)>& paint)
{
    Sheet sheet(widget);
    paint(sheet);
    std::vector<DrawnWords> words;
    for (DrawnWords& one : sheet.take()) {
        one.sheet = widget.rect();
        const auto again = std::ranges::find_if(words, [&](const DrawnWords& other) {
            return other.text == one.text && other.place == one.place; // in parts, as over a bar of progress
        });
        if (again == words.end()) {
            words.push_back(one);
        } else {
            again->clip |= one.clip;
        }
    }
    return words;
}

std::vector<DrawnWords> drawnWords(QWidget& widget)
{
    return wordsPaintedBy(widget, [&widget](QPaintDevice& sheet) {
        QPainter painter(&sheet);
        widget.render(&painter, {}, {}, {});
    });
}

QStringList wordsThatDoNotFit(QWidget& root)
{
    QStringList found;
    std::vector<Placed> all;
    std::vector<QPointer<QWidget>> widgets = {&root};
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        widgets.emplace_back(widget);
    }
    for (const QPointer<QWidget>& known : widgets) {
        QWidget* const widget = known;
        if (!widget) { // a splitter's handle goes where what is painted is laid out first
            continue;
        }
        const bool drawing = qobject_cast<QGraphicsView*>(widget) || qobject_cast<QGraphicsView*>(areaOf(*widget));
        const auto* tabs = qobject_cast<const QTabBar*>(widget);
        const bool leftOut = tabs && tabs->count() < 2; // a main window gives the bar of a single dock no room
        if (!widget->isVisible() || drawing || leftOut || liesInDock(*widget, root)) {
            continue;
        }
        const QStringList given = givenTexts(*widget);
        const Scrolled scrolls = scrolled(*widget);
        if (isTooLow(*widget)) {
            found << QStringLiteral("too low: ") + described(*widget) + QStringLiteral(": ") + given.join(QChar(u'|'));
        }
        for (const DrawnWords& words : drawnWords(*widget)) {
            const QString where = described(*widget) + QStringLiteral(": \"") + words.text + QLatin1Char('"');
            if (isElided(words.text, given)) {
                found << QStringLiteral("elided: ") + where;
            } else if (isCut(words, scrolls)) {
                found << QStringLiteral("cut: ") + where;
            } else if (isOutOfReach(*widget, words, root)) {
                found << QStringLiteral("out of reach: ") + where;
            }
            const QRectF seen = words.seen() & QRectF(widget->visibleRegion().boundingRect());
            all.push_back({widget, words.text, seen.translated(widget->mapTo(&root, QPoint()))});
        }
    }
    for (std::size_t one = 0; one < all.size(); ++one) {
        for (std::size_t other = one + 1; other < all.size(); ++other) {
            if (isOver(all[one], all[other])) {
                found << QStringLiteral("overlap: ") + described(*all[one].widget) + QStringLiteral(": \"") +
                             all[one].text + QStringLiteral("\" and \"") + all[other].text + QLatin1Char('"');
            }
        }
    }
    found.removeDuplicates();
    return found;
}

} // namespace studio
