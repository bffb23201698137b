// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"
#include "engine/data/download.h"
#include "engine/training/run/starvation.h"

#include <functional>
#include <QString>

class QLabel;
class QMenu;
class QVBoxLayout;
class QWidget;

namespace studio {

QString starvationWords(const engine::Starvation& starvation); ///< one sentence: that the GPU waits, and why
QString remedyWords(engine::Starvation::Remedy remedy);        ///< one sentence: what to change, and what it does

inline constexpr int rowSpacing = 8; ///< pixels between the rows of a panel

/// A heading within a panel.
QLabel* sectionTitle(const QString& text, QWidget* parent);

/// What ended the run; empty: it was not told yet.
QString endingInWords(const RunRecord& run);

/// Fills the panel with rows, which scroll upwards where it is too low for them.
QVBoxLayout& addScrolledRows(QWidget& panel);

/// The sets of images that can be fetched, with their sizes.
QMenu* knownSetMenu(QWidget* parent, const std::function<void(const engine::KnownData&)>& chosen);

} // namespace studio
