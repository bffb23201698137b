// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/tensorboard_log.h"
#include "engine/formats/exchange/curves.h"
#include "engine/formats/exchange/protobuf_wire.h"
#include "engine/graph/error.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <cstring>
#include <map>
#include <set>

namespace {

namespace fs = std::filesystem;
using engine::wire::Field;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::UnorderedElementsAre;
using watch::TensorBoardLog;

/// The values of the messages that are in the records of a folder's one file, by their tags.
std::multimap<std::string, std::string> valuesIn(const fs::path& folder)
{
    std::multimap<std::string, std::string> values;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string bytes = entry.is_regular_file() ? contentsOf(entry.path()) : std::string();
        for (std::size_t at = 0; at < bytes.size();) {
            std::uint64_t length = 0;
            std::memcpy(&length, bytes.data() + at, sizeof length);
            const std::span message(reinterpret_cast<const std::byte*>(bytes.data()) + at + 12, length);
            at += 8 + 4 + length + 4;
            const auto each = [](std::span<const std::byte> of, int number, const auto& does) {
                engine::wire::eachField(of, "a record", [&](const Field& field) {
                    if (field.number == number) {
                        does(field);
                    }
                });
            };
            each(message, 5, [&](const Field& summary) {
                each(summary.bytes, 1, [&](const Field& value) {
                    each(value.bytes, 1, [&](const Field& tag) { values.emplace(tag.text(), value.text()); });
                });
            });
        }
    }
    return values;
}

std::set<std::string> tagsIn(const fs::path& folder)
{
    std::set<std::string> tags;
    for (const auto& [tag, value] : valuesIn(folder)) {
        tags.insert(tag);
    }
    return tags;
}

std::set<std::string> foldersIn(const fs::path& folder)
{
    std::set<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        names.insert(entry.path().filename());
    }
    return names;
}

class TensorBoard : public testing::Test {
protected:
    /// A run of two iterations with all that it may tell.
    void run(const engine::StartEvent& start)
    {
        TensorBoardLog log(board, [this](engine::LookInside::Tell tell) { m_tell = std::move(tell); });
        log.take(start);
        log.take(engine::TrainEvent{{.iteration = 1, .loss = 2}});
        log.take(engine::ValidationEvent{
            .iteration = 1, .loss = 3, .metrics = {{"accuracy", 0.5}}, .training = {{"accuracy", 0.75}}});
        log.take(engine::TrainEvent{{.iteration = 2}});
        log.take(engine::SampleEvent{.iteration = 1, .text = "one\ntwo \xFF"});
        log.take(engine::MetersEvent{.iteration = 1, .devices = {{.name = "GPU", .watts = 300}, {.watts = 310}}});
        engine::NetLook look{.iteration = 3, .layers = {{.layer = "lstm", .type = "LSTM"}}};
        const std::array values = {-1.0F, 0.0F, 1.0F};
        look.layers[0].weights = {{.name = "Wh", .values = engine::statisticsOf(values, 3)}};
        look.layers[0].weights[0].gradients = engine::statisticsOf(values, 3);
        m_tell(std::move(look));
        log.take(engine::EndEvent{.iterations = 2});
        log.finish();
    }

    TemporaryFolder folder;
    fs::path board = folder.path() / "board";

private:
    engine::LookInside::Tell m_tell;
};

TEST_F(TensorBoard, HasTrainingAndValidationSideBySideWithTheSameTags)
{
    run({.checkpoint = "net.hamnet"});
    EXPECT_THAT(foldersIn(board), ElementsAre("net"));
    EXPECT_THAT(tagsIn(board / "net"),
                UnorderedElementsAre("_hparams_/session_start_info", "_hparams_/session_end_info"));
    EXPECT_THAT(tagsIn(board / "net/validation"), UnorderedElementsAre("loss", "accuracy"));
    EXPECT_THAT(tagsIn(board / "net/train"),
                IsSupersetOf({"loss", "accuracy", "learning_rate", "gradient_norm", "per_second", "sample",
                              "device/watts", "device2/watts", "weights/lstm/Wh", "gradients/lstm/Wh"}));
}

TEST_F(TensorBoard, ShowsASampleWithItsLinesAndWithoutBytesThatAreNoText)
{
    run({.checkpoint = "net.hamnet"});
    EXPECT_THAT(valuesIn(board / "net/train").find("sample")->second, HasSubstr("    one\n    two \xEF\xBF\xBD"));
}

TEST_F(TensorBoard, KeepsTheSettingsOfARun)
{
    run({.seed = 7, .solver = "base_lr: 0.5 type: \"Adam\"", .checkpoint = "net.hamnet"});
    const std::string settings = valuesIn(board / "net").find("_hparams_/session_start_info")->second;
    for (const char* const key : {"seed", "solver.base_lr", "solver.type", "batch_units"}) {
        EXPECT_THAT(settings, HasSubstr(key));
    }
}

TEST_F(TensorBoard, GivesEachNewRunAFolderAndWritesOnWhereOneIsResumed)
{
    run({.checkpoint = "net.hamnet"});
    run({.checkpoint = "net.hamnet"});
    run({.checkpoint = "some/run_of_today/run.hamnet"});
    run({.modelName = "char rnn (models/rnn.prototxt)"});
    EXPECT_THAT(foldersIn(board), UnorderedElementsAre("net", "net-2", "run_of_today", "char rnn"));
    run({.iteration = 10, .checkpoint = "net.hamnet"});
    EXPECT_EQ(foldersIn(board / "net/train").size(), 1U);
    EXPECT_EQ(foldersIn(board / "net-2/train").size(), 2U) << "the last run of that checkpoint";
    EXPECT_EQ(foldersIn(board).size(), 4U);
}

TEST_F(TensorBoard, NamesRunsOfSeedsByTheFolderAroundThem)
{
    fs::create_directories(folder.path() / "eight/seed3");
    run({.checkpoint = (folder.path() / "eight/seed3/run.hamnet").string()});
    EXPECT_THAT(foldersIn(board), ElementsAre("eight-seed3"));
}

TEST_F(TensorBoard, HasTenStepsASecondAndTheLast)
{
    TensorBoardLog log(board, [](const engine::LookInside::Tell&) {});
    log.take(engine::StartEvent{.iterations = 1000, .checkpoint = "net.hamnet"});
    for (std::int64_t iteration = 1; iteration <= 1000; ++iteration) {
        log.take(engine::TrainEvent{{.iteration = iteration}});
    }
    log.finish();
    const std::size_t steps = valuesIn(board / "net/train").count("loss");
    EXPECT_GE(steps, 2U);
    EXPECT_LT(steps, 500U);
}

TEST_F(TensorBoard, ThatCannotBeWrittenIsASentence)
{
    std::ofstream(board) << "a file";
    EXPECT_THROW(run({.checkpoint = "net.hamnet"}), engine::Error);
}

} // namespace
