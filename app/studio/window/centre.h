// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/window/canvas_pages.h"

#include <array>
#include <QStackedWidget>

namespace editor {
class Banner;
} // namespace editor

namespace studio {

/// What the window is used for: each owns the middle of it, with panels of its own around.
enum class Activity { Draw, Train, Write, Try, Runs };
inline constexpr std::array activities{Activity::Draw, Activity::Train, Activity::Write, Activity::Try, Activity::Runs};

/// The middle of the window: the drawing with its start page, the curves, the text that is written, what the net says
/// of sequences of one's own, or all runs.
class Centre : public QStackedWidget {
    Q_OBJECT

public:
    explicit Centre(CanvasPages& drawing, QWidget* parent = nullptr);

    void setPage(Activity activity, QWidget& page);
    void show(Activity activity);
    Activity shown() const;
    void takeFocus();

    void say(const QString& sentence); ///< above what is shown, for a while; without a project on the start page
    QString said() const;

private:
    CanvasPages& m_drawing;
    std::array<QWidget*, activities.size()> m_pages{};
    editor::Banner* m_banner;
};

} // namespace studio
