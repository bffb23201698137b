// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <QLayout>
#include <QList>
#include <QWidget>
#include <vector>

class QAction;
class QToolButton;

namespace editor {

/// Widgets beside each other, in as many lines as the width asks for; each in the middle of its line's height.
class FlowLayout : public QLayout {
public:
    explicit FlowLayout(QWidget* parent);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize minimumSize() const override;
    QSize sizeHint() const override { return minimumSize(); }
    void setGeometry(const QRect& area) override;

private:
    enum class Do { Measure, Place };
    int flow(const QRect& area, Do what) const; ///< returns the height that it takes
    QSize sizeIn(const QRect& area, std::size_t index) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

/// Actions as buttons, in as many rows as the width asks for: nothing is hidden. The words of as many, from the first
/// on, stand beside their icons as fit into two rows, in a low window into one.
class ToolFlow : public QWidget {
    Q_OBJECT

public:
    explicit ToolFlow(QWidget* parent = nullptr);

    void add(QAction* action);
    void add(const QList<QAction*>& actions);

private:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; ///< the window gets lower or higher
    int mostRows() const;
    void fit();
    void showWords(qsizetype count); ///< of the first ones

    QList<QToolButton*> m_buttons;
    int m_rows = 0; ///< that they were fitted into; 0: none yet
};

/// A part of a panel under a title that opens and closes it.
class Fold : public QWidget {
    Q_OBJECT

public:
    enum class State { Open, Closed };
    Fold(const QString& title, QWidget* content, State state, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setOpen(bool open);
    bool isOpen() const { return m_open; }

signals:
    void toggled(bool open);

private:
    QToolButton* m_button;
    QWidget* m_content;
    bool m_open = true;
};

} // namespace editor
