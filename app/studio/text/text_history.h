// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"

#include <QTreeWidget>
#include <vector>

namespace studio {

QString settingsOf(const WrittenText& text); ///< "Iteration 2,000 · temperature 0.8 · seed 42"

/// The texts that were written, the newest on top, each with all that it takes to write it again. Branches and
/// continuations stand below the text that they come from, the newest of them first, further in.
class TextHistory : public QTreeWidget {
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

private:
    const WrittenText* textOf(const QTreeWidgetItem* row) const;
    void limit();
    QTreeWidgetItem* fill(); ///< gives the row of the newest

    std::vector<WrittenText> m_texts;
};

} // namespace studio
