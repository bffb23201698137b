// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/variation.h"
#include "engine/graph/params.h"

#include <optional>
#include <QString>
#include <QWidget>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace editor {
class TintedLabel;
} // namespace editor

namespace studio {

/// A setting of a net or of its solver that may vary.
struct SweptSetting {
    std::string name; ///< "lstm.num_output"; "cell": that of all recurrent layers
    QString label;    ///< "lstm: Units"
    const engine::ParamSpec* spec = nullptr;
    enum class Group { Learning, Net, Data } group = Group::Learning;
    QString value = {}; ///< as it is now; empty: it is not said
};

/// Those with single numbers or words that change what is learned, group by group: the solver's, then the layers' in
/// their order.
std::vector<SweptSetting> settingsOf(const engine::RunDescription& given);

/// One row of the form: a setting, and the values to try, as a list or a range.
class SweepRow : public QWidget {
    Q_OBJECT

public:
    /// `settings` and `given` must outlive it.
    SweepRow(const std::vector<SweptSetting>& settings, const engine::RunDescription& given, int chosen,
             QWidget* parent = nullptr);

    bool isRange() const;
    bool isOfCell() const { return setting().name == "cell"; }
    void setList(const QString& values);
    void focusList();
    bool isComplete() const; ///< values are given

    /// The values to try; nothing where they are wrong, which the row then says, or not complete.
    std::optional<queue::Variation> variation();
    void showProblem(const QString& sentence);

signals:
    void changed();
    void removed(); ///< the user wants it gone

private:
    void fillSettings();
    const SweptSetting& setting() const;
    bool isNumber() const;
    void showKind();
    queue::Variation read() const;

    const std::vector<SweptSetting>& m_settings;
    const engine::RunDescription& m_given;
    QComboBox *m_setting, *m_kind;
    QLineEdit *m_list, *m_from, *m_to;
    QLabel* m_until;
    editor::TintedLabel* m_problem;
};

} // namespace studio
