// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/process.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// How the program is called in this process.
struct Call {
    std::vector<std::string> arguments;        ///< without the program's own name
    std::filesystem::path folder = {};         ///< where it works, below the workshop's
    std::string input = {};                    ///< what it reads
    std::string outputFile = {};               ///< what its output goes to instead of us, such as /dev/full
    std::vector<std::string> environment = {}; ///< "NAME=value", besides ours
};

/// A folder of its own for each test, with a tiny net, its solver and a text in it.
class Workshop : public testing::Test {
protected:
    Workshop();
    ~Workshop() override;

    const std::filesystem::path& folder() const { return m_folder; }
    void write(const std::string& name, const std::string& text) const;
    std::string read(const std::string& name) const;
    bool has(const std::string& name) const { return std::filesystem::exists(m_folder / name); }

    /// Runs the program in the folder, in this process: its folder, environment and signals are then as before.
    Outcome hamnet(std::vector<std::string> arguments, const std::string& input = {}) const;
    Outcome hamnet(const Call& call) const;

    /// The same where it does its work: another exit code than 0 fails the test.
    Outcome done(std::vector<std::string> arguments) const;
    Outcome done(const Call& call) const;

    /// The object that it prints with --json.
    nlohmann::json jsonOf(std::vector<std::string> arguments) const;

    /// Runs it in the folder in a process of its own, for what a process has alone: limits, another user, what the
    /// loader reads from the environment, its own command line.
    Outcome hamnetProcess(Launch launch) const;

    /// Trains the tiny net for a few iterations, saved as the name says.
    void train(const std::string& checkpoint, int iterations = 6) const;

private:
    std::filesystem::path m_folder;
};

/// The words of both.
std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& more);

/// EMBED, LSTM, INNERPRODUCT: 8 steps, 2 streams, 8 units.
std::string tinyModel();
std::string tinySolver();

/// SEQUENCEDATA, a recurrent layer, LAST, INNERPRODUCT and a loss: an answer for each sequence, by default a number for
/// each 5 rows of a table.
struct SequenceNet {
    std::string data = "kind: TABLE batch_size: 4 time_steps: 5 width: 1 validation: 0.2 test: 0.2";
    std::string cell = "LSTM";
    int units = 4;
    std::string outputs = "num_output: 1 from_data: true";
    std::string loss = "EuclideanLoss";
};
std::string sequenceModel(const SequenceNet& net = {});

/// Some 3,000 characters that look like a play.
std::string tinyText();

/// The text with the first of each `from` replaced by its `to`; one that is not there fails the test.
struct Change {
    std::string from, to;
};
std::string changed(std::string text, const std::vector<Change>& changes);

/// A file of values with commas between: its header, and each row as `row` gives it.
std::string tableOf(const std::string& header, int rows, const std::function<std::string(int)>& row);

/// The lines of a text as JSON. A line that is none fails the test.
std::vector<nlohmann::json> jsonLines(const std::string& text);

/// The events of one kind.
std::vector<nlohmann::json> events(const std::string& text, const std::string& kind);

/// Of each step that was told.
std::vector<double> losses(const Outcome& run);

/// Whether it was refused as bad input: exit code 3, nothing on its output, one sentence on the other.
testing::AssertionResult isRefused(const Outcome& outcome, const std::string& wordsOfTheSentence);
