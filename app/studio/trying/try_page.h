// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/trial_session.h"

#include <filesystem>
#include <functional>
#include <QString>
#include <QWidget>
#include <string>
#include <vector>

class QMenu;
class QToolButton;

namespace studio {

/// What one kind of sequence is tried with. Knows nothing of threads: it asks, and is told the answer.
class TryPage : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Another net, or the same one after more training: what the user has made stays where the net can read it.
    virtual void setNet(const TrialNet& net) = 0;
    virtual void setSamples(const engine::NamedSamples* samples) = 0; ///< null: there are none; gone after the next
    virtual void setAnswer(const TrialAnswer& answer) = 0;
    virtual bool take(const std::filesystem::path& file) = 0; ///< what was saved before; false: it is none of its kind
    virtual std::string made() const = 0;                     ///< by the user, for a project to keep; empty: nothing
    virtual void makeAgain(const std::string& made) = 0;      ///< at once, or when there is a net for it
    virtual void ask() = 0;                                   ///< asked() follows, where there is something to ask

signals:
    void asked(const studio::TrialQuestion& question);
    void noted(const QString& sentence); ///< what was saved, or what went wrong
};

/// A button with an icon of ours and a word beside it.
QToolButton* toolButton(const QString& text, const QString& icon, const QString& tip, QWidget* parent);

/// The same for what is chosen from a menu at once.
QToolButton* menuButton(const QString& text, const QString& icon, const QString& tip, QMenu* menu, QWidget* parent);

/// Lists the classes, where the menu does not already: it may be open while a net in training is taken again.
void fillWithClasses(QMenu& menu, const std::vector<std::string>& classes,
                     const std::function<void(const std::string&)>& chosen);

} // namespace studio
