// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/autosave.h"
#include "app/studio/start/sample.h"

#include <map>
#include <QAbstractButton>
#include <QStringList>
#include <QWidget>

class QAction;
class QGridLayout;
class QListWidget;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace studio {

/// A sample as a card to click: a picture of its net, its name, what it is.
class SampleCard : public QAbstractButton {
    Q_OBJECT

public:
    explicit SampleCard(Sample sample, QWidget* parent = nullptr);

    const Sample& sample() const { return m_sample; }
    QSize sizeHint() const override;

signals:
    void setChosen(const QString& knownSet); ///< to open the sample with; by its name

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Sample m_sample;
};

/// What the studio opens on: begin something new, go on with a recent file, or open a sample.
class StartPage : public QWidget {
    Q_OBJECT

public:
    /// The window's own actions: new, open, resume of lost work.
    explicit StartPage(const QList<QAction*>& actions, QWidget* parent = nullptr);

    void setSamples(std::vector<Sample> samples);
    void setSamplesProblem(const QString& sentence); ///< instead of samples
    void setRecent(const QStringList& files);
    void setRecoverable(const std::vector<Recoverable>& copies); ///< of work that a crash interrupted
    void setNotice(const QString& sentence);                     ///< what went wrong last; empty: nothing
    void offer(QWidget* card);                                   ///< above the samples; the page owns it

    SampleCard* firstCard() const; ///< null where there is none

signals:
    void fileChosen(const QString& file);
    void sampleChosen(const QString& file, const QString& knownSet); ///< to be opened and to learn from the set
    void recoverChosen(const studio::Recoverable& copy);
    void discardChosen(const studio::Recoverable& copy); ///< and meant, when asked

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* recoveryRow(const Recoverable& copy);
    /// The samples of a kind. Closed, as at first, it shows one of them, so that all groups have room side by side.
    struct Group {
        QLabel* title;     ///< these are children of the card area
        QToolButton* more; ///< opens and closes; null where there is one card
        std::vector<SampleCard*> cards = {};
        bool open = false;
    };
    Group& groupOf(const Sample& sample);
    void setOpen(Group& group, bool open);
    void placeCards();
    void placeCards(int columns);

    QListWidget* m_recent;
    QLabel* m_noRecent;
    QLabel* m_notice;
    QVBoxLayout* m_offers;
    QWidget* m_recovery;
    QVBoxLayout* m_recoveryRows;
    QLabel* m_samplesProblem;
    QWidget* m_cardArea;
    QGridLayout* m_grid;
    std::map<SampleGroup, Group> m_groups; ///< none is empty
    int m_columns = 0;
};

} // namespace studio
