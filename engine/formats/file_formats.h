// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Every kind of file that Hamnet reads or writes.
enum class Format {
    Hamnet, ///< projects, and checkpoints with their nets
    Prototxt,
    Onnx,
    Safetensors,
    Caffemodel,
    MyCaffemodel,
    SolverState,
    CsvCurve,
    JsonCurve,
    EventsCurve,
    Svg,
    Png,
    Pdf,
    Text,
    WritingState,
};

/// What a file is about.
enum class Content { Project, Model, Weights, SolverState, Curve, Picture, Text, WritingState };

/// One row of the table that terminal, dialogs, drops and lists of recent files go by.
struct FileFormat {
    Format format;
    Content content;
    std::string_view name;                      ///< for a dialog, in English: see ENGINE_TEXT
    std::vector<std::string_view> endings = {}; ///< the first is written
    std::string_view inName = {};               ///< what marks a name wherever it stands; empty: the endings do
    std::string_view magic = {};                ///< the first bytes of every such file; empty: not told by them
    bool reads = false;                         ///< as a file that is opened or imported
    bool writes = false;
    std::string_view about = {}; ///< a sentence: whom it is for, what it holds; in English

    bool operator==(const FileFormat& other) const { return format == other.format; }
};

std::span<const FileFormat> fileFormats();
const FileFormat& fileFormat(Format format);

/// By the file's name alone, in either case. Null: no format has such a name.
const FileFormat* formatByName(const std::filesystem::path& file);

/// By the first bytes where they tell, the name among several that have them, else by the name. Null: neither does.
const FileFormat* formatOf(const std::filesystem::path& file);

/// Whether formatByName() gives one of this content.
bool holds(const std::filesystem::path& file, Content content);

/// The endings of what is written of these contents, for a sentence: ".onnx, .safetensors or .caffemodel".
std::string endingsOf(std::span<const Content> contents);

/// "*.onnx *.safetensors": what a file dialog lists.
std::string patternsOf(const FileFormat& format);

} // namespace engine
