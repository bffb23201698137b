// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <QColor>
#include <QPen>
#include <QString>
#include <QWidget>
#include <string>
#include <vector>

namespace studio {

/// The colour of a class by its number; after eight classes they come again, with a dashed line.
QColor classColour(std::size_t number);
QPen classPen(std::size_t number);

QString classText(const std::vector<std::string>& classes, std::size_t number); ///< its name
QString percent(double chance);                                                 ///< "97 %"

/// The chance of each class as a bar; of many classes those with the greatest.
class ChanceBars : public QWidget {
    Q_OBJECT

public:
    static constexpr std::size_t most = 12; ///< bars

    explicit ChanceBars(QWidget* parent = nullptr);

    void setClasses(const std::vector<std::string>& classes);
    void setChances(std::vector<float> chances); ///< [classes]; none: no bars
    const std::vector<float>& chances() const { return m_chances; }
    int decided() const; ///< the likeliest class; -1: none

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<std::size_t> shown() const;

    std::vector<std::string> m_classes;
    std::vector<float> m_chances;
};

} // namespace studio
