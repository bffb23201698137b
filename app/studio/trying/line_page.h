// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/trying/try_page.h"

#include <QColor>
#include <QWidget>
#include <string>
#include <vector>

class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace studio {

/// A line of text, each character on a ground of its own, with a marker under one of them. Wraps where it is long; the
/// mouse moves the marker.
class TintedLine : public QWidget {
    Q_OBJECT

public:
    struct Character {
        QString text;
        QColor ground = {}; ///< none: it is not read
        QString tip = {};
        bool turns = false; ///< another class leads than before
    };

    explicit TintedLine(QWidget* parent = nullptr);

    void setCharacters(std::vector<Character> characters);
    const std::vector<Character>& characters() const { return m_characters; }
    void setMarker(int character); ///< -1: none
    QRect cellOf(int character) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

signals:
    void moved(int character);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    QSize cell() const;
    int columns(int width) const;
    int characterAt(QPoint point) const;

    std::vector<Character> m_characters;
    int m_marker = -1;
};

class VerdictView;

/// A line of text of the user's own, and what the net says of it after each character.
class LinePage : public TryPage {
    Q_OBJECT

public:
    explicit LinePage(QWidget* parent = nullptr);

    void setNet(const TrialNet& net) override;
    void setSamples(const engine::NamedSamples* samples) override;
    void setAnswer(const TrialAnswer& answer) override;
    bool take(const std::filesystem::path& file) override;
    std::string made() const override;
    void makeAgain(const std::string& made) override;
    void ask() override;

    void save(const std::filesystem::path& file, const std::string& ofClass);

private:
    /// A character of the line: which steps of the sequence it is.
    struct Place {
        QString text;
        int end = 0;         ///< of the reading, behind its last step
        bool isRead = false; ///< else the net does not know it, or the line is too long
    };

    void readPlaces();
    void takeSample();
    void tint();
    void say(int unknown, int behind);

    TrialNet m_net;
    const engine::NamedSamples* m_samples = nullptr;
    std::vector<Place> m_places;
    std::vector<float> m_sequence;
    QLineEdit* m_line;
    TintedLine* m_tinted;
    QLabel* m_remark;
    VerdictView* m_verdict;
    QToolButton *m_random, *m_save;
    QMenu* m_classes;
};

} // namespace studio
