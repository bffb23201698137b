// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <memory>
#include <stdexcept>
#include <string>

namespace engine {

/// A failure that the user can act on. what() is one sentence: which layer, setting or file,
/// what was found there, what was wanted. Mistakes of the programmer are assert()s instead.
class Error : public std::runtime_error {
public:
    explicit Error(const Sentence& sentence)
        : std::runtime_error(shortSentence(sentence)),
          m_sentence(std::make_shared<const Sentence>(sentence.size() > longestSentence ? what() : sentence))
    {}

    const Sentence& sentence() const { return *m_sentence; } ///< the same, to be said in another language

private:
    std::shared_ptr<const Sentence> m_sentence; ///< shared by copies, which must not throw
};

/// An engine or a device that was asked for by name cannot do the work here.
class UnavailableError : public Error {
public:
    using Error::Error;
};

/// A text file that does not read. what() starts with "file:line:column: ".
class ParseError : public Error {
public:
    ParseError(const std::string& file, int line, int column, const Sentence& sentence)
        : Error(engine::say("%1:%2:%3: %4", file, line, column, sentence)), m_line(line), m_column(column)
    {}

    int line() const { return m_line; }     ///< from 1
    int column() const { return m_column; } ///< from 1, in bytes
    /// The sentence without file, line and column.
    const Sentence& problem() const { return sentence().parts().empty() ? sentence() : sentence().parts().back(); }

private:
    int m_line;
    int m_column;
};

} // namespace engine
