// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <QAbstractButton>
#include <QAction>
#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QMargins>
#include <QString>

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

/// What is said of a widget or of an action; empty: as it is.
struct Description {
    const char* name = "";
    QString title = {}; ///< for who cannot see it
    QString tip = {};
};

template <class Made>
Made* described(Made* made, const Description& as)
{
    if (*as.name != '\0') {
        made->setObjectName(QLatin1String(as.name));
    }
    if (!as.tip.isEmpty()) {
        made->setToolTip(as.tip);
    }
    if constexpr (std::derived_from<Made, QWidget>) {
        if (!as.title.isEmpty()) {
            made->setAccessibleName(as.title);
        }
    }
    return made;
}

/// The same for a button, an action, or a box from which the user chooses, and what that does.
template <class Made, class Context, class Act>
Made* described(Made* made, const Description& as, Context* context, Act act)
{
    if constexpr (std::derived_from<Made, QAbstractButton>) {
        QObject::connect(made, &QAbstractButton::clicked, context, act);
    } else if constexpr (std::derived_from<Made, QComboBox>) {
        QObject::connect(made, &QComboBox::activated, context, act);
    } else {
        QObject::connect(made, &QAction::triggered, context, act);
    }
    return described(made, as);
}

} // namespace editor
