// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/theme.h"
#include "tests/support/paths.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <array>
#include <cmath>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QWheelEvent>

namespace editor {
namespace {

using engine::LayerGroup;
using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

constexpr std::array groups = {LayerGroup::Source,     LayerGroup::Recurrent, LayerGroup::Common,
                               LayerGroup::Activation, LayerGroup::Shape,     LayerGroup::Loss};

QStringList iconNames()
{
    QStringList names = QDir(QStringLiteral(":/hamnet/icons")).entryList({QStringLiteral("*.svg")});
    names.replaceInStrings(QStringLiteral(".svg"), QString());
    return names;
}

Vector linear(const QColor& colour)
{
    const auto one = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return {one(colour.redF()), one(colour.greenF()), one(colour.blueF())};
}

/// The W3C's contrast ratio, 1 .. 21.
double contrast(const QColor& one, const QColor& other)
{
    const auto luminance = [](const QColor& colour) {
        const Vector light = linear(colour);
        return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    };
    const auto [dark, bright] = std::minmax({luminance(one), luminance(other)});
    return (bright + 0.05) / (dark + 0.05);
}

Vector times(const Matrix& matrix, const Vector& vector)
{
    Vector result{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            result[row] += matrix[row][column] * vector[column];
        }
        result[row] = std::clamp(result[row], 0.0, 1.0); // what a display can show
    }
    return result;
}

/// CIE L*a*b*, in which distances are about as large as they look.
Vector lab(const Vector& light)
{
    const Matrix toXyz = {{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
    const Vector xyz = times(toXyz, light);
    const auto f = [](double value) { return value > 0.008856 ? std::cbrt(value) : 7.787 * value + 16.0 / 116.0; };
    const double x = f(xyz[0] / 0.9505);
    const double y = f(xyz[1]);
    const double z = f(xyz[2] / 1.089);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// How far apart two colours look to full sight, to protanopes and to deuteranopes (Machado, Oliveira, Fernandes 2009):
/// the least of the three.
double distance(const QColor& one, const QColor& other)
{
    const std::array<Matrix, 3> sights = {
        {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
         {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
         {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}}};
    double least = 1e9;
    for (const Matrix& sight : sights) {
        const Vector a = lab(times(sight, linear(one)));
        const Vector b = lab(times(sight, linear(other)));
        least = std::min(least, std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
    }
    return least;
}

QString told(const char* what, const QColor& one, const QColor& other)
{
    return QStringLiteral("%1: %2 on %3 has %4")
        .arg(QString::fromLatin1(what), one.name(), other.name())
        .arg(contrast(one, other));
}

int inkedPixels(const QImage& picture)
{
    int count = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            count += qAlpha(picture.pixel(x, y)) > 40;
        }
    }
    return count;
}

QImage drawn(const QString& name, int side, QIcon::Mode mode = QIcon::Normal)
{
    return icon(name).pixmap(QSize(side, side), 1.0, mode).toImage();
}

bool hasColour(const QImage& picture, const QColor& colour)
{
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            if (picture.pixelColor(x, y) == colour) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

class LooksTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName(QStringLiteral("hamnet-test"));
        QCoreApplication::setApplicationName(QStringLiteral("looks"));
        QSettings().clear();
        Looks::instance().setMode(Looks::Mode::Light);
    }

    void cleanup() { Looks::instance().setMode(Looks::Mode::Light); }

    void textAndGraphicsStandOutInBothThemes()
    {
        for (const Theme& theme : {lightTheme(), darkTheme()}) {
            for (const QColor& ground : {theme.canvas, theme.node}) {
                for (const QColor& text :
                     {theme.text, theme.mutedText, theme.accent, theme.error, theme.warning, theme.success}) {
                    QVERIFY2(contrast(text, ground) >= 4.5, qPrintable(told("text", text, ground)));
                }
                for (const QColor& line :
                     {theme.nodeBorder, theme.wire, theme.port, theme.raw, theme.smoothed, theme.validation}) {
                    QVERIFY2(contrast(line, ground) >= 3, qPrintable(told("graphics", line, ground)));
                }
                for (const LayerGroup group : groups) {
                    QVERIFY2(contrast(theme.group(group), ground) >= 4.5,
                             qPrintable(told("group", theme.group(group), ground)));
                }
                for (int index = 0; index < 8; ++index) {
                    QVERIFY2(contrast(theme.curve(index), ground) >= 3,
                             qPrintable(told("curve", theme.curve(index), ground)));
                }
            }
            for (const QColor& ground : {theme.frame, theme.note}) {
                QVERIFY2(contrast(theme.text, ground) >= 4.5, qPrintable(told("text", theme.text, ground)));
                QVERIFY2(contrast(theme.mutedText, ground) >= 4.5, qPrintable(told("text", theme.mutedText, ground)));
                QVERIFY2(contrast(theme.wire, ground) >= 3, qPrintable(told("wire", theme.wire, ground)));
            }
        }
    }

    void thePaletteIsLegibleInBothThemes()
    {
        for (const Theme& theme : {lightTheme(), darkTheme()}) {
            const QPalette palette = paletteOf(theme);
            const std::array<std::pair<QPalette::ColorRole, QPalette::ColorRole>, 12> pairs = {{
                {QPalette::WindowText, QPalette::Window},
                {QPalette::Text, QPalette::Base},
                {QPalette::Text, QPalette::AlternateBase},
                {QPalette::ButtonText, QPalette::Button},
                {QPalette::ToolTipText, QPalette::ToolTipBase},
                {QPalette::PlaceholderText, QPalette::Base},
                {QPalette::HighlightedText, QPalette::Highlight},
                {QPalette::Link, QPalette::Base},
                {QPalette::Link, QPalette::Window},
                {QPalette::LinkVisited, QPalette::Base},
                {QPalette::LinkVisited, QPalette::Window},
                {QPalette::PlaceholderText, QPalette::Window},
            }};
            for (const auto& [text, ground] : pairs) {
                const double least = text == QPalette::PlaceholderText && ground == QPalette::Window ? 3.0 : 4.5;
                QVERIFY2(contrast(palette.color(text), palette.color(ground)) >= least,
                         qPrintable(told("palette", palette.color(text), palette.color(ground))));
            }
            for (const QColor& text : {theme.mutedText, theme.accent, theme.error, theme.warning, theme.success}) {
                const QColor window = palette.color(QPalette::Window);
                QVERIFY2(contrast(text, window) >= 4.5, qPrintable(told("text", text, window)));
            }
            QCOMPARE(isDark(palette), theme.dark);
        }
    }

    void textIsLegibleOnEveryHeat()
    {
        for (const Theme& theme : {lightTheme(), darkTheme()}) {
            for (int step = -1; step <= 101; ++step) {
                const QColor ground = theme.heat(step / 100.0);
                QVERIFY2(contrast(theme.text, ground) >= 4.5, qPrintable(told("heat", theme.text, ground)));
            }
            QCOMPARE(theme.heat(std::nan("")), theme.heat(0));
        }
    }

    void heatGrowsEvenly()
    {
        for (const Theme& theme : {lightTheme(), darkTheme()}) {
            for (int step = 0; step < 10; ++step) {
                QVERIFY(distance(theme.heat(step / 10.0), theme.heat((step + 1) / 10.0)) > 1.5);
            }
            QVERIFY(distance(theme.heat(0), theme.heat(1)) > 30);
        }
    }

    void curvesStayApartForEyesThatMixColours()
    {
        for (const Theme& theme : {lightTheme(), darkTheme()}) {
            for (int one = 0; one < 8; ++one) {
                for (int other = 0; other < one; ++other) {
                    QVERIFY2(distance(theme.curve(one), theme.curve(other)) >= 12,
                             qPrintable(told("curves", theme.curve(one), theme.curve(other))));
                }
            }
            QVERIFY(distance(theme.smoothed, theme.validation) >= 30);
            QCOMPARE(theme.curve(8), theme.curve(0));
        }
        for (int index = 0; index < 8; ++index) {
            QCOMPARE(lightTheme().curve(index), darkTheme().curve(index)); // a run is told by its colour in both
            QVERIFY2(lightTheme().curve(index).hslHue() < 285 || lightTheme().curve(index).hslHue() > 345, "no pink");
        }
    }

    void aModeIsKeptAndApplied()
    {
        QSignalSpy changed(&Looks::instance(), &Looks::changed);
        Looks::instance().setMode(Looks::Mode::Dark);
        QCOMPARE(changed.count(), 1);
        QVERIFY(theme().dark);
        QVERIFY(isDark(QApplication::palette()));
        Looks::instance().setMode(Looks::Mode::Dark); // it is shown already
        QCOMPARE(changed.count(), 1);
        QCOMPARE(QSettings().value(QStringLiteral("looks/mode")).toString(), QStringLiteral("dark"));
        Looks::instance().setMode(Looks::Mode::Light);
        QCOMPARE(changed.count(), 2);
        QVERIFY(!isDark(QApplication::palette()));
    }

    void theDesktopsChangeIsNotTakenFromOurOwnPalette()
    {
        Looks::instance().setMode(Looks::Mode::Dark); // the desktop of this test is light
        Looks::instance().setMode(Looks::Mode::System);
        QVERIFY(!theme().dark);
        Looks::instance().setMode(Looks::Mode::Dark);
        QEvent desktop(QEvent::ThemeChange);
        QCoreApplication::sendEvent(qApp, &desktop);
        QVERIFY(theme().dark);
        QVERIFY(isDark(QApplication::palette()));
        Looks::instance().setMode(Looks::Mode::System);
        QVERIFY(!theme().dark);
    }

    void theWheelScrollsAFormAndChangesNoField()
    {
        QScrollArea area;
        auto* form = new QWidget;
        form->setFixedSize(100, 2'000);
        area.setWidget(form);
        area.resize(150, 200);
        auto* choice = new QComboBox(form);
        choice->addItems({QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three")});
        auto* number = new QSpinBox(form);
        auto* slider = new QSlider(form);
        activate(area);
        for (const auto& [field, property] :
             {std::pair<QWidget*, const char*>(choice, "currentIndex"),
              std::pair<QWidget*, const char*>(number, "value"), std::pair<QWidget*, const char*>(slider, "value")}) {
            theWheelScrolls(area, *field, property);
        }
    }

    void enterPressesAButtonAsSpaceDoes()
    {
        Looks::instance();
        QWidget window;
        QPushButton button(&window);
        QSignalSpy clicked(&button, &QPushButton::clicked);
        for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return, Qt::Key_Enter}) {
            QTest::keyClick(&button, key);
        }
        QCOMPARE(clicked.count(), 3);
        QTest::keyClick(&button, Qt::Key_Return, Qt::ControlModifier); // may be a command's
        QCOMPARE(clicked.count(), 3);
    }

    void anIconWithoutASizeIsNone()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".")));
        QVERIFY(icon(QStringLiteral("train")).pixmap(0, 0).isNull());
    }

    void everyIconOfTheListIsThere()
    {
        const QDir folder(QString::fromStdString((sourceRoot() / "resources/icons").string()));
        QCOMPARE(iconNames().size(), folder.entryList({QStringLiteral("*.svg")}).size());
    }

    void everyIconShowsInBothThemes()
    {
        for (const Looks::Mode mode : {Looks::Mode::Light, Looks::Mode::Dark}) {
            Looks::instance().setMode(mode);
            for (const QString& name : iconNames()) {
                for (const int side : {16, 24, 48}) {
                    const QImage picture = drawn(name, side);
                    QCOMPARE(picture.size(), QSize(side, side));
                    QVERIFY2(inkedPixels(picture) > side * side / 30, qPrintable(name));
                }
            }
        }
    }

    void iconsHaveOnlyColoursThatFollowTheTheme()
    {
        QSet<QString> known;
        for (const QColor& colour :
             {lightTheme().accent, lightTheme().error, lightTheme().warning, lightTheme().success}) {
            known.insert(colour.name());
        }
        for (const LayerGroup group : groups) {
            known.insert(lightTheme().group(group).name());
        }
        for (const QString& name : iconNames()) {
            if (name == QStringLiteral("hamnet")) {
                continue; // the program's own sign is the same everywhere
            }
            QFile file(QStringLiteral(":/hamnet/icons/%1.svg").arg(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString svg = QString::fromUtf8(file.readAll());
            QVERIFY2(svg.contains(QStringLiteral("viewBox=\"0 0 24 24\"")), qPrintable(name));
            QRegularExpressionMatchIterator colours =
                QRegularExpression(QStringLiteral("(?:stroke|fill)=\"([^\"]+)\"")).globalMatch(svg);
            while (colours.hasNext()) {
                const QString colour = colours.next().captured(1);
                QVERIFY2(colour == QStringLiteral("none") || colour == QStringLiteral("currentColor") ||
                             known.contains(colour),
                         qPrintable(name + QStringLiteral(": ") + colour));
            }
        }
    }

    void anIconFollowsTheTheme()
    {
        const QIcon undo = icon(QStringLiteral("undo"));
        const QImage light = undo.pixmap(24).toImage();
        Looks::instance().setMode(Looks::Mode::Dark);
        QVERIFY(undo.pixmap(24).toImage() != light);
        QVERIFY(hasColour(drawn(QStringLiteral("train"), 48), darkTheme().accent));
        Looks::instance().setMode(Looks::Mode::Light);
        QCOMPARE(undo.pixmap(24).toImage(), light);
        QVERIFY(hasColour(drawn(QStringLiteral("train"), 48), lightTheme().accent));
    }

    void anIconIsDrawnForTheDisplaysScale()
    {
        for (const double scale : {1.0, 1.5, 2.0}) {
            const QPixmap pixmap = icon(QStringLiteral("save")).pixmap(QSize(20, 20), scale);
            QCOMPARE(pixmap.width(), qRound(20 * scale));
            QCOMPARE(pixmap.devicePixelRatio(), scale);
            QVERIFY(inkedPixels(pixmap.toImage()) > 30);
        }
    }

    void disabledAndSelectedIconsTakeThePalettesInk()
    {
        const QPalette palette = QApplication::palette();
        const QString train = QStringLiteral("train");
        QVERIFY(hasColour(drawn(train, 48, QIcon::Disabled), palette.color(QPalette::Disabled, QPalette::ButtonText)));
        QVERIFY(hasColour(drawn(train, 48, QIcon::Selected), palette.color(QPalette::HighlightedText)));
    }

    void sourcesNameOnlyIconsThatExist()
    {
        const QStringList there = iconNames();
        const QRegularExpression call(
            QStringLiteral("\\bicon\\(\\s*(?:QStringLiteral\\(|QLatin1String\\(|u)?\"([^\"%]*)\""));
        int calls = 0;
        for (const QString& folder : {QStringLiteral("/editor"), QStringLiteral("/app/studio")}) {
            QDirIterator files(QString::fromStdString(sourceRoot().string()) + folder,
                               {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                QFile file(files.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                QRegularExpressionMatchIterator found = call.globalMatch(QString::fromUtf8(file.readAll()));
                while (found.hasNext()) {
                    const QString name = found.next().captured(1);
                    QVERIFY2(there.contains(name), qPrintable(file.fileName() + QStringLiteral(": ") + name));
                    ++calls;
                }
            }
        }
        qInfo("%d calls with a name", calls);
    }

private:
    static void theWheelScrolls(QScrollArea& area, QWidget& field, const char* property)
    {
        field.setProperty(property, 1);
        for (const bool focused : {false, true}) {
            area.verticalScrollBar()->setValue(0);
            focused ? field.setFocus() : field.clearFocus();
            QCOMPARE(field.hasFocus(), focused);
            QWheelEvent down({5, 5}, field.mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                             Qt::NoScrollPhase, false);
            QSpontaneKeyEvent::setSpontaneous(&down); // Qt offers only events of the window system to the parent
            QCoreApplication::instance()->notify(&field, &down);
            QCOMPARE(field.property(property).toInt(), 1);
            QCOMPARE(field.hasFocus(), focused);
            QVERIFY(area.verticalScrollBar()->value() > 0);
        }
    }
};

} // namespace editor

HAMNET_QT_TEST(editor::LooksTest)
#include "looks_test.moc"
