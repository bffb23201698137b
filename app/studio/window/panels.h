// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/window/centre.h"
#include "engine/graph/model.h"

#include <array>
#include <memory>
#include <optional>
#include <QDialog>
#include <QSize>
#include <QString>
#include <span>

class QMainWindow;
class QWidget;

namespace studio {

class Activities;
class FileCommands;
class TrainingActions;

/// What computes a run, in one line for the status bar: "ONEDNN on CPU in fp32".
QString whereInWords(const engine::StartEvent& begun);

/// Why a net of this model writes no text, in a sentence or two; empty where it does, or where that cannot be told yet.
QString whyItWritesNothing(const engine::Model& model);

/// Why no run of this model gives the lens a net: it learns sequences. Empty where one may.
QString whyItReadsNoText(const engine::Model& model);

/// The parts of the window, for those that work on several. A panel knows of no other one: it asks and tells the
/// workspace, and finds here what the window itself offers.
struct WindowParts {
    QMainWindow& window;
    Workspace& workspace;
    TrainingActions& training;
    FileCommands& files;
    Centre& centre;
    Activities& activities;
    QWidget* parent = nullptr; ///< of the panel that is made: under another one, Qt would style it twice
};

/// Where a panel is as an activity begins.
struct Place {
    /// Beside: of what is below, or in a wide window of the middle. Under: one below the other on the right, in a small
    /// window tabs, closed at first.
    enum class Edge { Left, Right, Bottom, Beside, Under };
    Edge edge = Edge::Right;
    bool open = false; ///< else it comes up there when it is opened
};

/// A panel: a dock, or the page of an activity.
struct PanelSpec {
    const char* id;    ///< also its dock's name
    const char* title; ///< in the context studio::Panels
    QWidget* (*make)(const WindowParts&);
    std::optional<Activity> page = {};
    std::array<Place, activities.size()> places = {};
    QSize minSize = {200, 100}; ///< 0: as its layout wants it. What is taller scrolls or squeezes
};

/// Docks, the menu View, activities and tests go through this list; docks at one edge are tabs in its order. They are
/// made in it, too: Values before Net, which has its button, Samples before the curves, State
/// and Lens before the page Write, which comes before Runs.
std::span<const PanelSpec> panelSpecs();

void makePanels(WindowParts parts); ///< each in its dock, or as its page

// Behind the panels, and in this order: each offers actions of those before it.

/// Leads the guided first net over the window: its action is "guidedNet", and it offers itself to who is new.
QObject* makeGuide(const WindowParts& parts);

/// The window's menus and tool bars, made from what its parts can do.
void makeMenus(const WindowParts& parts);

/// Every command of the menus and of the lists' own ones, to be found by typing parts of its words.
std::unique_ptr<QDialog> commandPalette(QMainWindow& window);

} // namespace studio
