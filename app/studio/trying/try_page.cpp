// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/try_page.h"

#include "editor/looks/theme.h"
#include "engine/data/table.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <fstream>
#include <QFile>
#include <QMenu>
#include <QToolButton>
#include <system_error>

namespace studio {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, const QString& why)
{
    throw engine::Error(engine::say(ENGINE_TEXT("Session", "%1 cannot be written: %2; choose another folder"),
                                    file.string(), why.toStdString()));
}

void write(const std::filesystem::path& file, const QByteArray& bytes, QIODevice::OpenMode mode)
{
    QFile out(QString::fromStdString(file.string()));
    if (!out.open(mode) || out.write(bytes) != bytes.size() || !out.flush()) {
        refuse(file, out.errorString());
    }
}

/// A field of a table: in quotes where it has to be.
std::string field(const std::string& text)
{
    if (text.find_first_of(",;|\"\n\t") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char one : text) {
        quoted += one == '"' ? "\"\"" : std::string(1, one);
    }
    return quoted + '"';
}

} // namespace

std::filesystem::path savePicture(const QImage& image, const std::filesystem::path& folder, const std::string& ofClass)
{
    const std::filesystem::path home = folder / ofClass;
    std::error_code failure;
    std::filesystem::create_directories(home, failure);
    std::filesystem::path file;
    for (int number = 1; file.empty() || std::filesystem::exists(file, failure); ++number) {
        file = home / ("own_" + std::to_string(number) + ".png");
    }
    QFile out(QString::fromStdString(file.string()));
    if (!out.open(QIODevice::WriteOnly) || !image.save(&out, "PNG")) {
        refuse(file, out.errorString());
    }
    return file;
}

void appendLine(const std::filesystem::path& file, const std::string& ofClass, const std::string& text)
{
    std::string line = text;
    std::ranges::replace_if(
        line, [](char one) { return one == '\n' || one == '\r' || one == '\t'; }, ' ');
    QFile before(QString::fromStdString(file.string()));
    const bool goesOn = before.open(QIODevice::ReadOnly) && before.size() > 0 && before.seek(before.size() - 1) &&
                        before.read(1) != "\n"; // its last line would get this one behind it
    write(file, QByteArray::fromStdString((goesOn ? "\n" : "") + ofClass + '\t' + line + '\n'),
          QIODevice::WriteOnly | QIODevice::Append);
}

void saveTable(const std::filesystem::path& file, const std::vector<std::vector<std::string>>& rows, char delimiter)
{
    std::string text;
    for (const std::vector<std::string>& row : rows) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            text += (column > 0 ? std::string(1, delimiter) : std::string()) + field(row[column]);
        }
        text += '\n';
    }
    write(file, QByteArray::fromStdString(text), QIODevice::WriteOnly);
}

std::string lastLineOf(const std::filesystem::path& file)
{
    std::ifstream in(file);
    std::string line, last;
    while (std::getline(in, line)) {
        last = line.empty() ? last : line;
    }
    while (!last.empty() && last.back() == '\r') {
        last.pop_back();
    }
    const std::size_t tab = last.find('\t');
    return tab == std::string::npos ? last : last.substr(tab + 1);
}

std::vector<double> columnOf(const std::filesystem::path& file, const std::string& name,
                             const engine::TableFormat& format)
{
    const engine::Table table = engine::readTable(file, format);
    const auto column = std::ranges::find(table.columns, name, &engine::Column::name);
    if (column == table.columns.end()) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Session", "%1 has no column \"%2\", which the net predicts; give a table that has it"),
            file.string(), name));
    }
    if (!column->problem.empty()) {
        throw engine::Error(column->problem);
    }
    return column->numbers;
}

QToolButton* toolButton(const QString& text, const QString& icon, const QString& tip, QWidget* parent,
                        const std::function<void()>& act)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(tip);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIcon(editor::icon(icon));
    button->setAutoRaise(true); // else the style shades one with the focus as if it were checked
    if (act) {
        QObject::connect(button, &QToolButton::clicked, parent, act);
    }
    return button;
}

QToolButton* menuButton(const QString& text, const QString& icon, const QString& tip, QMenu* menu, QWidget* parent)
{
    QToolButton* const button = toolButton(text, icon, tip, parent);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    return button;
}

void fillWithClasses(QMenu& menu, const std::vector<std::string>& classes,
                     const std::function<void(const std::string&)>& chosen)
{
    const QList<QAction*> listed = menu.actions();
    const auto names = [](const QAction* action, const std::string& name) {
        return action->data().toString().toStdString() == name;
    };
    if (std::ranges::equal(listed, classes, names)) {
        return;
    }
    menu.clear();
    for (const std::string& name : classes) {
        const QString words = QString::fromStdString(name);
        menu.addAction(words, &menu, [chosen, name] { chosen(name); })->setData(words);
    }
}

} // namespace studio

#include "moc_try_page.cpp"
