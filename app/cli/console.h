// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/words.h"
#include "engine/graph/sentence.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cli {

/// What the program tells the shell; scripts rely on these numbers.
enum class ExitCode {
    Done = 0,
    Mistake = 1,     ///< of this program's makers
    Usage = 2,       ///< the command line cannot be understood
    BadInput = 3,    ///< a file or a setting that the user can mend
    Unavailable = 4, ///< an engine or a device that is not here, or memory or threads that the system does not give
    Diverged = 5,    ///< the training ran away, what a net computes is not finite, or each run of a queue failed
    Interrupted = 130,
};

/// Thrown where the reader at the other end has gone, as `head` does: nothing is wrong, but the output is no longer
/// read.
struct ReaderGone {};

/// Text to a terminal, a file or a pipe. Unlike the streams of the library it notices a full disk.
class Output {
public:
    explicit Output(int descriptor);

    void write(std::string_view text) { m_waiting += text; }
    void line(std::string_view text);

    /// What came out of a file, from a net or in a name: as it is, but on a terminal without what that would obey.
    void outside(std::string_view text);

    std::size_t waiting() const { return m_waiting.size(); } ///< bytes

    /// Hands on what waits. Throws Error with the system's words, or ReaderGone; what waited is dropped then.
    void flush();

    bool isTerminal() const { return m_terminal; }
    int columns() const; ///< of the terminal as it is now; 80 where there is none
    int rows() const;    ///< 24 where there is none

private:
    int m_descriptor;
    bool m_terminal;
    std::string m_waiting;
};

enum class Colours { Off, On };

/// Whether a terminal that is written to wants colours: not with NO_COLOR set, nor where TERM says that it has none.
Colours coloursOf(bool terminal);

/// Text in a tone, where colours are on.
class Paint {
public:
    explicit Paint(Colours colours) : m_colours(colours) {}

    std::string bold(std::string_view text) const { return in("1", text); }
    std::string dim(std::string_view text) const { return in("2", text); }
    std::string good(std::string_view text) const { return in("32", text); }
    std::string bad(std::string_view text) const { return in("31", text); }
    std::string accent(std::string_view text) const { return in("36", text); }

    /// Text tinted by how much it surprised the model: none up to 1 bit, then blue, yellow and red.
    std::string surprise(std::string_view text, double bits) const;

    bool on() const { return m_colours == Colours::On; }

private:
    std::string in(std::string_view code, std::string_view text) const;

    Colours m_colours;
};

/// Where a command reads from, a descriptor, and writes to: results to `out`, remarks to `err`.
struct Console {
    int in;
    Output out;
    Output err;
    Paint paint; ///< of out

    /// A remark, at once, apart from the results; on one line, with whatever names out of files.
    void note(std::string_view sentence)
    {
        err.line(oneLine(engine::shortSentence(std::string(sentence))));
        err.flush();
    }

    void remark(const std::string& sentence) { note("note: " + sentence); }

    template <typename Sentences>
    void remarks(const Sentences& sentences)
    {
        for (const std::string& one : sentences) {
            remark(one);
        }
    }
};

/// The last line of a terminal, or the last few, redrawn in place while text scrolls by above.
class LiveLine {
public:
    explicit LiveLine(Output& output) : m_output(&output) {}

    /// Whether drawing is worth its time: the last was a tenth of a second ago or more.
    bool due() const;

    /// Shows these lines instead of those before. What has no room on the terminal is cut off.
    void draw(std::vector<std::string> lines);
    void draw(std::string line) { draw(std::vector{std::move(line)}); }

    /// Whole lines that stay, above the live ones.
    void print(std::string_view lines);

    void clear(); ///< takes the lines away

private:
    void goUp();
    void put(std::string_view behind); ///< each line

    Output* m_output;
    std::vector<std::string> m_shown;
    std::chrono::steady_clock::time_point m_drawn = {};
};

/// How far a piece of work is.
struct Progress {
    std::optional<double> fraction; ///< 0 to 1; empty if the end is unknown
    std::string done;               ///< "420/2,000"
    std::string words;              ///< "loss 1.91  61.2 k chars/s  ETA 1:05"
};

enum class Glyphs { Ascii, Unicode };

/// What the environment says about the terminal's characters.
Glyphs glyphsOfTerminal();

/// "420/2,000 ━━━━━───────── 21 %  loss 1.91 ...", at most so many columns; the bar takes what the words leave.
std::string progressLine(const Progress& progress, int columns, Glyphs glyphs);

} // namespace cli
