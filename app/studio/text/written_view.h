// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"

#include <optional>
#include <QColor>
#include <QPlainTextEdit>
#include <QString>
#include <QTimer>
#include <QWidget>
#include <span>
#include <string_view>
#include <vector>

namespace studio {

/// A text as a widget shows it, with the surprise of each of its UTF-16 units.
struct TintedText {
    QString text;
    std::vector<float> bits; ///< one for each unit of `text`; NaN: not known
};

/// `bits` has a value for each code point of the text, or none. Every unit stands for itself in a document: characters
/// that Qt would take for line breaks or drop show as pictures of themselves.
TintedText tinted(std::string_view utf8, std::span<const float> bits);

inline constexpr int surpriseLevels = 8; ///< of one bit each; the last for all above

int surpriseLevel(float bits); ///< -1: not known
QColor surpriseColour(int level);

class SurpriseHighlighter;

/// Shows a text that a net writes, as it is written: gathers what comes and draws it 30 times a second, follows the end
/// unless the user scrolled up, tints each character by its surprise and tells it under the mouse.
class WrittenView : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit WrittenView(QWidget* parent = nullptr);

    void showText(const WrittenText& text); ///< instead of what was shown; the prompt in bold
    void append(std::string_view utf8, std::span<const float> bits);
    void flush(); ///< draws at once what has come

    /// Replaces all from a place on by `character` and marks that. The view stays where it is until the end of what
    /// comes has no room in it.
    void branch(qint64 place, std::string_view character);
    void followEnd(); ///< scrolls there, and with what comes until the user scrolls up

    void setTinted(bool tinted);

    /// The surprise of the character at a position of the document; nothing where it is not known.
    std::optional<float> bitsAt(int position) const;

    qint64 placeAt(int position) const;           ///< the number of a character among all code points; -1: no character
    int positionUnder(const QPoint& point) const; ///< of the viewport; a line's end is its new line; -1: no character
    QString characterAt(int position) const;
    QString describe(int position) const; ///< "e: 2.10 bits, a chance of 1 in 4.29"
    QRect rectOf(int position) const;     ///< of the character in the viewport

protected:
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void insert(const TintedText& text, bool prompt);
    void mark(int position);
    void tintMark();
    void letGo(); ///< of the place of a branch

    std::vector<float> m_bits; ///< of each unit of the document
    SurpriseHighlighter* m_highlighter;
    std::optional<int> m_heldAt; ///< the scroll bar's value at a branch, until it scrolls
    bool m_follows = true;
    TintedText m_waiting;
    QTimer m_timer;
};

} // namespace studio
