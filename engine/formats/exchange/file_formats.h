// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class Vocabulary;
struct CurvePoint;
struct NetFileHints;
struct PortableNet;
struct TransferReport;

/// The kinds of files that are asked for by name somewhere.
enum class Format {
    Hamnet, ///< projects, and checkpoints with their nets
    Prototxt,
    Safetensors,
    CsvCurve,
    Svg,
    Png,
    Pdf,
    WritingState,
    Other, ///< each of those that are not
};

/// What a file is about.
enum class Content { Project, Model, Weights, SolverState, Curve, Picture, Text, WritingState };

/// What is done with the files of a format that holds a net's weights; null of all others. All throw Error.
struct NetFunctions {
    PortableNet (*read)(const std::filesystem::path& file, const NetFileHints& hints) = nullptr;
    void (*write)(const std::filesystem::path& file, const PortableNet& net, TransferReport& report) = nullptr;
    bool (*bringsNet)(const std::filesystem::path& file) = nullptr; ///< whether it tells the net of its weights
    /// Nothing where the file does not tell it; null where no file of the format does.
    std::optional<Vocabulary> (*vocabulary)(const std::filesystem::path& file) = nullptr;
    /// Of code: the file as text, whose names begin with `stem`; null of all others.
    std::string (*code)(const PortableNet& net, const std::string& stem) = nullptr;
};

/// One row of the table that terminal, dialogs, drops and lists of recent files go by: sentences and help that name
/// endings are made of it, and reading and writing a net or a curve ask its functions.
///
/// A new format of weights touches three files: its own .cpp; file_formats.cpp, with its row and the declaration of the
/// function that gives the row's functions; CMakeLists.txt. file_formats_test writes it then, and reads back what the
/// row says is read. German needs the row's words in hamnet_de.ts.
struct FileFormat {
    Format format = Format::Other;
    Content content;
    std::string_view name;                      ///< for a dialog, in English: see ENGINE_TEXT
    std::vector<std::string_view> endings = {}; ///< in lower case; the first is written
    std::string_view magic = {};                ///< the first bytes of every such file; empty: not told by them
    bool reads = true;                          ///< as a file that is opened or imported
    bool writes = true;
    std::string_view about = {}; ///< a sentence: whom it is for, what it holds; in English
    NetFunctions net = {};
    std::string_view beside = {}; ///< the ending of a second file that is written beside it
    /// A run's curve as the bytes of a file, with the seconds since 1970 when the run began; null: holds no curve.
    std::string (*printCurve)(std::span<const CurvePoint> curve, double begin) = nullptr;

    bool operator==(const FileFormat& other) const { return name == other.name; }
};

std::span<const FileFormat> fileFormats();
const FileFormat& fileFormat(Format format); ///< not of Other

/// By the file's name alone, in either case. Null: no format has such a name.
const FileFormat* formatByName(const std::filesystem::path& file);

/// By the first bytes where they tell, the name among several that have them, else by the name. Null: neither does.
const FileFormat* formatOf(const std::filesystem::path& file);

/// Whether formatByName() gives one of this content.
bool holds(const std::filesystem::path& file, Content content);

enum class FileUse { Read, Write };

/// The endings of what is read or written of these contents, for a sentence: ".onnx, .safetensors or .caffemodel".
Sentence endingsOf(std::initializer_list<Content> contents, FileUse use);

/// The file's name as it says what the format is: another format's ending gives way to this one's.
std::filesystem::path namedAs(const std::filesystem::path& file, const FileFormat& format);

/// "*.onnx *.safetensors": what a file dialog lists.
std::string patternsOf(const FileFormat& format);

/// A file or a folder that is read.
struct InputFile {
    std::filesystem::path file; ///< may be empty or not there: then nothing can be lost
    Sentence what;              ///< for a sentence: "the checkpoint"
};

/// Call it before anything is written to `output`. Throws Error where that would replace one of the inputs, whatever
/// the two are called: symbolic and hard links lead to one file. A folder stands for the files in it that a reader of
/// images may take: those that are no other format's of ours by their name.
void requireNoInput(const std::filesystem::path& output, const std::vector<InputFile>& inputs);

} // namespace engine
