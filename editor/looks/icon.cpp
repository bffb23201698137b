// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <QApplication>
#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QLibraryInfo>
#include <QPaintEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <QVersionNumber>

namespace editor {
namespace {

QString pathOf(const QString& name)
{
    return QStringLiteral(":/hamnet/icons/%1.svg").arg(name);
}

/// The drawing's bytes. Icons are few and small, so each is read once.
const QByteArray& drawing(const QString& name)
{
    static QHash<QString, QByteArray> drawings;
    auto found = drawings.find(name);
    if (found == drawings.end()) {
        QFile file(pathOf(name));
        found = drawings.insert(name, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
        Q_ASSERT_X(!found->isEmpty(), "editor::icon", qPrintable("no icon named " + name));
    }
    return *found;
}

/// Icons are written in the light theme's colours, so that any viewer shows them; here each role takes its present one.
QByteArray painted(QByteArray svg, const QColor& ink, QIcon::Mode mode)
{
    const Theme& written = lightTheme();
    const Theme& shown = theme();
    const bool inkOnly = mode == QIcon::Disabled || mode == QIcon::Selected;
    const auto swap = [&](const QColor& from, const QColor& to) {
        svg.replace(from.name().toLatin1(), (inkOnly ? ink : to).name().toLatin1());
    };
    svg.replace("currentColor", ink.name().toLatin1());
    swap(written.accent, shown.accent);
    swap(written.error, shown.error);
    swap(written.warning, shown.warning);
    swap(written.success, shown.success);
    for (const engine::LayerGroup group :
         {engine::LayerGroup::Source, engine::LayerGroup::Recurrent, engine::LayerGroup::Common,
          engine::LayerGroup::Activation, engine::LayerGroup::Shape, engine::LayerGroup::Loss}) {
        swap(written.group(group), shown.group(group));
    }
    return svg;
}

QPalette::ColorGroup groupOf(QIcon::Mode mode)
{
    return mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
}

/// What `currentColor` stands for.
QColor inkOf(QIcon::Mode mode)
{
    const QPalette::ColorRole role = mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText;
    return QApplication::palette().color(groupOf(mode), role);
}

class IconEngine final : public QIconEngine {
public:
    explicit IconEngine(QString name) : m_name(std::move(name)) {}

    void paint(QPainter* painter, const QRect& area, QIcon::Mode mode, QIcon::State) override
    {
        const QSize size(std::min(area.width(), area.height()), std::min(area.width(), area.height()));
        const QRect square(
            area.topLeft() + QPoint((area.width() - size.width()) / 2, (area.height() - size.height()) / 2), size);
        if (painter->paintEngine() && painter->paintEngine()->type() == QPaintEngine::Raster) {
            const double scale = std::sqrt(std::abs(painter->deviceTransform().determinant()));
            painter->drawPixmap(square, picture(std::max(1, qRound(size.width() * scale)), mode));
            return;
        }
        draw(*painter, square, mode); // paper and vector files take lines as they are
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        return picture(std::min(size.width(), size.height()), mode);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override
    {
        // Until Qt 6.8 the size came multiplied by the scale already.
        static const bool multiplied = QLibraryInfo::version() < QVersionNumber(6, 8);
        const int side = std::min(size.width(), size.height());
        return picture(multiplied ? side : qRound(side * scale), mode);
    }

    QSize actualSize(const QSize& size, QIcon::Mode, QIcon::State) override
    {
        const int side = std::min(size.width(), size.height());
        return {side, side};
    }

    QString key() const override { return QStringLiteral("hamnet"); }
    QString iconName() override { return m_name; }
    bool isNull() override { return false; }
    QIconEngine* clone() const override { return new IconEngine(*this); }

private:
    /// `side` in the device's pixels.
    QPixmap picture(int side, QIcon::Mode mode) const
    {
        if (side < 1) { // of a button that has no room
            return {};
        }
        const QString key = QStringLiteral("hamnet/%1/%2/%3/%4/%5")
                                .arg(m_name)
                                .arg(side)
                                .arg(inkOf(mode).name())
                                .arg(static_cast<int>(mode))
                                .arg(theme().dark);
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap)) {
            return pixmap;
        }
        pixmap = QPixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        draw(painter, QRect(0, 0, side, side), mode);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    void draw(QPainter& painter, const QRect& area, QIcon::Mode mode) const
    {
        QSvgRenderer renderer(painted(drawing(m_name), inkOf(mode), mode));
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        renderer.render(&painter, area);
        painter.restore();
    }

    QString m_name;
};

} // namespace

QIcon icon(const QString& name)
{
    Q_ASSERT_X(QFile::exists(pathOf(name)), "editor::icon", qPrintable("no icon named " + name));
    return QIcon(new IconEngine(name));
}

QString groupIconName(engine::LayerGroup group)
{
    constexpr std::array<const char*, 6> names = {"group_source",     "group_recurrent", "group_common",
                                                  "group_activation", "group_shape",     "group_loss"};
    return QLatin1String(names.at(static_cast<std::size_t>(group)));
}

} // namespace editor
