// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/generation_session.h"
#include "app/studio/session/training_session.h"
#include "engine/devices/cpu/cpu_device.h"
#include "tests/studio/session/small_request.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <cmath>
#include <fstream>
#include <QSignalSpy>

using studio::GenerationRequest;
using studio::GenerationSession;
using studio::SmallBench;
using studio::TrainingSession;

namespace {

/// With what it tells.
struct Watched : GenerationSession {
    using GenerationSession::GenerationSession;
    QSignalSpy finishedSpy{this, &GenerationSession::finished}, failedSpy{this, &GenerationSession::failed};
    QSignalSpy writtenSpy{this, &GenerationSession::written}, foundSpy{this, &GenerationSession::placeFound};
    QSignalSpy surprisedSpy{this, &GenerationSession::surprised}, startedSpy{this, &GenerationSession::started};
};

} // namespace

class GenerationSessionTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        TrainingSession training;
        QSignalSpy ended(&training, &TrainingSession::ended);
        training.start(m_bench.request());
        TRY_VERIFY(ended.count() == 1);
    }

    void keepsTheNetUntilTheFileChanges()
    {
        const SmallBench other;
        const std::filesystem::path file = other.checkpoint();
        std::filesystem::copy_file(m_bench.checkpoint(), file);
        GenerationRequest asked = request();
        asked.source.file = file;
        Watched session(m_none);
        for (int turn = 1; turn <= 2; ++turn) {
            session.start(asked);
            TRY_VERIFY(session.finishedSpy.count() == turn);
        }
        std::ofstream(file) << "no checkpoint";
        session.start(asked);
        TRY_VERIFY(session.failedSpy.count() == 1);
    }

    void stopsAtOnce()
    {
        Watched session(m_none);
        session.start(request(1'000'000'000));
        TRY_VERIFY(session.writtenSpy.count() > 0);
        session.stop(); // within a text that takes hours
        TRY_VERIFY(session.finishedSpy.count() == 1);
        QVERIFY(session.finishedSpy.at(0).at(0).value<studio::WritingEnd>() == studio::WritingEnd::Stopped);
        QVERIFY(session.start(request()));
        TRY_VERIFY(session.finishedSpy.count() == 2);
        QVERIFY(session.finishedSpy.at(1).at(0).value<studio::WritingEnd>() == studio::WritingEnd::Finished);
    }

    void writesWithTheNetInTraining()
    {
        const SmallBench bench;
        TrainingSession training;
        Watched session(training);
        GenerationRequest asked = request(50);
        asked.source.file.clear();
        session.start(asked);
        TRY_VERIFY(session.failedSpy.count() == 1);

        studio::TrainingRequest endless = bench.request();
        endless.run.settings["iterations"] = 100'000'000;
        training.start(endless);
        TRY_VERIFY(training.run().curve.size() > 50);
        session.start(asked);
        TRY_VERIFY(session.finishedSpy.count() == 1);
        QVERIFY(session.text().iteration > 50);
        QVERIFY(session.text().checkpoint.empty());
        QCOMPARE(session.text().text.size(), std::size_t{50});
        training.pause();
        TRY_COMPARE(training.state(), TrainingSession::State::Paused);
        session.start(asked);
        TRY_VERIFY(session.finishedSpy.count() == 2);
        QCOMPARE(training.state(), TrainingSession::State::Paused);
        QCOMPARE(session.text().iteration, training.run().curve.back().iteration);
    }

    void saysWhatItCannotDo()
    {
        Watched session(m_none);
        GenerationRequest asked = request();
        asked.source.file = m_bench.corpus;
        session.start(asked);
        TRY_VERIFY(session.failedSpy.count() == 1);
        QVERIFY(session.failedSpy.at(0).at(0).toString().contains("mill.txt"));
        asked = request();
        asked.wish.topP = 2;
        session.start(asked);
        TRY_VERIFY(session.failedSpy.count() == 2);
        QVERIFY(session.failedSpy.at(1).at(0).toString().contains("top-p"));
    }

    void keepsWhatWasLikelyWhileItWrites()
    {
        Watched session(m_none);
        studio::WrittenCharacters all, read;
        connect(&session, &GenerationSession::written, this, [&](const studio::WrittenCharacters& characters) {
            all.text += characters.text;
            all.bits.insert(all.bits.end(), characters.bits.begin(), characters.bits.end());
            all.candidates.insert(all.candidates.end(), characters.candidates.begin(), characters.candidates.end());
        });
        connect(&session, &GenerationSession::surprised, this,
                [&](const studio::WrittenCharacters& characters) { read = characters; });
        session.start(request());
        TRY_VERIFY(session.finishedSpy.count() == 1);
        QCOMPARE(all.candidates.size(), all.text.size());
        for (std::size_t place = 0; place < all.candidates.size(); ++place) {
            const auto known = all.candidates[place].known();
            QVERIFY(std::ranges::is_sorted(known, std::greater(), &studio::Candidate::probability));
            for (const studio::Candidate& one : known) {
                if (one.character == static_cast<unsigned char>(all.text[place])) {
                    QVERIFY(std::abs(-std::log2(one.probability) - all.bits[place]) < 1e-3f);
                }
            }
        }
        session.surprise(request(), all.text); // the same text, read again after the same prompt
        TRY_VERIFY(session.surprisedSpy.count() == 1);
        QVERIFY(read == all);
    }

    void aReadingGivesWayToAText()
    {
        Watched session(m_none);
        std::string endless;
        while (endless.size() < 4'000'000) {
            endless += "stone ";
        }
        session.surprise(request(), endless);
        QVERIFY(session.start(request()));
        QVERIFY2(!session.start(request()), "one text at a time");
        TRY_VERIFY(session.finishedSpy.count() == 1);
        QCOMPARE(session.text().text.size(), std::size_t{200});
        QCOMPARE(session.surprisedSpy.count(), 0);
        session.surprise(request(), endless);
        session.start(request(1'000'000'000));
        session.stop();
        TRY_VERIFY(session.finishedSpy.count() == 2);
        QVERIFY(session.text().text.empty());
        QVERIFY(!session.isBusy());
    }

    void eachReadingIsDoneOnce()
    {
        Watched session(m_none);
        QVERIFY(session.findPlace(request()));
        QVERIFY2(session.surprise(request(), "stone"), "behind the place");
        TRY_COMPARE(session.surprisedSpy.count(), 1);
        QCOMPARE(session.foundSpy.count(), 1);
        QVERIFY(session.surprise(request(), "stone"));
        QVERIFY2(session.surprise(request(), "stone"), "it is being read");
        TRY_COMPARE(session.surprisedSpy.count(), 2);
        QVERIFY(!session.isBusy());
        QCOMPARE(session.startedSpy.count(), 3);
        QVERIFY(session.surprise(request(), "stone"));
        QVERIFY2(session.surprise(request(), "corn"), "another text is in view by now");
        TRY_COMPARE(session.surprisedSpy.count(), 3);
        QVERIFY(!session.isBusy());
        QCOMPARE(session.surprisedSpy.at(2).at(0).value<studio::WrittenCharacters>().text, std::string("corn"));
    }

    void readsWithTheNetThatWroteTheText()
    {
        const SmallBench bench;
        TrainingSession training;
        Watched session(training);
        GenerationRequest asked = request(50);
        asked.source.file.clear();
        studio::TrainingRequest endless = bench.request();
        endless.run.settings["iterations"] = 100'000'000;
        training.start(endless);
        TRY_VERIFY(training.run().curve.size() > 5);
        session.start(asked);
        TRY_VERIFY(session.finishedSpy.count() == 1);
        const studio::WrittenText first = session.text();
        const auto hasGoneOn = [&](const studio::WrittenText& text) {
            return training.run().curve.back().iteration > text.iteration + 5;
        };
        TRY_VERIFY(hasGoneOn(first));
        GenerationRequest reading = asked;
        reading.wish = first;
        reading.onlyByItsNet = true;
        QVERIFY(session.findPlace(reading));
        TRY_COMPARE(session.foundSpy.count(), 1);
        QCOMPARE(session.text().iteration, first.iteration);
        QCOMPARE(session.text().net, first.net);

        session.start(asked); // by the net as it is now, which is the one that is kept from then on
        TRY_VERIFY(session.finishedSpy.count() == 2);
        QVERIFY(session.text().iteration > first.iteration);
        QVERIFY(session.findPlace(reading));
        TRY_COMPARE(session.failedSpy.count(), 1);
        QVERIFY2(session.failedSpy[0][0].toString().contains(QStringLiteral("has changed since")),
                 qPrintable(session.failedSpy[0][0].toString()));
        QCOMPARE(session.foundSpy.count(), 1);
    }

    void tellsNetsOfTheSameIterationApart()
    {
        TrainingSession training;
        Watched session(training);
        QSignalSpy ended(&training, &TrainingSession::ended);
        GenerationRequest asked = request(50);
        asked.source.file.clear();
        std::vector<studio::WrittenText> texts;
        for (const std::int64_t seed : {1, 2}) {
            const SmallBench bench;
            studio::TrainingRequest wish = bench.request();
            wish.run.settings["seed"] = seed;
            QVERIFY(training.start(wish));
            TRY_COMPARE(ended.count(), static_cast<int>(seed));
            session.start(asked);
            TRY_COMPARE(session.finishedSpy.count(), static_cast<int>(seed));
            texts.push_back(session.text());
        }
        QCOMPARE(texts[0].iteration, texts[1].iteration);
        QVERIFY(!texts[0].net.empty() && texts[0].net != texts[1].net);
        asked.onlyByItsNet = true;
        asked.wish = texts[0];
        QVERIFY(session.surprise(asked, texts[0].text));
        TRY_COMPARE(session.failedSpy.count(), 1);
        asked.wish = texts[1];
        QVERIFY(session.surprise(asked, texts[1].text));
        TRY_COMPARE(session.surprisedSpy.count(), 1);
    }

    void findsThePlaceAndGoesOnFromIt()
    {
        Watched session(m_none);
        session.start(request());
        TRY_VERIFY(session.finishedSpy.count() == 1);
        const std::string whole = session.text().text;

        GenerationRequest there = request(150);
        there.wish.prompt += whole.substr(0, 50);
        there.wish.drawn = 50;
        QVERIFY(session.surprise(request(), whole));
        QVERIFY2(session.findPlace(there), "a reading gives way");
        connect(&session, &GenerationSession::surprised, this, [&] { QCOMPARE(session.foundSpy.count(), 1); });
        TRY_COMPARE(session.surprisedSpy.count(), 1); // and is done behind it
        const auto place = session.foundSpy.at(0).at(0).value<engine::WritingPlace>();
        QCOMPARE(place.state.place, std::int64_t{55});
        QCOMPARE(place.state.last, whole.substr(49, 1));
        QVERIFY(!place.units.empty());

        const std::filesystem::path file = m_bench.checkpoint().parent_path() / "there.hamnet-state";
        engine::saveWritingState(file, place.state);
        GenerationRequest on = request(150);
        on.wish.prompt.clear();
        on.wish.state = file;
        session.start(on);
        TRY_VERIFY(session.finishedSpy.count() == 2);
        QCOMPARE(whole.substr(0, 50) + session.text().text, whole);
        QCOMPARE(session.text().state, file.string());

        there.wish.held = {{.layer = place.units[0].layer, .unit = 2, .value = 0.75F, .from = 55}};
        session.start(there);
        TRY_VERIFY(session.finishedSpy.count() == 3);
        QVERIFY(session.text().held == there.wish.held);
        QVERIFY(whole.substr(0, 50) + session.text().text != whole);
    }

private:
    GenerationRequest request(std::int64_t length = 200) const
    {
        GenerationRequest request{.source = {.file = m_bench.checkpoint()}, .threads = 1};
        request.wish.prompt = "Grind";
        request.wish.length = length;
        request.wish.seed = 5;
        return request;
    }

    SmallBench m_bench;
    TrainingSession m_none;
};

HAMNET_QT_TEST(GenerationSessionTest)
#include "generation_session_test.moc"
