// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "app/studio/text/net_box.h"
#include "engine/data/vocabulary.h"

#include <optional>
#include <QKeySequence>
#include <QPlainTextEdit>
#include <QStringList>
#include <QWidget>
#include <string>
#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QSlider;
class QSpinBox;

namespace editor {

class TintedLabel;

} // namespace editor

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

private:
    void check();
    bool knows(char32_t character) const;

    engine::Vocabulary m_vocabulary;
    QStringList m_unknown;
};

/// What a text is asked for by: net, prompt, and how characters are drawn.
class WritingForm : public QWidget {
    Q_OBJECT

public:
    explicit WritingForm(QWidget* parent = nullptr);

    void setSources(const std::vector<TextSource>& sources); ///< keeps the choice where it is still there
    void setSource(const std::string& checkpoint);           ///< such as that of a mark that was clicked
    bool hasSources() const { return m_net->source() != nullptr; }
    void setVocabulary(const engine::Vocabulary& vocabulary);
    QString prompt() const;
    QKeySequence promptKey() const; ///< Alt and a letter that lead to it; none where a menu has that letter
    void setPrompt(const QString& prompt);
    void clear(); ///< another project has other nets and asks for other texts

    /// What would be asked for now; with a seed.
    WrittenText wish() const;
    void setWish(const WrittenText& wish);

signals:
    void accepted();       ///< Ctrl+Return in the prompt
    void sourcesChanged(); ///< there are other ones
    void promptChanged();

private:
    void addSampling();
    void applyPreset(int index);
    void showPreset();
    void setSeed(std::optional<quint64> seed); ///< nothing: another one each time
    void showUnknown();

    NetBox* m_net;
    PromptEdit* m_prompt;
    QFormLayout* m_form;
    editor::TintedLabel* m_unknown;

    // How characters are drawn.
    QComboBox* m_preset;
    QSlider* m_slider;
    QDoubleSpinBox* m_temperature;
    QSpinBox *m_length, *m_topK;
    QDoubleSpinBox* m_topP;
    QDoubleSpinBox* m_seed; ///< whole numbers that an int cannot hold; -1: random
};

quint64 drawSeed(); ///< short enough to be told and typed

} // namespace studio
