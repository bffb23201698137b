// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

class QLineEdit;
class QListWidget;
class QTextBrowser;
class QUrl;

namespace studio {

/// The manual in the user's language: pages beside their contents, with a search through all of them. It stays open
/// while one works.
class ManualWindow : public QWidget {
    Q_OBJECT

public:
    explicit ManualWindow(QWidget* parent = nullptr);

    void show(const QString& page); ///< "training"; of an unknown one the contents stay

private:
    void fillContents();
    void follow(const QUrl& link);
    void search(const QString& words);
    void findNext();

    QLineEdit* m_search;
    QListWidget* m_contents;
    QTextBrowser* m_text;
};

/// A page of the manual as Markdown, in the user's language; empty where there is none.
QString manualPage(const QString& page);

} // namespace studio
