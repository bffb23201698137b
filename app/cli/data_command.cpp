// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "engine/data/download.h"
#include "engine/data/places.h"
#include "engine/data/read_samples.h"
#include "engine/data/table.h"
#include "engine/graph/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace cli {
namespace {

/// What `data` and `corpus` have in common: what is known is listed and fetched, and a file is looked into.
class KnownCommand : public Command {
public:
    KnownCommand(CLI::App& app, const char* aboutList, const char* aboutGet, const char* aboutInfo) : Command(app)
    {
        app.require_subcommand(1);
        m_list = app.add_subcommand("list", aboutList);
        m_get = app.add_subcommand("get", aboutGet);
        m_info = app.add_subcommand("info", aboutInfo);
        for (CLI::App* const part : {m_list, m_info}) {
            part->add_flag("--json", m_json, "Print it as one JSON object.");
        }
    }

    ExitCode run(Console& console) override
    {
        if (m_get->parsed()) {
            return get(console);
        }
        m_list->parsed() ? list(console) : info(console);
        return ExitCode::Done;
    }

protected:
    virtual void list(Console& console) const = 0;
    virtual void info(Console& console) const = 0;

    void addGet(std::span<const engine::KnownData> known, const char* aboutName, const char* aboutUrl,
                const char* aboutFolder)
    {
        m_known = known;
        std::vector<std::string> names;
        std::ranges::transform(known, std::back_inserter(names), [](const auto& one) { return one.name; });
        addValue(*m_get, "NAME", m_name, braced(names), aboutName)->required();
        addValue(*m_get, "--url", m_url, "URL", aboutUrl);
        addValue(*m_get, "--folder", m_folder, folderName, aboutFolder);
    }

    CLI::App *m_list, *m_get, *m_info;
    std::span<const engine::KnownData> m_known;
    std::string m_name, m_url, m_folder; ///< of what is fetched
    std::string m_file;                  ///< that is looked into
    bool m_json = false;

private:
    /// With a line on the terminal that shows how far it is. A stop is said, and is no error: the same command goes on
    /// with what is there.
    ExitCode get(Console& console) const
    {
        const Interrupt interrupt;
        LiveLine line(console.err);
        const auto progress = [&](std::int64_t there, std::int64_t all) {
            if (console.err.isTerminal() && line.due()) {
                const double fraction = all > 0 ? static_cast<double>(there) / static_cast<double>(all) : 0;
                line.draw(progressLine(
                    {.fraction = fraction, .done = m_name, .words = bytesInWords(there) + " of " + bytesInWords(all)},
                    console.err.columns(), glyphsOfTerminal()));
            }
            return !interrupt.requested();
        };
        try {
            const std::filesystem::path there = engine::download(
                {.data = engine::knownIn(m_known, m_name), .folder = m_folder, .url = m_url, .progress = progress});
            line.clear();
            console.out.outside(there.string() + "\n");
        } catch (const engine::CancelledError&) {
            line.clear();
            console.note("hamnet: the download was stopped; run the same command again to continue it");
            return ExitCode::Interrupted;
        } catch (const engine::Error&) {
            line.clear();
            throw;
        }
        return ExitCode::Done;
    }
};

/// Why a run cannot read the column as it stands; nothing where it can.
std::optional<std::string> obstacleOf(const engine::Table& table, const engine::Column& column)
{
    const auto [least, most] = std::ranges::minmax_element(column.numbers);
    if (const std::string obstacle = table.obstacleOf(column); !obstacle.empty()) {
        return obstacle;
    }
    return least != most && *least == *most ? std::optional(fmt::format("is {} in all rows", engine::toText(*least)))
                                            : std::nullopt;
}

class DataCommand : public KnownCommand {
public:
    explicit DataCommand(CLI::App& app)
        : KnownCommand(app, "Show the available data sets, where they are kept, and those that Hamnet generates.",
                       "Download a data set.",
                       "Show how a CSV file is written: its format, its columns and its first rows.")
    {
        addGet(engine::knownSets(), "The data set, by its name in hamnet data list.",
               "Another Internet address of the folder to download its files from; their contents are checked all the "
               "same.",
               "Where to put its folder instead of the user's data folder.");
        addValue(*m_info, "FILE", m_file, dataFile, "A CSV file, as hamnet train takes it.")->required();
        m_table.addFormatTo(*m_info);
        m_info->remove_option(m_info->get_option("--gaps")); // what becomes of them is no question of the format
    }

private:
    /// Throws Error with what has to be told where a column can be read in two ways.
    void info(Console& console) const override
    {
        const engine::TableFormat format = engine::formatOf([this](const char* key) { return m_table.values.at(key); });
        for (const engine::Column& column : engine::outlineOfTable(m_file, format).columns) {
            if (!column.problem.empty()) {
                throw engine::Error(column.problem);
            }
        }
        const engine::Table table = engine::readTable(m_file, format);
        engine::Report report{.columns = {{"column", "name"},
                                          {"kind", "kind"},
                                          {"form", "form", {}, ""},
                                          {"zone", "zone", {}, ""},
                                          {"gaps", "gaps", {}, ""},
                                          {"first rows"},
                                          {"", "problem"}}};
        std::ranges::transform(table.columns, std::back_inserter(report.rows),
                               [&](const engine::Column& column) { return cellsOf(table, column); });
        std::map<std::string, std::string> words = engine::wordsOf(table.format);
        if (m_json) {
            Json json = {{"file", table.name}, {"rows", table.rows}, {"format", Json::object()}};
            for (const char* const key : {"delimiter", "decimal", "date_order", "header"}) {
                json["format"][key] = words.at(key) == "AUTO" ? Json() : Json(words.at(key));
            }
            json["columns"] = jsonRows(report);
            for (std::size_t index = 0; index < table.columns.size(); ++index) {
                json["columns"][index]["name"] = table.columns[index].name; // as --inputs wants it
            }
            json["first_rows"] = table.firstRows;
            printLine(console.out, json);
            return;
        }
        for (auto& [key, word] : words) {
            word = word == "AUTO" ? "not told" : word;
        }
        console.out.line(fmt::format("format   delimiter {}, decimal {}, date order {}, header {}",
                                     words.at("delimiter"), words.at("decimal"), words.at("date_order"),
                                     words.at("header")));
        console.out.line(fmt::format("rows     {}\n", grouped(table.rows)));
        console.out.write(engine::aligned(report));
        for (const engine::Column& column : table.columns) {
            if (const std::optional<std::string> obstacle = obstacleOf(table, column)) {
                console.out.line(fmt::format("\n{}: {}", engine::printable(column.name), *obstacle));
            }
        }
    }

    static std::vector<engine::ReportCell> cellsOf(const engine::Table& table, const engine::Column& column)
    {
        constexpr std::array kinds = {"number", "text", "time"};
        const auto index = static_cast<std::size_t>(&column - table.columns.data());
        std::string first;
        for (const std::vector<std::string>& row : table.firstRows) {
            first += (first.empty() ? "" : "  ") + (index < row.size() ? engine::printable(row[index]) : "");
        }
        std::vector<engine::ReportCell> cells = {
            engine::printable(column.name), kinds.at(static_cast<std::size_t>(column.kind)), {}, {}, column.gaps, first,
            obstacleOf(table, column)};
        if (column.kind == engine::ColumnKind::Time) {
            cells[2] = engine::exampleOf({.dates = column.form.dates});
            cells[3] = column.form.hasOffset ? "offset of each row" : "none";
        }
        return cells;
    }

    void list(Console& console) const override
    {
        engine::Report report{.columns = {{"set", "name"},
                                          {"size", "bytes", bytesInWords, "made"},
                                          {"where"},
                                          {"what", "about"},
                                          {"", "folder"}}};
        for (const engine::KnownData& set : m_known) {
            const auto folder = isThere(set) ? std::optional(engine::placeOf(set).string()) : std::nullopt;
            report.rows.push_back(
                {set.name, set.bytes(), folder.value_or("hamnet data get " + set.name), set.about, folder});
        }
        if (!m_json) {
            for (const engine::MadeSet& set : engine::madeSets()) {
                report.rows.push_back({set.name, {}, std::string("--data ") + set.name, set.about, {}});
            }
            console.out.write(engine::aligned(report));
            return;
        }
        Json json = {{"sets", jsonRows(report)}, {"made", Json::array()}};
        for (const engine::MadeSet& set : engine::madeSets()) {
            json["made"].push_back({{"name", set.name}, {"about", set.about}});
        }
        for (std::size_t index = 0; index < json["sets"].size(); ++index) {
            const engine::KnownData& set = m_known[index];
            json["sets"][index]["urls"] = set.urls;
            json["sets"][index]["files"] = Json::array();
            for (const engine::KnownFile& file : set.files) {
                json["sets"][index]["files"].push_back(
                    {{"name", file.name}, {"bytes", file.bytes}, {"sha256", file.sha256}});
            }
        }
        printLine(console.out, json);
    }

    TableOptions m_table;
};

class CorpusCommand : public KnownCommand {
public:
    explicit CorpusCommand(CLI::App& app)
        : KnownCommand(app, "Show the available texts, and where they are kept.", "Download a text.",
                       "Show statistics of a text.")
    {
        addGet(engine::knownTexts(), "The text, by its name in hamnet corpus list.",
               "Another address to download it from; its contents are checked all the same.",
               "Where to put it instead of the user's data folder.");
        addValue(*m_info, "FILE", m_file, textFile, "The text: a file, or a name in hamnet corpus list.")->required();
        addChoice(*m_info, "--encoding", m_encoding,
                  "What counts as one character: a byte of the file, or a code point of its UTF-8 text.",
                  {"bytes", "utf8"});
        for (const auto& [name, share, part] : {std::tuple("--validation", &m_fractions.validation, "validation"),
                                                std::tuple("--test", &m_fractions.test, "the test")}) {
            addValue(*m_info, name, *share, "X", std::string("The share that is held out for ") + part + ".")
                ->capture_default_str()
                ->check(numberIn({.least = 0, .most = 1}));
        }
    }

private:
    void list(Console& console) const override
    {
        engine::Report report{.columns = {{"text", "name"},
                                          {"size", "bytes", bytesInWords},
                                          {"where"},
                                          {"what", "about"},
                                          {"", "sha256"},
                                          {"", "url"},
                                          {"", "file"}}};
        for (const engine::KnownData& text : m_known) {
            const std::string path = engine::placeOf(text).string();
            const auto file = isThere(path) ? std::optional(path) : std::nullopt;
            report.rows.push_back({text.name, text.bytes(), file.value_or("hamnet corpus get " + text.name), text.about,
                                   text.files.front().sha256, text.urls.front(), file});
        }
        const std::filesystem::path bundled = engine::bundledCorpus();
        if (m_json) {
            printLine(console.out, {{"bundled", bundled.string()}, {"texts", jsonRows(report)}});
            return;
        }
        std::vector<engine::ReportCell> play = {bundled.stem().string(), std::filesystem::file_size(bundled),
                                                bundled.string(), "The play that comes with Hamnet."};
        play.resize(report.columns.size());
        report.rows.insert(report.rows.begin(), std::move(play));
        console.out.write(engine::aligned(report));
    }

    void info(Console& console) const override
    {
        const Interrupt interrupt;
        const engine::Corpus text(dataNamed(m_file, engine::kinds::text),
                                  m_encoding == "utf8" ? engine::Encoding::Utf8 : engine::Encoding::Bytes,
                                  interrupt.goOn());
        const std::vector<std::string> characters = charactersOf(text.vocabulary());
        const auto count = [&](engine::Split split) { return text.charactersIn(text.range(split, m_fractions)); };
        const std::int64_t train = count(engine::Split::Train), validation = count(engine::Split::Validation),
                           test = count(engine::Split::Test);
        if (m_json) {
            printLine(console.out, {{"file", m_file},
                                    {"encoding", m_encoding},
                                    {"bytes", text.bytes()},
                                    {"characters", text.characters()},
                                    {"vocabulary", text.vocabulary().size()},
                                    {"distinct", characters},
                                    {"digest", text.digest()},
                                    {"train", train},
                                    {"validation", validation},
                                    {"test", test}});
            return;
        }
        console.out.line(fmt::format("bytes       {}", grouped(text.bytes())));
        console.out.line(fmt::format("characters  {}, {} different: {}", grouped(text.characters()), characters.size(),
                                     inWords(characters)));
        console.out.line(fmt::format("training    {} characters", grouped(train)));
        console.out.line(fmt::format("validation  {} characters", grouped(validation)));
        console.out.line(fmt::format("test        {} characters", grouped(test)));
        console.out.line(fmt::format("digest      {} (XXH3)", text.digest()));
    }

    std::string m_encoding = "bytes";
    engine::SplitFractions m_fractions;
};

} // namespace

extern const CommandSpec dataCommand = {"data",
                                        "List and download well-known data sets, and show how a table is written.",
                                        R"(  hamnet data list
  hamnet data get mnist
  hamnet data get fashion-mnist --folder sets
  hamnet data info days.csv --date-order DAY)",
                                        make<DataCommand>};

extern const CommandSpec corpusCommand = {"corpus", "List, download and inspect texts to train on.",
                                          R"(  hamnet corpus list
  hamnet corpus get tiny-shakespeare
  hamnet corpus info my_text.txt --encoding utf8)",
                                          make<CorpusCommand>};

} // namespace cli
