// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/lens/lens_reading.h"
#include "app/studio/lens/lens_scale.h"
#include "app/studio/session/latest_work.h"
#include "app/studio/text/text_source.h"
#include "engine/graph/held_unit.h"
#include "engine/lens/units_that_follow.h"

#include <memory>
#include <QWidget>

class QComboBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QStackedWidget;

namespace studio {

class HeatMap;
class LensLegend;
class LensText;

/// What the lens is to read, and by which net.
struct LensWish {
    enum class Text { Written, Learned, Typed };

    std::string checkpoint; ///< as TextSource has it
    Text text = Text::Written;
    QString typed;
};

/// Tints a text by what a unit of a net did at each character, and finds the units that follow something. Knows nothing
/// of threads that train and of files: what it asks for comes back through its slots.
class LensPanel : public QWidget {
    Q_OBJECT

public:
    explicit LensPanel(QWidget* parent = nullptr);

    void setSources(const std::vector<TextSource>& sources); ///< keeps the choice where it is still there

    void show(std::shared_ptr<const LensReading> reading); ///< shared with the search that runs over it
    void fail(const QString& sentence);
    void clear(); ///< nothing is read; another project has other texts

    const LensReading* reading() const { return m_reading.get(); }
    std::int64_t unit() const;
    void choose(std::size_t layer, std::int64_t quantity, std::int64_t unit);

signals:
    void readRequested(const studio::LensWish& wish);
    void clampRequested(const engine::HeldUnit& unit); ///< the unit's state, in the panel that sets it

private:
    QWidget* makeChoice();
    QWidget* makeUnitRow();
    QWidget* makeSearchRow();
    QWidget* makeViews();
    static QString whatForWords();
    void ask();
    void fillQuantities();
    void showUnit();
    void showHeat();
    void find();
    void list(const std::vector<engine::Follower>& found);
    std::vector<float> wantedSeries() const;
    void updateState();
    void offerPatterns();
    const engine::UnitValues* layer() const;

    std::vector<TextSource> m_sources;
    std::shared_ptr<const LensReading> m_reading; ///< shared with the search under way
    std::vector<engine::Follower> m_found;
    LensScale m_scale;
    bool m_busy = false;

    QComboBox *m_source, *m_what, *m_layer, *m_quantity, *m_pattern;
    QPlainTextEdit* m_typed;
    QPushButton *m_read, *m_clamp, *m_find;
    QSpinBox* m_unit;
    QLabel* m_empty;         ///< what it is for, or why nothing was read
    QStackedWidget* m_pages; ///< what it is for, or what was read
    LensText* m_text;
    HeatMap* m_heat;
    QListWidget* m_followers;
    LensLegend* m_legend;
    QLabel* m_status;
    LatestWork m_search; // last, so that it ends before what it uses goes
};

} // namespace studio
