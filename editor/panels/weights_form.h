// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"

#include <QWidget>

class QCheckBox;
class QGridLayout;
class QLineEdit;

namespace editor {

class NumberBox;
class FieldProblem;

/// How fast each of a layer's weights learns and decays, with whom it is shared, and whether all are frozen.
class WeightsForm : public QWidget {
    Q_OBJECT

public:
    explicit WeightsForm(Document& document, QWidget* parent = nullptr);

    void show(const std::vector<Id>& ids);
    bool hasWeights() const { return m_hasWeights; }

private:
    struct Row {
        QString weight;
        std::size_t place; ///< among the layer's `param` fields
        NumberBox* rate;
        NumberBox* decay;
        QLineEdit* name;
    };

    void build(const engine::Sizes& sizes);
    void addRow(QGridLayout* grid, const QString& weight, std::size_t place);
    void freeze(bool frozen);
    void setNumber(const Row& row, const NumberBox& box, std::optional<double> engine::WeightSettings::*member);
    void setName(const Row& row, const QString& name);
    void change(const QString& label, const QString& mergeKey, std::size_t place,
                const std::function<void(engine::WeightSettings&)>& edit);
    QString mergeKey(const char* setting, std::size_t place) const;

    Document& m_document;
    std::vector<Id> m_ids;
    std::vector<std::string> m_shown; ///< names of the weights that have rows
    bool m_hasWeights = false;
    QCheckBox* m_frozen;
    QWidget* m_table = nullptr;
    FieldProblem* m_problem;
    std::vector<Row> m_rows;
    int m_typing = 0; ///< goes up each time a number is left
};

} // namespace editor
