// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

class QGridLayout;
class QLabel;
class QLineEdit;
class QScrollArea;

namespace editor {

class CellCard;

/// The cells of the library as cards to choose from.
class CellGallery : public QWidget {
    Q_OBJECT

public:
    explicit CellGallery(QWidget* parent = nullptr);

    QLineEdit* filter() const { return m_filter; }
    std::vector<CellCard*> shownCards() const; ///< those that have the words of the filter

signals:
    void use(const QString& name);      ///< of the library's cell
    void editCopy(const QString& text); ///< its equations, with the comments

protected:
    void keyPressEvent(QKeyEvent* event) override; ///< of the filter: down to the cards
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void placeCards();
    void fillNext();
    int columns() const;
    void walk(int key); ///< by an arrow, from the card that has the keyboard
    void focusCard(std::ptrdiff_t index);

    QLineEdit* m_filter;
    QLabel* m_none;
    QScrollArea* m_scroll;
    QGridLayout* m_grid;
    std::vector<CellCard*> m_cards;
    int m_columns = 0; ///< that the cards stand in
};

} // namespace editor
