// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/download_line.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/options.h"
#include "app/cli/sources.h"
#include "app/cli/words.h"
#include "engine/data/corpus.h"
#include "engine/data/download.h"
#include "engine/data/places.h"

#include <fmt/format.h>

namespace cli {
namespace {

constexpr const char* corpusExamples = R"(  hamnet corpus list
  hamnet corpus get tiny-shakespeare
  hamnet corpus info my_text.txt --encoding utf8)";

struct GetOptions {
    std::string name, url, folder;
};

struct CorpusInfoOptions {
    std::string file;
    std::string encoding = "bytes";
    engine::SplitFractions fractions;
};

std::vector<std::string> namesOfKnownTexts()
{
    std::vector<std::string> names;
    for (const engine::KnownText& text : engine::knownTexts()) {
        names.push_back(text.name);
    }
    return names;
}

/// A character as the reader of a vocabulary sees it.
std::string shown(const std::string& character)
{
    return character == " " ? "space" : oneLine(character);
}

class CorpusCommand : public Command {
public:
    explicit CorpusCommand(CLI::App& app) : Command(app)
    {
        app.require_subcommand(1);
        m_list = app.add_subcommand("list", "Show the available texts, and where they are kept.");
        m_list->add_flag("--json", m_json, "Print it as one JSON object.");
        addGet(app);
        addInfo(app);
    }

    ExitCode run(Console& console) override
    {
        return m_list->parsed() ? list(console) : m_get->parsed() ? get(console) : info(console);
    }

private:
    void addGet(CLI::App& app)
    {
        m_get = app.add_subcommand("get", "Download a text.");
        m_get->add_option("NAME", m_getOptions.name, "The text, by its name in hamnet corpus list.")
            ->type_name(braced(namesOfKnownTexts()))
            ->required();
        m_get
            ->add_option("--url", m_getOptions.url,
                         "Another address to download it from; its contents are checked all the same.")
            ->type_name("URL");
        m_get->add_option("--folder", m_getOptions.folder, "Where to put it instead of the user's data folder.")
            ->type_name(folderName);
    }

    void addInfo(CLI::App& app)
    {
        m_info = app.add_subcommand("info", "Show statistics of a text.");
        m_info->add_option("FILE", m_infoOptions.file, "The text: a file, or a name in hamnet corpus list.")
            ->type_name(textFile)
            ->required();
        m_info
            ->add_option("--encoding", m_infoOptions.encoding,
                         "What counts as one character: a byte of the file, or a code point of its UTF-8 text.")
            ->type_name("{bytes,utf8}")
            ->capture_default_str()
            ->check(oneOf({"bytes", "utf8"}));
        m_info
            ->add_option("--validation", m_infoOptions.fractions.validation,
                         "The share that is held out for validation.")
            ->type_name("X")
            ->capture_default_str()
            ->check(numberIn({.least = 0, .most = 1}));
        m_info->add_option("--test", m_infoOptions.fractions.test, "The share that is held out for the test.")
            ->type_name("X")
            ->capture_default_str()
            ->check(numberIn({.least = 0, .most = 1}));
        m_info->add_flag("--json", m_json, "Print it as one JSON object.");
    }

    ExitCode list(Console& console) const
    {
        const std::filesystem::path folder = engine::dataFolder() / "corpus";
        const auto fileOf = [&](const engine::KnownText& text) { return folder / (text.name + ".txt"); };
        const auto isThere = [&](const engine::KnownText& text) {
            std::error_code unknown;
            return std::filesystem::exists(fileOf(text), unknown);
        };
        const std::filesystem::path bundled = engine::bundledCorpus();
        if (m_json) {
            Json json = {{"bundled", bundled.string()}, {"texts", Json::array()}};
            for (const engine::KnownText& text : engine::knownTexts()) {
                json["texts"].push_back({{"name", text.name},
                                         {"about", text.about},
                                         {"bytes", text.bytes},
                                         {"sha256", text.sha256},
                                         {"url", text.url},
                                         {"file", isThere(text) ? Json(fileOf(text).string()) : Json()}});
            }
            printLine(console.out, json);
            return ExitCode::Done;
        }
        engine::Report report{.columns = {{"text"}, {"size", "", bytesInWords}, {"where"}, {"what"}}};
        report.rows.push_back({bundled.stem().string(), std::filesystem::file_size(bundled), bundled.string(),
                               "The play that comes with Hamnet."});
        for (const engine::KnownText& text : engine::knownTexts()) {
            report.rows.push_back({text.name, text.bytes,
                                   isThere(text) ? fileOf(text).string() : "hamnet corpus get " + text.name,
                                   text.about});
        }
        console.out.write(engine::aligned(report));
        return ExitCode::Done;
    }

    ExitCode get(Console& console) const
    {
        return fetchWithLine(console, m_getOptions.name, [&](const engine::DownloadProgress& progress) {
            return engine::download({.text = engine::knownText(m_getOptions.name),
                                     .folder = m_getOptions.folder,
                                     .url = m_getOptions.url,
                                     .progress = progress});
        });
    }

    ExitCode info(Console& console) const
    {
        const Interrupt interrupt;
        const engine::Corpus text(dataNamed(m_infoOptions.file, engine::kinds::text),
                                  m_infoOptions.encoding == "utf8" ? engine::Encoding::Utf8 : engine::Encoding::Bytes,
                                  interrupt.goOn());
        std::vector<std::string> characters;
        for (std::int32_t id = 0; id < static_cast<std::int32_t>(text.vocabulary().size()); ++id) {
            characters.push_back(text.vocabulary().textOf(id));
        }
        const auto count = [&](engine::Split split) {
            return text.charactersIn(text.range(split, m_infoOptions.fractions));
        };
        const std::int64_t train = count(engine::Split::Train), validation = count(engine::Split::Validation),
                           test = count(engine::Split::Test);
        if (m_json) {
            printLine(console.out, {{"file", m_infoOptions.file},
                                    {"encoding", m_infoOptions.encoding},
                                    {"bytes", text.bytes()},
                                    {"characters", text.characters()},
                                    {"vocabulary", text.vocabulary().size()},
                                    {"distinct", characters},
                                    {"digest", text.digest()},
                                    {"train", train},
                                    {"validation", validation},
                                    {"test", test}});
            return ExitCode::Done;
        }
        std::string list;
        for (const std::string& character : characters) {
            list += (list.empty() ? "" : " ") + shown(character);
        }
        console.out.line(fmt::format("bytes       {}", grouped(text.bytes())));
        console.out.line(
            fmt::format("characters  {}, {} different: {}", grouped(text.characters()), characters.size(), list));
        console.out.line(fmt::format("training    {} characters", grouped(train)));
        console.out.line(fmt::format("validation  {} characters", grouped(validation)));
        console.out.line(fmt::format("test        {} characters", grouped(test)));
        console.out.line(fmt::format("digest      {} (XXH3)", text.digest()));
        return ExitCode::Done;
    }

    CLI::App *m_list = nullptr, *m_get = nullptr, *m_info = nullptr;
    GetOptions m_getOptions;
    CorpusInfoOptions m_infoOptions;
    bool m_json = false;
};

} // namespace

extern const CommandSpec corpusCommand = {"corpus", "List, download and inspect texts to train on.", corpusExamples,
                                          make<CorpusCommand>};

} // namespace cli
