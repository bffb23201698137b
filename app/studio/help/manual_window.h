// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace studio {

/// The manual in the user's language: pages beside their contents, with a search through all of them. It stays open
/// while one works.
class ManualWindow : public QWidget {
    Q_OBJECT

public:
    explicit ManualWindow(QWidget* parent = nullptr);

    void showContents();

private:
    void fillContents();
    void search(const QString& words);
    void findNext();

    QLineEdit* m_search;
    QListWidget* m_contents;
    QTextBrowser* m_text;
};

} // namespace studio
