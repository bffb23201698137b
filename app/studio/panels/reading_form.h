// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"
#include "engine/data/corpus.h"

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <QWidget>
#include <string>
#include <utility>
#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QMenu;
class QPushButton;
class QSpinBox;

namespace editor {
class TintedLabel;
} // namespace editor

namespace studio {

/// The parts of a text, or of sequences, as one bar: what is trained on, what is held out.
class SplitBar : public QWidget {
    Q_OBJECT

public:
    enum class Counts { Characters, Sequences };

    explicit SplitBar(QWidget* parent = nullptr);

    /// Of training, validation and test.
    void setParts(const std::array<std::int64_t, 3>& parts, Counts counts = Counts::Characters);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::array<std::int64_t, 3> m_parts = {}; ///< for training, validation and test
};

/// How data are read: parameters of the drawing's first layer of one type, with the shares that are held out. In a
/// drawing without such a layer a note says what is read instead.
class ReadingForm : public QWidget {
    Q_OBJECT

public:
    struct Words {
        QString title;
        QString note; ///< shown where there is no such layer
        QString edit; ///< the change, as the history calls it
    };
    ReadingForm(editor::Document& document, std::string layerType, const Words& words, QWidget* parent);

    QSpinBox* addCount(const QString& label, const char* key);
    /// Each choice: the parameter's value, and what it is called.
    QComboBox* addChoice(const QString& label, const char* key,
                         std::initializer_list<std::pair<const char*, QString>> choices);
    void addShares(); ///< behind the fields above

    /// Shows what the parameter is in a box of addChoice().
    static void showChoice(QComboBox& box, const std::string& value);

    void refresh(const engine::SplitFractions& fractions);
    void setRowVisible(QWidget* field, bool visible);
    void setLabel(QWidget* field, const QString& label);
    /// What the data lack, in amber, with a button for what helps, or for a menu where several things do; empty:
    /// nothing.
    struct Advice {
        QString sentence = {}, button = {}; ///< the button of a menu
        std::vector<std::pair<QString, std::function<void()>>> remedies = {};
    };
    void advise(const Advice& advice);
    Advice toHoldOut();                    ///< where nothing is held out
    void setTestComesWithData(bool comes); ///< words say so where its share is 0, and where validations are of it
    SplitBar& split() { return *m_split; }

    const editor::Node* layer() const; ///< null: the drawing has none
    void set(const std::string& key, const engine::ParamValue& value);

signals:
    void refused(const QString& sentence); ///< a value that set() was given

protected:
    void addField(const QString& label, QWidget* field);

private:
    QDoubleSpinBox* shareBox(const char* key);

    editor::Document& m_document;
    std::string m_layerType;
    QString m_edit;
    QLabel* m_note;
    QFormLayout* m_form;
    std::vector<QWidget*> m_fields;
    QDoubleSpinBox *m_validation, *m_test;
    editor::TintedLabel* m_advice;
    QPushButton* m_remedy;
    QMenu* m_remedies;
    SplitBar* m_split;
};

} // namespace studio
