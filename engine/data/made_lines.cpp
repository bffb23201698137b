// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/made_data.h"
#include "engine/devices/random.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <set>
#include <string_view>

namespace engine {
namespace {

constexpr std::size_t phrases = 6;     ///< of each part
constexpr std::size_t partsOfLine = 4; ///< opening, clause, thing, end

using Phrases = std::array<std::string_view, phrases>;
using Manner = std::array<Phrases, partsOfLine>;

struct Speaker {
    std::string_view name;
    Manner manner;
};

constexpr Manner anyones = {
    {{"Well,", "Hark,", "Come,", "Nay,", "Listen,", "Look,"},
     {"I saw", "we have heard of", "I remember", "they have hidden", "somebody asks for", "I will look for"},
     {"the bell", "a light upon the water", "the old boat", "the mill door", "the bridge", "a letter"},
     {"tonight.", "once more.", "before the rain.", "at the weir.", "and no one knows.", "in the morning."}}};

constexpr std::array<Speaker, 6> speakers = {
    {{"CAPTAIN",
      {{{"Stand!", "Item the first:", "In the name of the watch,", "Halt there!", "Attention!", "Write this down:"},
        {"I arrest", "it is forbidden to touch", "my orders mention", "I shall report", "the regulations want",
         "no person may carry"},
        {"the offending lantern", "a suspicious duck", "one barrel, unlicensed", "the prisoner's hat",
         "evidence of singing", "a goose without papers"},
        {"by order of the Duke.", "as per paragraph nine.", "or there will be paperwork.", "at the double!",
         "and that is official.", "which is a misdemeanour."}}}},
     {"FERRYMAN",
      {{{"Easy now,", "Mind the rope,", "She runs high,", "Sit down, sit down,", "Steady,", "Ask the river,"},
        {"I ferried", "the current took", "eels have nibbled", "my pole struck", "the fog swallowed", "she washed up"},
        {"three drowned shillings", "a basket of eels", "the far bank", "somebody's oar", "a mossy chain",
         "the reeds by the sluice"},
        {"downstream.", "for a penny.", "and the water keeps it.", "slow as mud.", "under the willows.",
         "with the tide."}}}},
     {"QUEEN",
      {{{"We command it:", "Kneel, sir.", "By our crown,", "Silence!", "It pleases us:", "Our patience ends:"},
        {"we grant", "our throne demands", "we banish", "our royal hand signed", "let heralds proclaim",
         "we shall never forgive"},
        {"the treasury's gold", "our ungrateful cousins", "a coronation robe", "the ambassador", "our royal seal",
         "the northern provinces"},
        {"before all the court.", "upon pain of death.", "for our realm's honour.", "and let trumpets sound.",
         "as our father did.", "for ever."}}}},
     {"FOOL",
      {{{"Ha ha, nuncle,", "Riddle me this:", "Tweedle and tum,", "Quack, quack!", "A joke, a joke!", "Hey nonny,"},
        {"I married", "a pudding swallowed", "my left shoe loves", "I juggled", "the moon tickled",
         "two fleas discussed"},
        {"a bishop's nose", "seven jolly turnips", "my own shadow", "a dancing kettle", "the king's pyjamas",
         "a custard pie"},
        {"with bells on!", "hey diddle dee!", "backwards, in the bath.", "and laughed till Tuesday.", "fiddle-de-dee.",
         "ho ho ho!"}}}},
     {"WIDOW",
      {{{"Alas,", "O heaven,", "My poor heart,", "Forgive my tears:", "Ah, sorrow,", "When he lived,"},
        {"I weep for", "grief has emptied", "I buried", "my prayers follow", "I still embroider", "loneliness guards"},
        {"his empty chair", "my darling's grave", "the silent cradle", "our wedding ring", "a faded ribbon",
         "the candle he left"},
        {"with all my tears.", "beneath the yew.", "till I lie beside him.", "in the cold churchyard.",
         "and he will not come.", "through weary years."}}}},
     {"MERCHANT",
      {{{"A bargain!", "Good sir,", "Count again:", "Upon my ledger,", "Fresh from the fair,", "Feel the quality:"},
        {"I offer", "five ducats buy", "my warehouse holds", "I exchange", "customs taxed", "at cost I sell"},
        {"twelve bolts of silk", "a crate of pepper", "Flemish buttons", "the finest saffron", "a discount",
         "two dozen mirrors"},
        {"cash in hand.", "at nine per cent.", "with free delivery.", "while stocks last.", "and I make no profit.",
         "plus the toll."}}}}}};

std::string lineOf(const Speaker& speaker, RandomSequence& draws)
{
    std::string line;
    for (std::size_t part = 0; part < partsOfLine; ++part) {
        const Manner& manner = draws.below(2) == 0 ? speaker.manner : anyones;
        line += (part > 0 ? " " : "") + std::string(manner[part][draws.below(phrases)]);
    }
    return line;
}

} // namespace

std::string makeLines(const MadeLines& wish)
{
    // Of the parts of one speaker alone that many lines can be made, and of those of all a lot more.
    assert(wish.lines <= std::int64_t{phrases * phrases * phrases * phrases} * std::int64_t{speakers.size()});
    RandomSequence draws({.seed = wish.seed, .stream = 0x11E5});
    std::set<std::string, std::less<>> known;
    std::string text;
    while (std::int64_t(known.size()) < wish.lines) {
        const Speaker& speaker = speakers[known.size() % speakers.size()];
        const std::string line = lineOf(speaker, draws);
        if (known.insert(line).second) {
            text += std::string(speaker.name) + "\t" + line + "\n";
        }
    }
    return text;
}

} // namespace engine
