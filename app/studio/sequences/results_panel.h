// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/trial_session.h"
#include "app/studio/workspace/workspace.h"
#include "editor/work/latest_work.h"
#include "engine/training/measure/metrics.h"

#include <QTableWidget>
#include <QWidget>
#include <string>
#include <vector>

class QBoxLayout;
class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTabWidget;
class QTreeWidget;

namespace studio {

/// How often each class was taken for each, as a table of heat: a row for what came, a column for what the net said,
/// and how much of each class it found.
class ConfusionView : public QTableWidget {
    Q_OBJECT

public:
    explicit ConfusionView(QWidget* parent = nullptr);

    void setMatrix(const engine::ConfusionMatrix& matrix, std::vector<std::string> classes);
    const engine::ConfusionMatrix& matrix() const { return m_matrix; }

private:
    void fill();
    void fillRow(int truth);
    void put(int row, int column, const QString& words, const QString& tip, Qt::Alignment alignment,
             const QBrush& ground = {});
    QString nameOf(std::int64_t index) const;

    engine::ConfusionMatrix m_matrix;
    std::vector<std::string> m_classes;
};

class SamplePictures;
class SeriesPlot;

/// What the trained net says of sequences that it did not learn from: metrics, which classes it mistakes for which and
/// the surest mistakes, or its numbers against the true ones. Evaluates when a run has ended, and when asked.
class ResultsPanel : public QWidget {
    Q_OBJECT

public:
    explicit ResultsPanel(Workspace& workspace, QWidget* parent = nullptr);

    const Evaluation* shown() const { return m_shown.get(); } ///< null: nothing was evaluated yet
    bool isBusy() const { return m_work.isBusy(); }

public slots:
    void evaluate();

private:
    void resizeEvent(QResizeEvent* event) override;
    void buildHead();
    QWidget* buildClasses();
    QWidget* buildNumbers();
    void start(std::shared_ptr<const NetSnapshot> net);
    void show(const std::shared_ptr<const Evaluation>& evaluation);
    void showClasses();
    void showNumbers();
    void showForecasts();
    void showSentence(const QString& sentence);
    void clear();
    void noteChange();
    void refresh();
    bool canEvaluate() const;
    bool isOfEarlierRun() const;
    QString whatIsShown() const;
    static QString partName(engine::Split part);

    Workspace& m_workspace;
    std::shared_ptr<const Evaluation> m_shown; ///< shared with the work that made it
    QString m_failure;                         ///< why nothing is shown; empty: nothing failed
    std::string m_dataOfRun;                   ///< that the drawing named as the run began
    std::string m_dataBefore;                  ///< that it named as the evaluation began
    int m_asked = 0, m_run = 0;                ///< ids of the runs whose nets are evaluated and shown
    bool m_wasBusy = false;                    ///< a run went on
    QPushButton* m_evaluate;
    QComboBox* m_part;
    QLabel *m_caption, *m_metrics, *m_forecast, *m_sentence;
    QBoxLayout* m_body; ///< figures and pages
    QStackedWidget* m_pages;
    ConfusionView* m_confusion;
    SamplePictures* m_mistakes;
    QLabel* m_mistakesTitle;
    QTreeWidget* m_lines; ///< the surest mistakes of a net that reads lines of text
    QTabWidget* m_numbers;
    SeriesPlot *m_overTime, *m_scatter;
    editor::LatestWork m_work; // last, so that it ends before what it uses goes
};

} // namespace studio
