// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <QWidget>

namespace studio {

/// The parts of a text, or of sequences, as one bar: what is trained on, what is held out.
class SplitBar : public QWidget {
    Q_OBJECT

public:
    enum class Counts { Characters, Sequences };

    explicit SplitBar(QWidget* parent = nullptr);

    void setParts(std::int64_t training, std::int64_t validation, std::int64_t test,
                  Counts counts = Counts::Characters);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::int64_t m_training = 0, m_validation = 0, m_test = 0;
};

} // namespace studio
