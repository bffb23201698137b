// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/trying/try_page.h"

#include <QWidget>
#include <string>
#include <vector>

class QLineEdit;

namespace studio {

class LensText;

/// A line of text of the user's own, each character on a ground of the class that leads after it, and what the net says
/// there.
class LinePage : public TryPage {
    Q_OBJECT

public:
    explicit LinePage(QWidget* parent = nullptr);

    void setNet(const TrialNet& net) override;
    void setSamples(const engine::NamedSamples* samples) override;
    void setAnswer(const TrialAnswer& answer) override;
    bool take(const std::filesystem::path& file) override;
    std::string made() const override;
    void makeAgain(const std::string& made) override;
    void ask() override;

    void save(const std::filesystem::path& file, const std::string& ofClass);

private:
    /// A character of the line: which steps of the sequence it is.
    struct Place {
        QString text;
        int end = 0;         ///< of the reading, behind its last step
        bool isRead = false; ///< else the net does not know it, or the line is too long
    };

    void readPlaces();
    void takeSample();
    void tint();
    void say(int unknown, int behind);

    std::vector<Place> m_places;
    std::vector<float> m_sequence;
    QLineEdit* m_line;
    LensText* m_tinted;
    QLabel* m_remark;
    QToolButton *m_random, *m_save;
};

} // namespace studio
