// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <QComboBox>
#include <QLabel>
#include <QTest>
#include <QVariant>

/// The part with these words on it, or as its name for a screen reader: one in sight where there are several, null
/// where there is none.
template <class Part>
Part* calledIfThere(const QObject& whole, const QString& words)
{
    Part* found = nullptr;
    for (Part* part : whole.findChildren<Part*>()) {
        const bool fits =
            part->property("accessibleName") == words || part->property("text").toString().remove(u'&') == words;
        if (fits && (!found || (part->isVisible() && !found->isVisible()))) {
            found = part;
        }
    }
    return found;
}

/// The same of a part that must be there.
template <class Part>
Part* called(const QObject& whole, const QString& words)
{
    Part* const found = calledIfThere<Part>(whole, words);
    if (!found) {
        qFatal("no %s is called \"%s\"", Part::staticMetaObject.className(), qPrintable(words));
    }
    return found;
}

/// Chooses a row of the box as a user does.
inline void choose(QComboBox& box, int row)
{
    QVERIFY(row >= 0);
    box.setCurrentIndex(row);
    emit box.activated(row);
}

inline void choose(QComboBox& box, const QString& text)
{
    choose(box, box.findText(text));
}

/// Whether a label has this text, starts with it or contains it.
inline bool says(const QObject& whole, const QString& words, Qt::MatchFlag how = Qt::MatchExactly)
{
    return std::ranges::any_of(whole.findChildren<QLabel*>(), [&](const QLabel* label) {
        return how == Qt::MatchContains     ? label->text().contains(words)
               : how == Qt::MatchStartsWith ? label->text().startsWith(words)
                                            : label->text() == words;
    });
}
