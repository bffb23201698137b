// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"

#include <QListWidget>
#include <vector>

namespace studio {

QString settingsOf(const WrittenText& text); ///< "Iteration 2,000 · temperature 0.8 · seed 42"

/// The texts that were written, the newest on top, each with all that it takes to write it again. Branches and
/// continuations stand below the text that they come from, the newest of them first, further in.
class TextHistory : public QListWidget {
    Q_OBJECT

public:
    static constexpr std::size_t most = 200; ///< kept; the oldest goes

    explicit TextHistory(QWidget* parent = nullptr);

    const std::vector<WrittenText>& texts() const { return m_texts; } ///< the newest last
    void setTexts(std::vector<WrittenText> texts);
    int add(const WrittenText& text); ///< gives its number, WrittenText::id

signals:
    void chosen(const studio::WrittenText& text);
    void replayed(const studio::WrittenText& text); ///< to be written again, the same way
    void removed();                                 ///< by the user: texts() has one less

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    const WrittenText* textAt(int row) const;
    void limit();
    void fill();
    void fillBelow(int parent, int depth);
    void addRow(std::size_t index, int depth);
    void removeAt(int row);

    std::vector<WrittenText> m_texts;
    std::vector<std::size_t> m_rows; ///< which of them a row shows
};

} // namespace studio
