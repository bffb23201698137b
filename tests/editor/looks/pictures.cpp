// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/editor/looks/pictures.h"

#include "editor/looks/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QPainter>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QSpinBox>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace editor {
namespace {

constexpr double ratio = 2.0;

void drawCell(QPainter& painter, const QRect& cell, const QString& name)
{
    const QIcon one = icon(name);
    const QPalette palette = QApplication::palette();
    one.paint(&painter, QRect(cell.left() + 8, cell.top() + 20, 16, 16));
    one.paint(&painter, QRect(cell.left() + 32, cell.top() + 14, 24, 24));
    one.paint(&painter, QRect(cell.left() + 66, cell.top() + 4, 48, 48));
    one.paint(&painter, QRect(cell.left() + 124, cell.top() + 6, 20, 20), Qt::AlignCenter, QIcon::Disabled);
    painter.fillRect(cell.left() + 122, cell.top() + 30, 24, 24, palette.color(QPalette::Highlight));
    one.paint(&painter, QRect(cell.left() + 124, cell.top() + 32, 20, 20), Qt::AlignCenter, QIcon::Selected);
    painter.setPen(theme().mutedText);
    painter.drawText(cell.adjusted(8, 56, 0, 0), Qt::AlignLeft | Qt::AlignTop, name);
}

QToolBar* toolBar()
{
    auto* bar = new QToolBar;
    bar->setIconSize(QSize(20, 20));
    for (const char* name : {"new", "open", "save"}) {
        bar->addAction(icon(QString::fromLatin1(name)), QString::fromLatin1(name));
    }
    bar->addSeparator();
    bar->addAction(icon(QStringLiteral("undo")), QStringLiteral("Undo"));
    bar->addAction(icon(QStringLiteral("redo")), QStringLiteral("Redo"))->setEnabled(false);
    bar->addSeparator();
    auto* train = new QToolButton;
    train->setText(QStringLiteral("Train"));
    train->setIcon(icon(QStringLiteral("train")));
    train->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    train->setPopupMode(QToolButton::MenuButtonPopup);
    train->setMenu(new QMenu(train));
    bar->addWidget(train);
    auto* grid = bar->addAction(icon(QStringLiteral("grid")), QStringLiteral("Grid"));
    grid->setCheckable(true);
    grid->setChecked(true);
    auto* more = new QToolButton;
    more->setIcon(icon(QStringLiteral("more")));
    more->setPopupMode(QToolButton::InstantPopup);
    more->setMenu(new QMenu(more));
    bar->addWidget(more);
    return bar;
}

QWidget* form()
{
    auto* group = new QGroupBox(QStringLiteral("Solver"));
    auto* layout = new QVBoxLayout(group);
    auto* line = new QLineEdit(QStringLiteral("0.002"));
    line->setClearButtonEnabled(true);
    layout->addWidget(new QLabel(QStringLiteral("Learning rate")));
    layout->addWidget(line);
    auto* empty = new QLineEdit;
    empty->setPlaceholderText(QStringLiteral("A placeholder"));
    layout->addWidget(empty);
    layout->addWidget(new QSpinBox);
    auto* off = new QSpinBox;
    off->setEnabled(false);
    layout->addWidget(off);
    auto* box = new QComboBox;
    box->addItems({QStringLiteral("Adam"), QStringLiteral("RMSProp")});
    layout->addWidget(box);
    auto* check = new QCheckBox(QStringLiteral("Clip gradients"));
    check->setChecked(true);
    layout->addWidget(check);
    layout->addWidget(new QCheckBox(QStringLiteral("Off")));
    auto* radio = new QRadioButton(QStringLiteral("One"));
    radio->setChecked(true);
    layout->addWidget(radio);
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setValue(40);
    layout->addWidget(slider);
    auto* progress = new QProgressBar;
    progress->setValue(60);
    layout->addWidget(progress);
    auto* button = new QPushButton(icon(QStringLiteral("download")), QStringLiteral("Download…"));
    layout->addWidget(button);
    auto* fallback = new QPushButton(QStringLiteral("Default"));
    fallback->setDefault(true);
    layout->addWidget(fallback);
    auto* disabled = new QPushButton(icon(QStringLiteral("train")), QStringLiteral("Disabled"));
    disabled->setEnabled(false);
    layout->addWidget(disabled);
    layout->addStretch();
    return group;
}

QWidget* tree()
{
    auto* widget = new QTreeWidget;
    widget->setAlternatingRowColors(true);
    widget->setHeaderLabels({QStringLiteral("Layer"), QStringLiteral("Output"), QStringLiteral("Parameters")});
    for (int row = 0; row < 30; ++row) {
        auto* item = new QTreeWidgetItem(
            {QStringLiteral("lstm%1").arg(row), QStringLiteral("75 × 25 × 512"), QStringLiteral("1,234")});
        item->setIcon(0, icon(QStringLiteral("group_recurrent")));
        widget->addTopLevelItem(item);
    }
    widget->setCurrentItem(widget->topLevelItem(2));
    return widget;
}

QDockWidget* dock(const QString& title, QWidget* content)
{
    auto* widget = new QDockWidget(title);
    widget->setWidget(content);
    return widget;
}

} // namespace

QImage contactSheet(const QStringList& names)
{
    constexpr int columns = 8;
    const QSize cell(158, 78);
    const int rows = static_cast<int>((names.size() + columns - 1) / columns);
    QImage sheet(QSize(cell.width() * columns, cell.height() * rows) * ratio, QImage::Format_RGB32);
    sheet.setDevicePixelRatio(ratio);
    sheet.fill(QApplication::palette().color(QPalette::Window));
    QPainter painter(&sheet);
    for (int index = 0; index < names.size(); ++index) {
        const QPoint corner(index % columns * cell.width(), index / columns * cell.height());
        drawCell(painter, QRect(corner, cell), names.at(index));
    }
    return sheet;
}

QImage gallery()
{
    QMainWindow window;
    window.setWindowTitle(QStringLiteral("Gallery"));
    window.addToolBar(toolBar());
    auto* tabs = new QTabWidget;
    tabs->setDocumentMode(true);
    tabs->addTab(new QPlainTextEdit(QStringLiteral("To be, or not to be: that is the question.")),
                 QStringLiteral("Canvas"));
    tabs->addTab(new QWidget, QStringLiteral("Prototxt"));
    tabs->addTab(new QWidget, QStringLiteral("Unroll"));
    window.setCentralWidget(tabs);
    auto* left = dock(QStringLiteral("Layers"), tree());
    window.addDockWidget(Qt::LeftDockWidgetArea, left);
    auto* second = dock(QStringLiteral("Problems"), new QWidget);
    window.addDockWidget(Qt::LeftDockWidgetArea, second);
    window.tabifyDockWidget(left, second);
    left->raise();
    window.addDockWidget(Qt::RightDockWidgetArea, dock(QStringLiteral("Training"), form()));
    window.statusBar()->showMessage(QStringLiteral("Training on CPU with CAFFE, 12,345 characters/s"));
    window.resize(1000, 640);
    window.show();
    QApplication::processEvents();
    QImage picture(window.size() * ratio, QImage::Format_RGB32);
    picture.setDevicePixelRatio(ratio);
    window.render(&picture);
    return picture;
}

} // namespace editor
