// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <QComboBox>
#include <string>
#include <vector>

namespace studio {

/// Something that can write.
struct TextSource {
    std::string run = {};        ///< its name; empty: of none
    std::string checkpoint = {}; ///< a file; empty: the net in training, or the one that the last run left
    std::int64_t iteration = 0;
    double loss = std::nan(""); ///< nats per character, or what a net of sequences minimises; NaN: not known
    bool best = false;
    bool imported = false; ///< another program's file, or of a queue's run: no iteration is told
    bool trains = false;   ///< of the net in training: its run is under way, not over
};

/// Which of the nets is taken: the one that the user chose, as long as it is there, or else the first. Where no net
/// trains, the best of the last run comes first: its last may be worse. A text loses its middle where it does not fit:
/// the ends tell such choices apart.
class NetBox : public QComboBox {
    Q_OBJECT

public:
    explicit NetBox(const QString& tip, QWidget* parent = nullptr);

    void setSources(const std::vector<TextSource>& sources);
    void choose(const std::string& checkpoint); ///< it may come later
    void forget();                              ///< what the user chose
    const TextSource* source() const;           ///< null: there is none
    QString shown() const;                      ///< of the choice, as it is painted

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// "bard.hamnet · iteration 1,500 · loss 1.52"; "Best of Run 1, …"
    static QString describe(const TextSource& source);
    void showChoice();

    std::vector<TextSource> m_sources;
    std::optional<std::string> m_chosen; ///< its checkpoint
};

} // namespace studio
