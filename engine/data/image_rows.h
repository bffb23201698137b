// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/go_on.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// Grey images of one size, each with a class: what a net reads row by row.
struct ImageSet {
    std::int64_t count = 0;
    std::int64_t height = 0;
    std::int64_t width = 0;
    std::vector<std::uint8_t> pixels; ///< [count, height, width]; 0 black, 255 white
    std::vector<std::int32_t> labels; ///< [count], each below classes.size(); empty where no classes are known
    std::vector<std::string> classes; ///< names in the order of their labels
    std::vector<std::string> files;   ///< where each image came from; one file for all of them where it is IDX

    /// Of a prediction: the places that pictures which cannot be read have among all that lie there; ascending.
    std::vector<std::int32_t> leftOut = {};

    std::string origin(std::int64_t index) const;     ///< "cats/7.png", "train-images.gz, image 7" (from 0)
    std::vector<std::int64_t> imagesPerClass() const; ///< [classes]
};

/// A picture that could not be read, for who wants a word on each.
struct UnreadFile {
    std::string file;
    Sentence reason;
};

/// A training part, and the parts for validation and test that the data came with: of the same size, with the same
/// classes.
struct ImageParts {
    ImageSet train;
    std::optional<ImageSet> test = {};
    std::optional<ImageSet> validation = {};
    std::vector<UnreadFile> unread = {}; ///< pictures that are damaged; to predict, also others
    std::vector<Sentence> remarks = {};  ///< sentences: files and folders that were not read, how many and why
};

/// What becomes of pictures that cannot be read.
enum class Damaged { Refuse, Skip };

/// The size that images of a folder are scaled to.
struct ImageSize {
    std::int64_t height = 28;
    std::int64_t width = 28;
};

/// An IDX file of unsigned bytes, as MNIST's files are.
struct IdxFile {
    std::vector<std::int64_t> dimensions = {}; ///< the first one is the number of images or labels
    std::vector<std::uint8_t> bytes = {};      ///< of all values
};

/// Its value is the number of dimensions.
enum class IdxContent { Labels = 1, Images = 3 };

/// Reads a file, plain or by gzip, whatever its name; memory is taken as bytes come. Throws Error for one that cannot
/// be read, starts otherwise than such a file, or has fewer or more values than its header says; CancelledError.
IdxFile readIdx(const std::filesystem::path& file, IdxContent content, const GoOn& goOn = {});

/// A pair of IDX files, plain or by gzip: images of unsigned bytes [count, height, width], and as many labels. The
/// classes are the numbers from 0 to the largest label. Throws Error where the files do not fit each other, or where
/// all labels are the same.
ImageSet readIdxImages(const std::filesystem::path& images, const std::filesystem::path& labels, const GoOn& goOn = {});

/// Reads a folder of one of these kinds:
///  - IDX files as MNIST's are named: train*-images-idx3-ubyte[.gz] with train*-labels-idx1-ubyte[.gz] (or
///    .idx3-ubyte and .idx1-ubyte, as some archives have them), and t10k-* for the test part where they are there. The
///    training part must have each number from its smallest label to its largest: the largest one tells how wide the
///    net's answer becomes, and one wrong label would widen it;
///  - a folder of PNG and JPEG files per class, whose names are the classes', sorted by their bytes; or such folders
///    below `train` (or `training`) and, for the other parts, `validation` (`val`, `valid`, `dev`) and `test`
///    (`testing`), in any case.
/// What is hidden counts for nothing; of other files and folders the remarks tell. Throws Error, with the file, for a
/// PNG or JPEG file that cannot be read, unless such files are skipped (then they are in `unread`), and where a part
/// has one class only or another part has a class that the training part lacks; CancelledError.
ImageParts readImageFolder(const std::filesystem::path& folder, ImageSize size = {}, const GoOn& goOn = {},
                           Damaged damaged = Damaged::Refuse);

/// Reads images for a net that is trained, of which nothing is learned. A folder as above, where one class, labels with
/// a gap or a test part alone will do, and the parts may have other classes than the training part; or images
/// without classes: a folder of PNG and JPEG files, a folder with one file *-images-idx3-ubyte[.gz] and no labels, such
/// a file, or one PNG or JPEG file. Pictures of a folder that cannot be read are told in `unread`; Error where none
/// can.
ImageParts readImagesToPredict(const std::filesystem::path& data, ImageSize size = {}, const GoOn& goOn = {});

} // namespace engine
