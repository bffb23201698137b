// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "app/studio/text/source_choice.h"
#include "engine/data/vocabulary.h"

#include <QWidget>
#include <string>
#include <vector>

class QComboBox;
class QFormLayout;
class QLabel;

namespace studio {

class PromptEdit;
class SamplingControls;

/// What a text is asked for by: net, prompt, and how characters are drawn.
class WritingForm : public QWidget {
    Q_OBJECT

public:
    explicit WritingForm(QWidget* parent = nullptr);

    void setSources(const std::vector<TextSource>& sources); ///< keeps the choice where it is still there
    void setSource(const std::string& checkpoint);           ///< such as that of a mark that was clicked
    bool hasSources() const { return !m_choice.all().empty(); }
    void setVocabulary(const engine::Vocabulary& vocabulary);
    QString prompt() const;
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
    void showUnknown(const QStringList& unknown);
    void colour();

    SourceChoice m_choice;
    QComboBox* m_source;
    PromptEdit* m_prompt;
    QFormLayout* m_form;
    QLabel* m_unknown;
    SamplingControls* m_sampling;
};

quint64 drawSeed(); ///< short enough to be told and typed

} // namespace studio
