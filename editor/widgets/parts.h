// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <QAbstractButton>
#include <QAction>
#include <QBoxLayout>
#include <QComboBox>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>
#include <QList>
#include <QMargins>
#include <QScrollArea>
#include <QString>
#include <QToolButton>

namespace editor {

/// A part of a row or a column, and its share of the room that is left.
struct Part {
    Part(QWidget* of, int share = 0, Qt::Alignment where = {}) : widget(of), stretch(share), alignment(where) {}
    Part(QLayout* of, int share = 0) : layout(of), stretch(share) {}
    Part(int share, int pixels) : stretch(share), spacing(pixels) {}

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int stretch = 0, spacing = 0;
    Qt::Alignment alignment = {};
};

/// Room that takes what is left, and room of so many pixels.
inline Part stretch(int share = 0)
{
    return {share, 0};
}
inline Part spacing(int pixels)
{
    return {0, pixels};
}

/// Parts below or beside each other: the layout of a widget, or one for another layout. Without margins and spacing
/// they are those of the style.
QVBoxLayout* inColumn(QWidget* of, std::initializer_list<Part> parts, std::optional<QMargins> margins = {},
                      int spacing = -1);
QHBoxLayout* inRow(QWidget* of, std::initializer_list<Part> parts, std::optional<QMargins> margins = {},
                   int spacing = -1);
inline QVBoxLayout* inColumn(std::initializer_list<Part> parts, std::optional<QMargins> margins = {}, int spacing = -1)
{
    return inColumn(nullptr, parts, margins, spacing);
}
inline QHBoxLayout* inRow(std::initializer_list<Part> parts, std::optional<QMargins> margins = {}, int spacing = -1)
{
    return inRow(nullptr, parts, margins, spacing);
}

/// How a label shows its words.
enum class Look {
    Wraps = 1,
    Muted = 2, ///< in the colour of placeholders
    Selectable = 4,
    Plain = 8, ///< no rich text, whatever the words are
};
Q_DECLARE_FLAGS(Looked, Look)
Q_DECLARE_OPERATORS_FOR_FLAGS(Looked)

QLabel* label(const QString& text, QWidget* parent, Looked look, const char* name = "");

/// "Del; Backspace", or the desktop's own.
struct Keys {
    Keys() = default;
    Keys(const char* portable) : all(QKeySequence::listFromString(QLatin1String(portable))) {}
    Keys(QKeySequence::StandardKey desktops) : all{QKeySequence(desktops)} {}

    QList<QKeySequence> all;
};

/// What is said of a widget or of an action; empty: as it is.
struct Description {
    const char* name = "";
    QString title = {}; ///< of a widget, for who cannot see it
    QString tip = {};
    const char* icon = ""; ///< of a button or an action
    Keys keys = {};        ///< of an action; the first is in its tip too
    QString status = {};   ///< of an action, for the status bar
};

void describe(QWidget& made, const Description& as);
void describe(QAction& made, const Description& as);

template <class Made>
Made* described(Made* made, const Description& as)
{
    describe(*made, as);
    return made;
}

/// The same for a button, an action, a slider, a number, or a box from which the user chooses, and what that does.
template <class Made, class Context, class Act>
Made* described(Made* made, const Description& as, Context* context, Act act)
{
    if constexpr (std::derived_from<Made, QAbstractButton>) {
        QObject::connect(made, &QAbstractButton::clicked, context, act);
    } else if constexpr (std::derived_from<Made, QComboBox>) {
        QObject::connect(made, &QComboBox::activated, context, act);
    } else if constexpr (requires { &Made::valueChanged; }) {
        QObject::connect(made, &Made::valueChanged, context, act);
    } else {
        QObject::connect(made, &QAction::triggered, context, act);
    }
    return described(made, as);
}

/// A flat button of an icon. Its words are its tip, and what a screen reader says.
QToolButton* iconButton(QWidget* parent, const char* icon, const QString& words);

template <class Context, class Act>
QToolButton* iconButton(QWidget* parent, const char* icon, const QString& words, Context* context, Act act)
{
    return described(iconButton(parent, icon, words), {}, context, act);
}

/// A field to search in something, with what stands in it while it is empty.
QLineEdit* searchField(QWidget* parent, const QString& title, const QString& placeholder);

/// A label whose key goes to the field.
QLabel* labelOf(QWidget* field, const QString& text, QWidget* parent);

/// A form that scrolls where it has too little room: docks know it by its name.
QScrollArea* scrolled(QWidget* form, QWidget* parent);

/// Hidden or not, it takes its room, so that nothing moves as it comes and goes.
void keepRoom(QWidget& widget);

} // namespace editor
