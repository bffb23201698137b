// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/image_rows.h"

#include "engine/data/data_memory.h"
#include "engine/data/gzip_file.h"
#include "engine/data/parallel.h"
#include "engine/data/picture.h"
#include "engine/graph/params.h"
#include "engine/graph/sentence.h"
#include "engine/graph/system_reason.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <system_error>
#include <utility>

namespace engine {
namespace {

namespace fs = std::filesystem;

/// What images are read for: only a net that learns needs their classes.
enum class Purpose { Learning, LearningSkippingDamaged, Prediction };

bool learns(Purpose purpose)
{
    return purpose != Purpose::Prediction;
}

/// More would be no file of images or labels that a machine trains on: 64 GiB.
constexpr std::int64_t maxBytes = std::int64_t{1} << 36;

/// The file is read up to the values then, of which there are as many as is returned.
std::int64_t readHeader(GzipFile& file, const std::string& owner, IdxContent content, IdxFile& idx)
{
    const auto axes = static_cast<std::uint8_t>(content);
    std::array<std::uint8_t, 4> magic = {}, dimension = {};
    file.read(magic);
    if (magic != std::array<std::uint8_t, 4>{0, 0, 8, axes}) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found the magic number %2, wanted %3"), owner,
                        fmt::format("{:02X}", fmt::join(magic, " ")),
                        content == IdxContent::Images ? ENGINE_TEXT("Sentences", "00 00 08 03, that of images")
                                                      : ENGINE_TEXT("Sentences", "00 00 08 01, that of labels")));
    }
    std::int64_t bytes = 1;
    while (std::ssize(idx.dimensions) < axes) {
        file.read(dimension);
        std::int64_t size = 0;
        for (const std::uint8_t byte : dimension) {
            size = size * 256 + byte;
        }
        if (size < 1 || size > maxBytes / bytes) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: its header says %2 for a dimension, wanted at least 1, and at "
                                             "most %3 values in all"),
                    owner, size, maxBytes));
        }
        idx.dimensions.push_back(size);
        bytes *= size;
    }
    return bytes;
}

/// The labels, and the numbers from 0 to the largest of them as the names of the classes.
void takeLabels(ImageSet& set, const IdxFile& labels)
{
    set.labels.assign(labels.bytes.begin(), labels.bytes.end());
    const std::int32_t last = std::ranges::max(set.labels);
    for (std::int32_t label = 0; label <= last; ++label) {
        set.classes.push_back(std::to_string(label));
    }
}

void checkSeveralClasses(const ImageSet& set, const std::string& owner)
{
    const std::vector<std::int64_t> counts = set.imagesPerClass();
    if (counts.size() - static_cast<std::size_t>(std::count(counts.begin(), counts.end(), 0)) < 2) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: %2 of one class, %3, wanted at least 2 classes"), owner,
                        set.count == 1 ? ENGINE_TEXT("Sentences", "the only image is")
                                       : say(ENGINE_TEXT("Sentences", "all %1 images are"), set.count),
                        shown(set.classes[static_cast<std::size_t>(set.labels.front())])));
    }
}

/// Throws Error where a number between the smallest and the largest label is no image's label. It names the label
/// behind the first such gap, and its first image.
void checkNoGaps(const ImageSet& set, const std::string& owner)
{
    const std::vector<std::int64_t> counts = set.imagesPerClass();
    const auto hasImages = [](std::int64_t count) { return count > 0; };
    const auto gap = std::find(std::find_if(counts.begin(), counts.end(), hasImages), counts.end(), 0);
    if (gap == counts.end()) {
        return;
    }
    const auto label = static_cast<std::int32_t>(std::find_if(gap, counts.end(), hasImages) - counts.begin());
    const auto first = std::find(set.labels.begin(), set.labels.end(), label) - set.labels.begin();
    throw Error(
        say(ENGINE_TEXT("Sentences",
                        "%1, label %2: found the label %3, but no image has the label %4, wanted labels without gaps"),
            owner, first, label, gap - counts.begin()));
}

void checkSameSize(const ImageSet& train, const ImageSet& test)
{
    if (test.height != train.height || test.width != train.width) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: found images of %2 × %3, wanted %4 × %5 as in the training part (%6)"),
                test.origin(0), test.height, test.width, train.height, train.width, train.origin(0)));
    }
}

/// Gives another part the classes of the training part.
void takeClasses(const ImageSet& train, ImageSet& test, const char* part)
{
    const std::vector<std::int64_t> trained = train.imagesPerClass();
    std::vector<std::int32_t> labelOf; // of the training part, by the test part's
    for (const std::string& name : test.classes) {
        const auto found = std::find(train.classes.begin(), train.classes.end(), name);
        const auto label = static_cast<std::int32_t>(found - train.classes.begin());
        labelOf.push_back(found == train.classes.end() || trained[static_cast<std::size_t>(label)] == 0 ? -1 : label);
    }
    for (std::int64_t index = 0; index < test.count; ++index) {
        std::int32_t& label = test.labels[static_cast<std::size_t>(index)];
        const std::int32_t known = labelOf[static_cast<std::size_t>(label)];
        if (known < 0) {
            throw Error(
                say(ENGINE_TEXT("Sentences",
                                "%1: the %2 part has the class %3, wanted only classes that the training part has"),
                    test.origin(index), part, shown(test.classes[static_cast<std::size_t>(label)])));
        }
        label = known;
    }
    test.classes = train.classes;
}

// A folder of IDX files -----------------------------------------------------------------------------------------------

/// The entries of a folder that are not hidden, sorted by the bytes of their names.
std::vector<fs::path> entriesOf(const fs::path& folder)
{
    std::vector<fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (!entry->path().filename().native().starts_with('.')) {
            entries.push_back(entry->path());
        }
    }
    if (error) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: %2, wanted a folder that can be read"), folder.string(),
                        reasonOf(error.value())));
    }
    std::sort(entries.begin(), entries.end());
    return entries;
}

struct IdxPair {
    fs::path images;
    fs::path labels; ///< empty where there are none
};

/// The one file whose name starts and ends so; empty where there is none.
fs::path oneNamed(const std::vector<fs::path>& entries, const std::string& start, const std::string& end)
{
    fs::path found;
    for (const fs::path& file : entries) {
        std::string name = file.filename().string();
        std::ranges::replace(name, '.', '-'); // train-images.idx3-ubyte, as some archives have it
        if (!name.starts_with(start) || !(name.ends_with(end) || name.ends_with(end + "-gz"))) {
            continue;
        }
        if (!found.empty()) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: found both %2 and %3, wanted one file %4*%5"),
                            file.parent_path().string(), found.filename().string(), file.filename().string(), start,
                            end));
        }
        found = file;
    }
    return found;
}

/// The files of one part; none where neither is there.
std::optional<IdxPair> idxPair(const fs::path& folder, const std::vector<fs::path>& entries, const std::string& start,
                               Purpose purpose)
{
    constexpr const char *images = "-images-idx3-ubyte", *labels = "-labels-idx1-ubyte";
    IdxPair pair{.images = oneNamed(entries, start, images), .labels = oneNamed(entries, start, labels)};
    if (pair.images.empty() && pair.labels.empty()) {
        return std::nullopt;
    }
    if (pair.images.empty() || (pair.labels.empty() && learns(purpose))) {
        const bool hasImages = !pair.images.empty();
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found %2 only, wanted %3*%4 beside it"), folder.string(),
                        (hasImages ? pair.images : pair.labels).filename().string(), start,
                        hasImages ? labels : images));
    }
    return pair;
}

ImageSet readPair(const IdxPair& pair, const GoOn& goOn)
{
    std::optional<IdxFile> labels;
    if (!pair.labels.empty()) {
        labels = readIdx(pair.labels, IdxContent::Labels, goOn);
    }
    IdxFile images = readIdx(pair.images, IdxContent::Images, goOn);
    if (labels && images.dimensions[0] != labels->dimensions[0]) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has %2 labels, wanted %3: one for each image of %4"),
                        pair.labels.string(), labels->dimensions[0], images.dimensions[0], pair.images.string()));
    }
    ImageSet set;
    set.count = images.dimensions[0];
    set.height = images.dimensions[1];
    set.width = images.dimensions[2];
    set.pixels = std::move(images.bytes);
    set.files = {pair.images.string()};
    if (labels) {
        takeLabels(set, *labels);
    }
    return set;
}

// A folder of images per class ----------------------------------------------------------------------------------------

/// What lies among the pictures and is not read, each with the reason.
using Others = std::vector<UnreadFile>;

/// Of what is no picture that can be read, or lies where none is looked for.
Sentence whyNotRead(const fs::path& path)
{
    return namesPicture(path)
               ? say(ENGINE_TEXT("Sentences", "%1 lies in no folder of a class, as others do"), path.string())
               : say(ENGINE_TEXT("Sentences", "%1 is neither PNG nor JPEG by its name, wanted one of them"),
                     path.string());
}

bool isFolder(const fs::path& path)
{
    std::error_code unknown;
    return fs::is_directory(path, unknown);
}

std::vector<fs::path> foldersIn(const fs::path& folder)
{
    std::vector<fs::path> folders = entriesOf(folder);
    std::erase_if(folders, [](const fs::path& entry) { return !isFolder(entry); });
    return folders;
}

/// The pictures of a folder that can be read by their names.
std::vector<fs::path> picturesIn(const fs::path& folder, Others& others)
{
    std::vector<fs::path> pictures;
    for (const fs::path& entry : entriesOf(folder)) {
        if (namesPicture(entry) && !isFolder(entry)) {
            pictures.push_back(entry);
        } else {
            others.push_back({entry.string(), whyNotRead(entry)});
        }
    }
    return pictures;
}

bool hasPictures(const fs::path& folder)
{
    const std::vector<fs::path> entries = entriesOf(folder);
    return std::ranges::any_of(entries, [](const fs::path& entry) {
        return (namesPicture(entry) || namesOtherPicture(entry)) && !isFolder(entry);
    });
}

/// Whether the images lie in the folder itself, and in no folder in it.
bool hasNoClasses(const fs::path& folder)
{
    return hasPictures(folder) && std::ranges::none_of(foldersIn(folder), hasPictures);
}

/// The images' files, labels and classes, without pixels.
ImageSet listImages(const fs::path& folder, Purpose purpose, Others& others)
{
    ImageSet set;
    for (const fs::path& entry : entriesOf(folder)) {
        if (!isFolder(entry)) {
            others.push_back({entry.string(), whyNotRead(entry)});
            continue;
        }
        const std::string name = entry.filename().string();
        const std::vector<fs::path> pictures = picturesIn(entry, others);
        for (const fs::path& file : pictures) {
            set.files.push_back(file.string());
            set.labels.push_back(static_cast<std::int32_t>(set.classes.size()));
        }
        if (pictures.empty() && !(purpose == Purpose::Prediction && hasPictures(entry))) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: found no image, wanted PNG or JPEG files of the class %2"),
                            entry.string(), shown(name)));
        }
        set.classes.push_back(name);
    }
    if (set.classes.empty()) {
        throw Error(say(ENGINE_TEXT("Sentences",
                                    "%1: found no images, wanted IDX files as MNIST's (train-images-idx3-ubyte.gz, "
                                    "train-labels-idx1-ubyte.gz) or a folder of PNG or JPEG files per class"),
                        folder.string()));
    }
    return set;
}

/// The pixels of the set's files, scaled to the size. Returns for each why it cannot be read, if so; Refuse throws
/// that.
std::vector<std::optional<Sentence>> readPictures(ImageSet& set, const std::string& owner, ImageSize size,
                                                  Damaged damaged, const GoOn& goOn)
{
    set.height = size.height;
    set.width = size.width;
    const auto pixelsOfOne = static_cast<std::size_t>(set.height * set.width);
    requireDataMemory(2 * std::ssize(set.files) * static_cast<std::int64_t>(pixelsOfOne),
                      owner); // once more as samples
    set.pixels.resize(pixelsOfOne * set.files.size());
    std::vector<std::optional<Sentence>> failures(set.files.size());
    inParallel(set.files.size(), goOn, owner, [&](std::size_t index) {
        try {
            const Picture fitting = scaled(readPicture(set.files[index]), set.height, set.width);
            std::ranges::copy(fitting.pixels, set.pixels.begin() + static_cast<std::ptrdiff_t>(index * pixelsOfOne));
        } catch (const Error& error) {
            if (damaged == Damaged::Refuse) {
                throw;
            }
            failures[index] = error.sentence();
        }
    });
    return failures;
}

/// Takes the images out of the set that could not be read.
void leaveOut(ImageSet& set, const std::vector<std::optional<Sentence>>& failures, Others& others)
{
    for (std::size_t index = 0; index < failures.size(); ++index) {
        if (failures[index]) {
            others.push_back({set.files[index], *failures[index]});
            set.leftOut.push_back(static_cast<std::int32_t>(index));
        }
    }
    if (set.leftOut.empty()) {
        return;
    }
    const auto keep = [&](auto& values, std::size_t ofOne) {
        std::size_t index = 0;
        std::erase_if(values, [&](const auto&) { return failures[index++ / ofOne].has_value(); });
    };
    keep(set.files, 1);
    keep(set.labels, 1);
    keep(set.pixels, static_cast<std::size_t>(set.height * set.width));
    set.count = std::ssize(set.files);
}

ImageSet readFolder(const fs::path& folder, ImageSize size, Purpose purpose, Others& others, const GoOn& goOn)
{
    ImageSet set;
    if (purpose == Purpose::Prediction && hasNoClasses(folder)) {
        for (const fs::path& file : picturesIn(folder, others)) {
            set.files.push_back(file.string());
        }
    } else {
        set = listImages(folder, purpose, others);
    }
    set.count = static_cast<std::int64_t>(set.files.size());
    if (learns(purpose)) {
        checkSeveralClasses(set, folder.string());
    }
    if (set.files.empty()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found no image, wanted PNG or JPEG files"), folder.string()));
    }
    const Damaged damaged = purpose == Purpose::Learning ? Damaged::Refuse : Damaged::Skip;
    const std::vector<std::optional<Sentence>> failures = readPictures(set, folder.string(), size, damaged, goOn);
    if (damaged == Damaged::Refuse) {
        return set;
    }
    leaveOut(set, failures, others);
    if (set.count == 0) {
        throw Error(say(
            ENGINE_TEXT("Sentences", "%1; none of the %2 in %3 can be read"), others.back().reason,
            counted(failures.size(), ENGINE_TEXT("Sentences", "1 picture"), ENGINE_TEXT("Sentences", "%1 pictures")),
            folder.string()));
    }
    if (learns(purpose)) {
        checkSeveralClasses(set, folder.string());
    }
    return set;
}

/// Says how many files and folders were not read. Where a net learns, only what is damaged stays in `unread`.
void tellOthers(ImageParts& images, Others others, const fs::path& folder, Purpose purpose)
{
    if (others.empty()) {
        return;
    }
    std::ranges::sort(others, {}, &UnreadFile::file);
    images.remarks.push_back(say(ENGINE_TEXT("Sentences", "%1: files and folders that are not read: %2; the first: %3"),
                                 folder.string(), others.size(), others.front().reason));
    std::erase_if(others, [&](const UnreadFile& one) {
        return learns(purpose) ? one.reason == whyNotRead(one.file)
                               : !namesPicture(one.file) && !namesOtherPicture(one.file);
    });
    images.unread = std::move(others);
}

ImageParts partsFor(ImageSet train, std::optional<ImageSet> validation, std::optional<ImageSet> test, Purpose purpose)
{
    for (const auto& [part, name] : {std::pair(&validation, ENGINE_TEXT("Sentences", "validation")),
                                     std::pair(&test, ENGINE_TEXT("Sentences", "test"))}) {
        if (*part) {
            checkSameSize(train, **part);
        }
        if (*part && learns(purpose)) {
            takeClasses(train, **part, name);
        }
    }
    return {.train = std::move(train), .test = std::move(test), .validation = std::move(validation)};
}

/// The folder of a part by one of its names, in any case; none where there is none.
std::optional<fs::path> partIn(const std::vector<fs::path>& entries, std::initializer_list<std::string_view> names)
{
    std::optional<fs::path> found;
    for (const fs::path& entry : entries) {
        if (!isFolder(entry) || std::ranges::find(names, folded(entry.filename().string())) == names.end()) {
            continue;
        }
        if (found) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: found both %2 and %3, wanted one folder for this part"),
                            entry.parent_path().string(), found->filename().string(), entry.filename().string()));
        }
        found = entry;
    }
    return found;
}

ImageParts readFolders(const fs::path& folder, const std::vector<fs::path>& entries, ImageSize size, Purpose purpose,
                       const GoOn& goOn)
{
    Others others;
    std::optional<fs::path> train = partIn(entries, {"train", "training"}),
                            validation = partIn(entries, {"validation", "val", "valid", "dev"}),
                            test = partIn(entries, {"test", "testing"});
    if (train && hasPictures(*train)) { // a class that is called so
        train = validation = test = std::nullopt;
    }
    if (!train && purpose == Purpose::Prediction) { // what was held out, to see how well it goes
        for (std::optional<fs::path>* const part : {&test, &validation}) {
            if (!train && *part && !hasPictures(**part)) {
                train = std::exchange(*part, std::nullopt);
            }
        }
    }
    ImageParts images;
    if (train) {
        const auto read = [&](const std::optional<fs::path>& part) {
            return part ? std::optional(readFolder(*part, size, purpose, others, goOn)) : std::nullopt;
        };
        for (const fs::path& entry : entries) {
            if (entry != train && entry != validation && entry != test) {
                others.push_back({entry.string(), whyNotRead(entry)});
            }
        }
        ImageSet training = readFolder(*train, size, purpose, others, goOn);
        images = partsFor(std::move(training), read(validation), read(test), purpose);
    } else {
        images.train = readFolder(folder, size, purpose, others, goOn);
    }
    tellOthers(images, std::move(others), folder, purpose);
    return images;
}

ImageSet readPartOf(const IdxPair& pair, Purpose purpose, const GoOn& goOn)
{
    return learns(purpose) ? readIdxImages(pair.images, pair.labels, goOn) : readPair(pair, goOn);
}

ImageParts readParts(const fs::path& folder, ImageSize size, Purpose purpose, const GoOn& goOn)
{
    const std::vector<fs::path> entries = entriesOf(folder);
    std::optional<IdxPair> train = idxPair(folder, entries, "train", purpose),
                           test = idxPair(folder, entries, "t10k", purpose);
    if (purpose == Purpose::Prediction && !train) {
        train = test ? std::exchange(test, std::nullopt) : idxPair(folder, entries, "", purpose);
    }
    if (test && !train) {
        throw Error(say(
            ENGINE_TEXT("Sentences", "%1: found %2 without a training part, wanted train*-images-idx3-ubyte beside it"),
            folder.string(), test->images.filename().string()));
    }
    if (train) {
        ImageSet training = readPartOf(*train, purpose, goOn);
        if (learns(purpose)) {
            checkNoGaps(training, train->labels.string());
        }
        return partsFor(std::move(training), std::nullopt,
                        test ? std::optional(readPartOf(*test, purpose, goOn)) : std::nullopt, purpose);
    }
    return readFolders(folder, entries, size, purpose, goOn);
}

} // namespace

std::string ImageSet::origin(std::int64_t index) const
{
    const bool isIdx = files.size() == 1 && !namesPicture(files.front());
    return isIdx ? fmt::format("{}, image {}", files.front(), index) : files[static_cast<std::size_t>(index)];
}

std::vector<std::int64_t> ImageSet::imagesPerClass() const
{
    std::vector<std::int64_t> counts(classes.size());
    for (const std::int32_t label : labels) {
        ++counts[static_cast<std::size_t>(label)];
    }
    return counts;
}

IdxFile readIdx(const std::filesystem::path& file, IdxContent content, const GoOn& goOn)
{
    const std::string owner = file.string();
    GzipFile stream(file);
    IdxFile idx;
    const std::int64_t wanted = readHeader(stream, owner, content, idx);
    idx.bytes = stream.readRest(wanted + 1, owner, goOn); // one more tells that the file is too long
    const std::int64_t there = std::ssize(idx.bytes);
    if (there != wanted) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found %2 bytes of values, wanted %3, as its header says"), owner,
                        there, wanted));
    }
    return idx;
}

ImageSet readIdxImages(const std::filesystem::path& images, const std::filesystem::path& labels, const GoOn& goOn)
{
    ImageSet set = readPair({.images = images, .labels = labels}, goOn);
    checkSeveralClasses(set, labels.string());
    return set;
}

ImageParts readImageFolder(const std::filesystem::path& folder, ImageSize size, const GoOn& goOn, Damaged damaged)
{
    return readParts(folder, size, damaged == Damaged::Skip ? Purpose::LearningSkippingDamaged : Purpose::Learning,
                     goOn);
}

ImageParts readImagesToPredict(const std::filesystem::path& data, ImageSize size, const GoOn& goOn)
{
    std::error_code unknown;
    if (!fs::exists(data, unknown) || fs::is_directory(data, unknown)) {
        return readParts(data, size, Purpose::Prediction, goOn);
    }
    if (namesOtherPicture(data)) {
        throw Error(whyNotRead(data));
    }
    if (!namesPicture(data)) {
        return {.train = readPair({.images = data, .labels = {}}, goOn)};
    }
    ImageSet set;
    set.files = {data.string()};
    set.count = 1;
    readPictures(set, data.string(), size, Damaged::Refuse, goOn);
    return {.train = std::move(set)};
}

} // namespace engine
