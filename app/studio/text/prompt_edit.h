// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/vocabulary.h"

#include <QPlainTextEdit>
#include <QStringList>

namespace studio {

/// A few lines to begin from. Characters that the net does not know are underlined as they are typed.
class PromptEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit PromptEdit(QWidget* parent = nullptr);

    void setVocabulary(const engine::Vocabulary& vocabulary); ///< an empty one: nothing is known of the net
    const QStringList& unknown() const { return m_unknown; }  ///< each once, as a sentence names it
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void unknownChanged(const QStringList& unknown);
    void accepted(); ///< Ctrl+Return

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void check();
    bool knows(char32_t character) const;

    engine::Vocabulary m_vocabulary;
    QStringList m_unknown;
};

} // namespace studio
