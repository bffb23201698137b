// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/file_formats.h"

#include "engine/formats/exchange/curves.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/params.h"

#include <algorithm>
#include <cctype>
#include <fstream>

namespace engine {

// What reads and writes the nets of each row.
NetFunctions checkpointFunctions();
NetFunctions onnxFunctions();
NetFunctions safetensorsFunctions();
NetFunctions caffemodelFunctions();
NetFunctions cFunctions();
NetFunctions pythonFunctions();

namespace {

namespace fs = std::filesystem;

const std::vector<FileFormat>& table()
{
    static const std::vector<FileFormat> rows = {
        {.format = Format::Hamnet,
         .content = Content::Project,
         .name = ENGINE_TEXT("Exchange", "Hamnet projects and checkpoints"),
         .endings = {".hamnet"},
         .magic = "\x89HAMNET\n",
         .reads = true,
         .writes = true,
         .net = checkpointFunctions()},
        {.format = Format::Prototxt,
         .content = Content::Model,
         .name = ENGINE_TEXT("Exchange", "Nets and solvers"),
         .endings = {prototxtEndings.begin(), prototxtEndings.end()},
         .reads = true,
         .writes = true},
        {.content = Content::Weights,
         .name = ENGINE_TEXT("Exchange", "ONNX"),
         .endings = {".onnx"},
         .reads = true,
         .writes = true,
         .about = ENGINE_TEXT("Exchange", "For ONNX Runtime and others: a graph that reads text, with its state as "
                                          "inputs and outputs. Contains net and vocabulary."),
         .net = onnxFunctions()},
        {.format = Format::Safetensors,
         .content = Content::Weights,
         .name = ENGINE_TEXT("Exchange", "Safetensors, as PyTorch names them"),
         .endings = {".safetensors"},
         .reads = true,
         .writes = true,
         .about = ENGINE_TEXT("Exchange",
                              "For PyTorch: names and layout of its modules. Net and vocabulary are in the metadata."),
         .net = safetensorsFunctions()},
        {.content = Content::Weights,
         .name = ENGINE_TEXT("Exchange", "Caffe weights"),
         .endings = {".caffemodel"},
         .reads = true,
         .writes = true,
         .about = ENGINE_TEXT(
             "Exchange", "For Caffe: weights by layer name. Export the net separately, as strict BVLC Caffe prototxt."),
         .net = caffemodelFunctions()},
        {.content = Content::Weights,
         .name = ENGINE_TEXT("Exchange", "MyCaffe weights"),
         .endings = {".mycaffemodel"},
         .reads = true,
         .writes = true,
         .about = ENGINE_TEXT("Exchange",
                              "For MyCaffe: weights by layer name. Export the net separately, as MyCaffe prototxt."),
         .net = caffemodelFunctions()},
        {.content = Content::Weights,
         .name = ENGINE_TEXT("Exchange", "C code"),
         .endings = {".c"},
         .writes = true,
         .about = ENGINE_TEXT("Exchange", "One file of C99 with its weights, without dependencies: writes text or "
                                          "predicts of one sequence."),
         .net = cFunctions()},
        {.content = Content::Weights,
         .name = ENGINE_TEXT("Exchange", "Python code for PyTorch"),
         .endings = {".py"},
         .writes = true,
         .about = ENGINE_TEXT("Exchange", "A module of PyTorch's that writes text or predicts. Its weights go into a "
                                          ".safetensors next to it."),
         .net = pythonFunctions(),
         .beside = ".safetensors"},
        {.content = Content::SolverState,
         .name = ENGINE_TEXT("Exchange", "Caffe solver state"),
         .endings = {".solverstate"},
         .reads = true,
         .writes = true,
         .about = ENGINE_TEXT("Exchange", "To resume training in Caffe: iteration and history of the solver, next to "
                                          "the .caffemodel of the same name.")},
        {.format = Format::CsvCurve,
         .content = Content::Curve,
         .name = ENGINE_TEXT("Exchange", "Table (CSV)"),
         .endings = {".csv"},
         .writes = true,
         .about = ENGINE_TEXT("Exchange",
                              "A header, then one line per iteration: loss, validation, learning rate, gradient norm."),
         .printCurve = printCsv},
        {.content = Content::Curve,
         .name = ENGINE_TEXT("Exchange", "JSON lines"),
         .endings = {".jsonl"},
         .writes = true,
         .about = ENGINE_TEXT("Exchange", "One object per line: loss, validation, learning rate, gradient norm."),
         .printCurve = printJsonLines},
        {.content = Content::Curve,
         .name = ENGINE_TEXT("Exchange", "TensorBoard events"),
         .endings = {".tfevents"},
         .writes = true,
         .about = ENGINE_TEXT("Exchange", "TensorBoard finds files with tfevents in their names; point its --logdir "
                                          "at the folder."),
         .printCurve = printEvents},
        {.format = Format::Svg,
         .content = Content::Picture,
         .name = ENGINE_TEXT("Exchange", "SVG picture"),
         .endings = {".svg"},
         .reads = true,
         .writes = true,
         .about = ENGINE_TEXT("Exchange", "Vector graphics for web pages and drawing programs. Contains the net: open "
                                          "the picture in Hamnet to get it back.")},
        {.format = Format::Png,
         .content = Content::Picture,
         .name = ENGINE_TEXT("Exchange", "PNG picture"),
         .endings = {".png"},
         .reads = true,
         .writes = true,
         .about = ENGINE_TEXT(
             "Exchange",
             "Pixels, for slides and messages. Contains the net: open the picture in Hamnet to get it back.")},
        {.format = Format::Pdf,
         .content = Content::Picture,
         .name = ENGINE_TEXT("Exchange", "PDF page"),
         .endings = {".pdf"},
         .writes = true,
         .about = ENGINE_TEXT("Exchange", "Vector graphics for papers and print.")},
        {.content = Content::Text,
         .name = ENGINE_TEXT("Exchange", "Texts"),
         .endings = {".txt"},
         .reads = true,
         .writes = false},
        {.format = Format::WritingState,
         .content = Content::WritingState,
         .name = ENGINE_TEXT("Exchange", "States of a net"),
         .endings = {".hamnet-state"},
         .magic = "\x89HAMNET\n",
         .reads = true,
         .writes = true,
         .about = ENGINE_TEXT("Exchange",
                              "The state of a net's units at one character of a text, from which writing continues.")},
    };
    return rows;
}

std::string lowered(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

/// Nothing of a folder or of what cannot be read.
std::string firstBytes(const fs::path& file, std::size_t count)
{
    std::error_code unknown;
    std::string bytes(count, '\0');
    if (!fs::is_regular_file(file, unknown)) {
        return {};
    }
    std::ifstream stream(file, std::ios::binary);
    stream.read(bytes.data(), static_cast<std::streamsize>(count));
    bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
    return bytes;
}

} // namespace

std::span<const FileFormat> fileFormats()
{
    return table();
}

const FileFormat& fileFormat(Format format)
{
    return *std::ranges::find(table(), format, &FileFormat::format);
}

const FileFormat* formatByName(const fs::path& file)
{
    const std::string ending = lowered(file.extension().string());
    const auto found = std::ranges::find_if(table(), [&](const FileFormat& format) {
        return std::ranges::find(format.endings, ending) != format.endings.end();
    });
    return found == table().end() ? nullptr : &*found;
}

const FileFormat* formatOf(const fs::path& file)
{
    const auto starts = [&](const FileFormat& format) {
        return !format.magic.empty() && firstBytes(file, format.magic.size()) == format.magic;
    };
    const FileFormat* const named = formatByName(file);
    if (named && starts(*named)) {
        return named;
    }
    const auto found = std::ranges::find_if(table(), starts);
    return found != table().end() ? &*found : named;
}

bool holds(const fs::path& file, Content content)
{
    const FileFormat* const format = formatByName(file);
    return format && format->content == content;
}

Sentence endingsOf(std::initializer_list<Content> contents, FileUse use)
{
    std::vector<std::string_view> endings;
    for (const FileFormat& format : table()) {
        const bool wanted = use == FileUse::Read ? format.reads : format.writes;
        if (wanted && std::ranges::find(contents, format.content) != contents.end()) {
            endings.insert(endings.end(), format.endings.begin(), format.endings.end());
        }
    }
    return listed(endings);
}

fs::path namedAs(const fs::path& file, const FileFormat& format)
{
    const FileFormat* const told = formatByName(file);
    if (told && *told == format) {
        return file;
    }
    fs::path name = told ? file.parent_path() / file.stem() : file;
    if (const FileFormat* const rest = formatByName(name); rest && *rest == format) { // "net.png.onnx" as a PNG
        return name;
    }
    return name += format.endings.front();
}

std::string patternsOf(const FileFormat& format)
{
    std::string patterns;
    for (const std::string_view ending : format.endings) {
        patterns += (patterns.empty() ? "*" : " *") + std::string(ending);
    }
    return patterns;
}

} // namespace engine
