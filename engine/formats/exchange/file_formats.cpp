// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/file_formats.h"

#include "engine/data/picture.h"
#include "engine/formats/exchange/curves.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/params.h"

#include <boost/algorithm/string/case_conv.hpp>

#include <algorithm>
#include <system_error>

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

/// Nothing of a folder or of what cannot be read.
std::string firstBytes(const fs::path& file, std::size_t count)
{
    try {
        return readTextAt(file, 0, count);
    } catch (const Error&) {
        return {};
    }
}

bool isSameFile(const fs::path& one, const fs::path& other)
{
    std::error_code unknown; // where one is not there
    return fs::equivalent(one, other, unknown);
}

/// Whether it is one of the files in the folder, or in folders as deep in it as those of classes lie.
bool isIn(const fs::path& folder, const fs::path& file)
{
    constexpr int maxFolders = 2; // train/dogs
    constexpr auto options =
        fs::directory_options::follow_directory_symlink | fs::directory_options::skip_permission_denied;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, options, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry.depth() >= maxFolders) {
            entry.disable_recursion_pending();
        }
        const fs::path& one = entry->path();
        if ((namesPicture(one) || formatByName(one) == nullptr) && isSameFile(one, file)) {
            return true;
        }
    }
    return false;
}

} // namespace

std::span<const FileFormat> fileFormats()
{
    static const std::vector<FileFormat> rows = {
        {.format = Format::Hamnet,
         .content = Content::Project,
         .name = ENGINE_TEXT("Exchange", "Hamnet projects and checkpoints"),
         .endings = {".hamnet"},
         .magic = "\x89HAMNET\n",
         .net = checkpointFunctions()},
        {.format = Format::Prototxt,
         .content = Content::Model,
         .name = ENGINE_TEXT("Exchange", "Nets and solvers"),
         .endings = {prototxtEndings.begin(), prototxtEndings.end()}},
        {.content = Content::Weights,
         .name = ENGINE_TEXT("Exchange", "ONNX"),
         .endings = {".onnx"},
         .about = ENGINE_TEXT("Exchange", "For ONNX Runtime and others: a graph that reads text, with its state as "
                                          "inputs and outputs. Contains net and vocabulary."),
         .net = onnxFunctions()},
        {.format = Format::Safetensors,
         .content = Content::Weights,
         .name = ENGINE_TEXT("Exchange", "Safetensors, as PyTorch names them"),
         .endings = {".safetensors"},
         .about = ENGINE_TEXT("Exchange",
                              "For PyTorch: names and layout of its modules. Net and vocabulary are in the metadata."),
         .net = safetensorsFunctions()},
        {.content = Content::Weights,
         .name = ENGINE_TEXT("Exchange", "Caffe weights"),
         .endings = {".caffemodel"},
         .about = ENGINE_TEXT(
             "Exchange", "For Caffe: weights by layer name. Export the net separately, as strict BVLC Caffe prototxt."),
         .net = caffemodelFunctions()},
        {.content = Content::Weights,
         .name = ENGINE_TEXT("Exchange", "MyCaffe weights"),
         .endings = {".mycaffemodel"},
         .about = ENGINE_TEXT("Exchange",
                              "For MyCaffe: weights by layer name. Export the net separately, as MyCaffe prototxt."),
         .net = caffemodelFunctions()},
        {.content = Content::Weights,
         .name = ENGINE_TEXT("Exchange", "C code"),
         .endings = {".c"},
         .reads = false,
         .about = ENGINE_TEXT("Exchange", "One file of C99 with its weights, without dependencies: writes text or "
                                          "predicts of one sequence."),
         .net = cFunctions()},
        {.content = Content::Weights,
         .name = ENGINE_TEXT("Exchange", "Python code for PyTorch"),
         .endings = {".py"},
         .reads = false,
         .about = ENGINE_TEXT("Exchange", "A module of PyTorch's that writes text or predicts. Its weights go into a "
                                          ".safetensors next to it."),
         .net = pythonFunctions(),
         .beside = ".safetensors"},
        {.content = Content::SolverState,
         .name = ENGINE_TEXT("Exchange", "Caffe solver state"),
         .endings = {".solverstate"},
         .about = ENGINE_TEXT("Exchange", "To resume training in Caffe: iteration and history of the solver, next to "
                                          "the .caffemodel of the same name.")},
        {.format = Format::CsvCurve,
         .content = Content::Curve,
         .name = ENGINE_TEXT("Exchange", "Table (CSV)"),
         .endings = {".csv"},
         .reads = false,
         .about = ENGINE_TEXT("Exchange",
                              "A header, then one line per iteration: loss, validation, learning rate, gradient norm."),
         .printCurve = printCsv},
        {.content = Content::Curve,
         .name = ENGINE_TEXT("Exchange", "JSON lines"),
         .endings = {".jsonl"},
         .reads = false,
         .about = ENGINE_TEXT("Exchange", "One object per line: loss, validation, learning rate, gradient norm."),
         .printCurve = printJsonLines},
        {.content = Content::Curve,
         .name = ENGINE_TEXT("Exchange", "TensorBoard events"),
         .endings = {".tfevents"},
         .reads = false,
         .about = ENGINE_TEXT("Exchange", "TensorBoard finds files with tfevents in their names; point its --logdir "
                                          "at the folder."),
         .printCurve = printEvents},
        {.format = Format::Svg,
         .content = Content::Picture,
         .name = ENGINE_TEXT("Exchange", "SVG picture"),
         .endings = {".svg"},
         .about = ENGINE_TEXT("Exchange", "Vector graphics for web pages and drawing programs. Contains the net: open "
                                          "the picture in Hamnet to get it back.")},
        {.format = Format::Png,
         .content = Content::Picture,
         .name = ENGINE_TEXT("Exchange", "PNG picture"),
         .endings = {".png"},
         .about = ENGINE_TEXT(
             "Exchange",
             "Pixels, for slides and messages. Contains the net: open the picture in Hamnet to get it back.")},
        {.format = Format::Pdf,
         .content = Content::Picture,
         .name = ENGINE_TEXT("Exchange", "PDF page"),
         .endings = {".pdf"},
         .reads = false,
         .about = ENGINE_TEXT("Exchange", "Vector graphics for papers and print.")},
        {.content = Content::Text, .name = ENGINE_TEXT("Exchange", "Texts"), .endings = {".txt"}, .writes = false},
        {.format = Format::WritingState,
         .content = Content::WritingState,
         .name = ENGINE_TEXT("Exchange", "States of a net"),
         .endings = {".hamnet-state"},
         .magic = "\x89HAMNET\n",
         .about = ENGINE_TEXT("Exchange",
                              "The state of a net's units at one character of a text, from which writing continues.")},
    };
    return rows;
}

const FileFormat& fileFormat(Format format)
{
    return *std::ranges::find(fileFormats(), format, &FileFormat::format);
}

const FileFormat* formatByName(const fs::path& file)
{
    const std::string ending = boost::algorithm::to_lower_copy(file.extension().string());
    const auto found = std::ranges::find_if(fileFormats(), [&](const FileFormat& format) {
        return std::ranges::find(format.endings, ending) != format.endings.end();
    });
    return found == fileFormats().end() ? nullptr : &*found;
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
    const auto found = std::ranges::find_if(fileFormats(), starts);
    return found != fileFormats().end() ? &*found : named;
}

bool holds(const fs::path& file, Content content)
{
    const FileFormat* const format = formatByName(file);
    return format && format->content == content;
}

Sentence endingsOf(std::initializer_list<Content> contents, FileUse use)
{
    std::vector<std::string_view> endings;
    for (const FileFormat& format : fileFormats()) {
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

void requireNoInput(const fs::path& output, const std::vector<InputFile>& inputs)
{
    std::error_code unknown;
    if (!fs::is_regular_file(output, unknown)) {
        return; // nothing is there yet, or what no file can replace
    }
    for (const InputFile& input : inputs) {
        const bool isFolder = fs::is_directory(input.file, unknown);
        if (isFolder ? isIn(input.file, output) : isSameFile(input.file, output)) {
            throw Error(
                isFolder
                    ? say(ENGINE_TEXT("Sentences", "%1 is a file of %2, which is read; the output needs another name"),
                          output.string(), input.what)
                    : say(ENGINE_TEXT("Sentences", "%1 is %2, which is read; the output needs another name"),
                          output.string(), input.what));
        }
    }
}

} // namespace engine
