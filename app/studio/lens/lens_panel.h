// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/lens/lens_reading.h"
#include "app/studio/lens/lens_scale.h"
#include "app/studio/text/source_choice.h"
#include "engine/graph/held_unit.h"

#include <memory>
#include <QStringList>
#include <QWidget>
#include <string>
#include <vector>

class QBoxLayout;
class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace studio {

class HeatMap;
class LensLegend;
class LensText;
class UnitChooser;
class UnitSearch;

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
    void clear(); ///< another project has other nets and other texts
    bool hasRead() const { return m_reading != nullptr; }
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
    QWidget* makeViews();
    void ask();
    void showUnit();
    void showHeat();
    void showEmpty(); ///< what it is for, or why nothing is or can be read
    void updateState();

    SourceChoice m_choice;
    QString m_refusal;
    QString m_failure;                            ///< why nothing was read; empty: nothing failed
    std::shared_ptr<const LensReading> m_reading; ///< shared with the search under way
    LensScale m_scale;                            ///< of all units
    QStringList m_wanted;                         ///< the unit to choose once something is read
    bool m_busy = false;

    QComboBox *m_source, *m_what;
    QPlainTextEdit* m_typed;
    QPushButton* m_read;
    QLabel* m_empty;         ///< what it is for, or why nothing was read
    QStackedWidget* m_pages; ///< what it is for, or what was read
    QBoxLayout* m_choices;   ///< of the unit, of a pattern
    QSplitter* m_views;      ///< the text and the map of all units, the units that were found
    LensText* m_text;
    HeatMap* m_heat;
    UnitChooser* m_units;
    UnitSearch* m_search;
    LensLegend* m_legend;
    QLabel* m_status;
};

} // namespace studio
