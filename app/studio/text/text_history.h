// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"

#include <QListWidget>
#include <vector>

namespace studio {

QString settingsOf(const WrittenText& text); ///< "Iteration 2,000 · temperature 0.8 · seed 42"

/// The texts that were written, the newest on top, each with all that it takes to write it again.
class TextHistory : public QListWidget {
    Q_OBJECT

public:
    static constexpr std::size_t most = 200; ///< kept; the oldest goes

    explicit TextHistory(QWidget* parent = nullptr);

    const std::vector<WrittenText>& texts() const { return m_texts; } ///< the newest last
    void setTexts(std::vector<WrittenText> texts);
    void add(const WrittenText& text);

signals:
    void chosen(const studio::WrittenText& text);
    void replayed(const studio::WrittenText& text); ///< to be written again, the same way

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    const WrittenText* textAt(int row) const;
    void fill();
    void removeAt(int row);

    std::vector<WrittenText> m_texts;
};

} // namespace studio
