// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/trial_session.h"
#include "engine/data/table_format.h"

#include <filesystem>
#include <functional>
#include <QImage>
#include <QString>
#include <QWidget>
#include <string>
#include <vector>

class QMenu;
class QToolButton;

namespace studio {

/// As a PNG in the folder of its class below `folder`, which is made where it is missing, under a name that is free.
std::filesystem::path savePicture(const QImage& image, const std::filesystem::path& folder, const std::string& ofClass);

/// As a line label<TAB>text behind the others of the file.
void appendLine(const std::filesystem::path& file, const std::string& ofClass, const std::string& text);

/// As CSV.
void saveTable(const std::filesystem::path& file, const std::vector<std::vector<std::string>>& rows, char delimiter);

/// The text of the last line of such a file, without its label; a text without lines has none.
std::string lastLineOf(const std::filesystem::path& file);

/// The numbers of the column of that name in a table that is written in that format; NaN where a row has none.
std::vector<double> columnOf(const std::filesystem::path& file, const std::string& name,
                             const engine::TableFormat& format);

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
QToolButton* toolButton(const QString& text, const QString& icon, const QString& tip, QWidget* parent,
                        const std::function<void()>& act = {});

/// The same for what is chosen from a menu at once.
QToolButton* menuButton(const QString& text, const QString& icon, const QString& tip, QMenu* menu, QWidget* parent);

/// Lists the classes, where the menu does not already: it may be open while a net in training is taken again.
void fillWithClasses(QMenu& menu, const std::vector<std::string>& classes,
                     const std::function<void(const std::string&)>& chosen);

} // namespace studio
