// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/lens/lens_scale.h"
#include "app/studio/session/net_source.h"
#include "app/studio/text/net_box.h"
#include "editor/work/latest_work.h"
#include "engine/graph/go_on.h"
#include "engine/graph/held_unit.h"
#include "engine/lens/unit_values.h"
#include "engine/lens/units_that_follow.h"

#include <cstdint>
#include <memory>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <span>
#include <string>
#include <vector>

class QBoxLayout;
class QComboBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QSplitter;
class QStackedWidget;

namespace studio {

/// A text as a net read it, with what every unit held at each character.
struct LensReading {
    static constexpr std::size_t most = 10'000;     ///< characters; with 2 x 512 units of an LSTM 240 MB
    static constexpr std::size_t beginning = 2'000; ///< characters that are shown while the rest is read

    std::u32string text; ///< the characters that the net knows, one for each step
    std::vector<engine::UnitValues> layers;
    std::int64_t iteration = 0; ///< of the net
    bool cut = false;           ///< the text went on
    bool isBeginning = false;   ///< what comes after it is still being read
    bool leftOut = false;       ///< it had characters that the net does not know
    double seconds = 0;         ///< that reading took
};

/// Reads the first `most` characters of UTF-8 with `threads` threads (0: one for each core). Throws engine::Error, and
/// CancelledError where `goOn` says no.
LensReading readForLens(const NetSnapshot& net, const std::string& text, int threads, const engine::GoOn& goOn,
                        std::size_t most = LensReading::most);

/// Chooses one series of what a net's units held: a layer, one of its gates or states, a unit.
class UnitChooser : public QWidget {
    Q_OBJECT

public:
    explicit UnitChooser(QWidget* parent = nullptr);

    /// Keeps the choice as far as the net has it; chosen() follows. They outlive the next ones; none: there is nothing
    /// to choose.
    void setLayers(std::span<const engine::UnitValues> layers);

    void choose(std::size_t layer, std::int64_t quantity, std::int64_t unit);
    void chooseUnit(std::int64_t unit); ///< of the same layer and quantity

    const engine::UnitValues* layer() const; ///< null: nothing was read
    std::size_t layerNumber() const { return static_cast<std::size_t>(layer() - m_layers.data()); }
    std::int64_t quantity() const; ///< negative: none
    std::int64_t unit() const;

signals:
    void chosen(); ///< another series

private:
    void fillQuantities();

    std::span<const engine::UnitValues> m_layers;
    QComboBox *m_layer, *m_quantity;
    QSpinBox* m_unit;
};

class LensText;

class HeatMap;
class LensLegend;

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

    void setSources(const std::vector<TextSource>& sources); ///< keeps what the user chose where it is still there
    void choose(const std::string& checkpoint);              ///< of the sources, or of those that come next
    void setRefusal(const QString& sentence);                ///< why the drawn net reads no text; empty: it does

    /// Shared with what searches it. After a beginning the whole text follows, and the choices in it stay.
    void show(std::shared_ptr<const LensReading> reading);
    void fail(const QString& sentence);
    void clear();               ///< another project has other nets and other texts
    std::string chosen() const; ///< text and unit, for a project to keep; empty: as at first
    void chooseAgain(const std::string& chosen);

signals:
    void readRequested(const studio::LensWish& wish);
    void clampRequested(const engine::HeldUnit& unit); ///< the unit's state, in the panel that sets it

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeChoice();
    QWidget* makeSearch();
    QWidget* makeViews();
    void ask();
    void requestClamp();
    void showUnit();
    void showHeat();
    void showState(); ///< what it is for, or why nothing is or can be read; whether it reads

    // The units that follow a pattern of the text, or what the user has selected there.

    void resetSearch(); ///< forgets what was found in the reading before
    void findUnits();
    void listFound(std::vector<engine::Follower> found);
    bool isOfSelection() const; ///< instead of a pattern
    std::vector<float> wantedSeries() const;
    void offerPatterns();

    QString m_refusal;
    QString m_failure;                            ///< why nothing was read; empty: nothing failed
    std::shared_ptr<const LensReading> m_reading; ///< shared with the search under way
    LensScale m_scale;                            ///< of all units
    QStringList m_wanted;                         ///< the unit to choose once something is read
    bool m_busy = false;

    NetBox* m_net;
    QComboBox* m_what;
    QPlainTextEdit* m_typed;
    QPushButton* m_read;
    QLabel* m_empty;         ///< what it is for, or why nothing was read
    QStackedWidget* m_pages; ///< what it is for, or what was read
    QBoxLayout* m_choices;   ///< of the unit, of a pattern
    QSplitter* m_views;      ///< the text and the map of all units, the units that were found
    LensText* m_text;
    HeatMap* m_heat;
    UnitChooser* m_units;
    QWidget* m_searchRow;
    QComboBox* m_pattern;
    QListWidget* m_followers;
    std::vector<engine::Follower> m_found;
    LensLegend* m_legend;
    QLabel* m_status;
    editor::LatestWork m_search; // last, so that it ends before what it uses goes
};

} // namespace studio
