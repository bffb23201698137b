// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/known_sets.h"

#include "engine/data/places.h"
#include "engine/graph/sentence.h"

#include <array>
#include <system_error>

namespace engine {
namespace {

/// Tries one address after the other.
void fetchFrom(const std::vector<std::string>& urls, FileRequest request, const std::string& name)
{
    for (std::size_t index = 0; index < urls.size(); ++index) {
        request.url = urls[index] + name;
        try {
            fetchFile(request);
            return;
        } catch (const CancelledError&) {
            throw;
        } catch (const Error&) {
            if (index + 1 == urls.size()) {
                throw;
            }
        }
    }
}

} // namespace

std::int64_t KnownSet::bytes() const
{
    std::int64_t sum = 0;
    for (const KnownFile& file : files) {
        sum += file.bytes;
    }
    return sum;
}

std::span<const KnownSet> knownSets()
{
    static const std::array sets = {
        KnownSet{
            .name = "mnist",
            .title = "MNIST",
            .about = "60,000 and 10,000 handwritten digits of 28 x 28 (LeCun, Cortes, Burges)",
            .urls = {"https://ossci-datasets.s3.amazonaws.com/mnist/",
                     "https://storage.googleapis.com/cvdf-datasets/mnist/"},
            .files = {{.name = "train-images-idx3-ubyte.gz",
                       .bytes = 9'912'422,
                       .sha256 = "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609"},
                      {.name = "train-labels-idx1-ubyte.gz",
                       .bytes = 28'881,
                       .sha256 = "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c"},
                      {.name = "t10k-images-idx3-ubyte.gz",
                       .bytes = 1'648'877,
                       .sha256 = "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6"},
                      {.name = "t10k-labels-idx1-ubyte.gz",
                       .bytes = 4'542,
                       .sha256 = "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6"}},
        },
        KnownSet{
            .name = "fashion-mnist",
            .title = "Fashion-MNIST",
            .about = "60,000 and 10,000 pictures of clothes of 28 x 28, in ten classes (Zalando; MIT licence)",
            .urls = {"https://storage.googleapis.com/tensorflow/tf-keras-datasets/",
                     "https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/fashion/"},
            .files = {{.name = "train-images-idx3-ubyte.gz",
                       .bytes = 26'421'880,
                       .sha256 = "08dc20ab1689590a0bcd66e874647b6ee8464e2d501b5a3f1f78831db19a3fdc"},
                      {.name = "train-labels-idx1-ubyte.gz",
                       .bytes = 29'515,
                       .sha256 = "b0197879cbda89f3dc7b894f9fd52b858e68ea4182b6947c9d8c2b67e5f18dcc"},
                      {.name = "t10k-images-idx3-ubyte.gz",
                       .bytes = 4'422'102,
                       .sha256 = "78dcbbfb5a27efaf1b6c1d616caca68560be8766c5bffcb2791df9273a534229"},
                      {.name = "t10k-labels-idx1-ubyte.gz",
                       .bytes = 5'148,
                       .sha256 = "42bd18137a62d5998cdeae52bf3a0676ac6b706f5cf8439b47bb5b151ae3dccf"}},
        },
    };
    return sets;
}

const KnownSet& knownSet(std::string_view name)
{
    std::string names;
    for (const KnownSet& set : knownSets()) {
        if (set.name == name) {
            return set;
        }
        names += (names.empty() ? "" : ", ") + set.name;
    }
    throw Error(say(ENGINE_TEXT("Sentences", "data: found the name \"%1\", wanted one of these: %2"), name, names));
}

std::filesystem::path folderOf(const KnownSet& set, const std::filesystem::path& folder)
{
    return (folder.empty() ? dataFolder() / "data" : folder) / set.name;
}

bool isThere(const KnownSet& set, const std::filesystem::path& folder)
{
    for (const KnownFile& file : set.files) {
        std::error_code absent;
        const std::uintmax_t bytes = std::filesystem::file_size(folderOf(set, folder) / file.name, absent);
        if (absent || bytes != static_cast<std::uintmax_t>(file.bytes)) {
            return false;
        }
    }
    return true;
}

std::filesystem::path downloadSet(const SetRequest& request)
{
    const KnownSet& set = request.set;
    const std::filesystem::path folder = folderOf(set, request.folder);
    const bool isElsewhere = !request.url.empty();
    const std::string slash = isElsewhere && !request.url.ends_with('/') ? "/" : "";
    const std::vector<std::string> urls = isElsewhere ? std::vector{request.url + slash} : set.urls;
    const std::int64_t all = set.bytes();
    std::int64_t before = 0; // bytes of the files that are done
    for (const KnownFile& file : set.files) {
        FileRequest one{.name = set.name + "/" + file.name,
                        .file = folder / file.name,
                        .url = {},
                        .sha256 = file.sha256,
                        .bytes = file.bytes};
        one.patience = request.patience;
        if (request.progress) {
            one.progress = [&](std::int64_t there, std::int64_t) { return request.progress(before + there, all); };
        }
        fetchFrom(urls, one, file.name);
        before += file.bytes;
    }
    return folder;
}

} // namespace engine
