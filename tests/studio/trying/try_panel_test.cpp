// SPDX-License-Identifier: GPL-3.0-or-later
// A net is tried by mouse and keys, as by who has just trained it.
#include "app/studio/lens/lens_text.h"
#include "app/studio/session/trial_session.h"
#include "app/studio/trying/image_page.h"
#include "app/studio/trying/line_page.h"
#include "app/studio/trying/series_page.h"
#include "app/studio/trying/try_panel.h"
#include "app/studio/trying/verdict_view.h"
#include "app/studio/workspace/next_run.h"
#include "app/studio/workspace/project_files.h"
#include "app/studio/workspace/run_list.h"
#include "editor/document/edits.h"
#include "editor/looks/theme.h"
#include "tests/studio/small_net.h"
#include "tests/support/night.h"
#include "tests/support/paths.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <algorithm>
#include <fstream>
#include <numeric>
#include <QCheckBox>
#include <QDate>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

using namespace studio;
using State = TrainingSession::State;

namespace {

/// Opens a sample, smaller and on one core.
void open(Workspace& workspace, const std::string& stem, int iterations, std::int64_t units = 16)
{
    QVERIFY(!workspace.files().open(modelsFolder() / (stem + ".prototxt")));
    setUnits(workspace.document(), units);
    setNextRun(workspace, {{"threads", 1}, {"iterations", iterations}});
}

void trainFully(Workspace& workspace)
{
    const auto refused = workspace.nextRun().train();
    QVERIFY2(!refused, refused ? qPrintable(*refused) : "");
    QVERIFY(QTest::qWaitFor([&] { return workspace.training().state() == State::Idle; }, patience));
    QVERIFY(workspace.training().run().end.value().reason == engine::EndReason::Iterations);
}

struct TrainedNet : Workspace {
    TrainedNet(const std::string& stem, int iterations, std::int64_t units = 16)
    {
        open(*this, stem, iterations, units);
        trainFully(*this);
    }
};

/// A panel of a size, in sight.
class Shown {
public:
    explicit Shown(Workspace& workspace) : panel(workspace)
    {
        panel.resize(900, 640);
        panel.show();
    }
    ~Shown() { panel.hide(); }

    bool waitForPage()
    {
        return QTest::qWaitFor([&] { return panel.page() && !panel.session().isBusy(); }, patience);
    }
    template <typename Widget>
    Widget& find(const char* name = nullptr)
    {
        return *panel.page()->findChild<Widget*>(name ? QString::fromLatin1(name) : QString());
    }
    const engine::StepReading& reading() { return find<VerdictView>().reading(); }
    void drop(const std::filesystem::path& file)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QString::fromStdString(file.string()))});
        QDragEnterEvent enter({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&panel, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&panel, &event);
    }
    QString note() { return panel.findChild<QLabel*>(QStringLiteral("note"))->text(); }
    QString sentence() { return panel.findChild<QLabel*>(QStringLiteral("trySentence"))->text(); }

    TryPanel panel;
};

/// Draws through these pixels of the image.
void draw(DrawField& field, const std::vector<QPoint>& pixels)
{
    const auto at = [&](QPoint pixel) {
        const QRect place = field.field();
        return QPoint(place.left() + (2 * pixel.x() + 1) * place.width() / (2 * field.image().size().width()),
                      place.top() + (2 * pixel.y() + 1) * place.height() / (2 * field.image().size().height()));
    };
    QTest::mousePress(&field, Qt::LeftButton, {}, at(pixels.front()));
    for (const QPoint& pixel : pixels) {
        QTest::mouseMove(&field, at(pixel));
    }
    QTest::mouseRelease(&field, Qt::LeftButton, {}, at(pixels.back()));
}

float sumOf(std::span<const float> chances)
{
    return std::accumulate(chances.begin(), chances.end(), 0.0F);
}

} // namespace

class TryPanelTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qputenv("XDG_STATE_HOME", m_folder.path().toLocal8Bit());
        editor::Looks::instance().setMode(editor::Looks::Mode::Light);
    }

    void cleanup() { editor::Looks::instance().setMode(editor::Looks::Mode::Light); }

    void withoutANetItSaysWhatToDo()
    {
        Workspace workspace;
        Shown shown(workspace);
        auto* const button = shown.panel.findChild<QPushButton*>(QStringLiteral("tryTrain"));
        QVERIFY(!shown.panel.page());
        QVERIFY(shown.sentence().contains(QStringLiteral("no net to try yet")));
        QSignalSpy wanted(&shown.panel, &TryPanel::trainRequested), writing(&workspace, &Workspace::panelWanted);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        QVERIFY(!workspace.files().open(modelsFolder() / "char_rnn_small.prototxt"));
        QVERIFY(!button->isVisible());
        QVERIFY(shown.sentence().contains(QStringLiteral("writes text")));
        QTest::mouseClick(shown.panel.findChild<QPushButton*>(QStringLiteral("tryWrite")), Qt::LeftButton);
        QCOMPARE(writing.count(), 1);
    }

    void aDigitIsDrawnAndReadRowByRow()
    {
        TrainedNet workspace("rows_lstm", 200);
        Shown shown(workspace);
        shown.panel.setFocus();
        QVERIFY(shown.waitForPage());
        QVERIFY(qobject_cast<ImagePage*>(shown.panel.page()));
        QCOMPARE(shown.panel.focusWidget(), &shown.find<DrawField>());
        QVERIFY(shown.find<QCheckBox>("centre").isChecked());
        QVERIFY(shown.reading().ends.empty());
        auto& field = shown.find<DrawField>();
        auto& read = shown.find<ReadPicture>();
        const QPoint drawnAt = field.mapTo(&shown.panel, field.field().topLeft());
        const QPoint readAt = read.mapTo(&shown.panel, read.field().topLeft());
        const QSize sizes[] = {field.field().size(), read.field().size()};
        draw(field, {{8, 5}, {19, 5}, {13, 23}});
        TRY_COMPARE(shown.reading().ends.size(), std::size_t{28});
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QVERIFY(field.mapTo(&shown.panel, field.field().topLeft()) == drawnAt && field.field().size() == sizes[0]);
        QVERIFY(read.mapTo(&shown.panel, read.field().topLeft()) == readAt && read.field().size() == sizes[1]);
        QVERIFY(std::abs(sumOf(shown.reading().chancesAt(27)) - 1) < 1e-4F);
        const auto& bars = shown.find<VerdictView>();
        QCOMPARE(bars.chances().size(), std::size_t{10});
        const std::vector<float> atEnd = bars.chances();
        QCOMPARE(shown.find<QLabel>("decided").text(),
                 QString::number(std::ranges::max_element(atEnd) - atEnd.begin()));
        const auto& page = static_cast<ImagePage&>(*shown.panel.page());
        QCOMPARE(page.imageRead(), centred(field.image()));
        QTest::mouseClick(&shown.find<QCheckBox>("centre"), Qt::LeftButton, {},
                          {8, shown.find<QCheckBox>("centre").height() / 2});
        QCOMPARE(page.imageRead(), field.image());
        TRY_VERIFY(!shown.panel.session().isBusy() && bars.chances() != atEnd);
        // Beside each row the class that leads has its part of the bar.
        const QImage seen = read.grab().toImage();
        for (const int row : {4, 14, 28}) {
            const std::span<const float> chances = shown.reading().chancesAt(static_cast<std::size_t>(row - 1));
            const auto lead = std::ranges::max_element(chances);
            const double before = std::accumulate(chances.begin(), lead, 0.0);
            const QRect bar = read.barOf(row);
            QVERIFY(bar.left() > read.field().right() && read.field().top() <= bar.top());
            const QPoint inside(bar.left() +
                                    static_cast<int>((before + 0.15 * static_cast<double>(*lead)) * bar.width()),
                                bar.top() + bar.height() / 2);
            QCOMPARE(seen.pixelColor(inside), classColour(static_cast<std::size_t>(lead - chances.begin())));
        }
        // The marker is dragged over the image: the chances after row 10 are shown.
        QTest::mouseClick(&read, Qt::LeftButton, {},
                          {read.width() / 2, read.field().top() + read.field().height() * 19 / 56});
        QCOMPARE(shown.find<VerdictView>().marker(), 9);
        QVERIFY(std::ranges::equal(bars.chances(), shown.reading().chancesAt(9)));
        QTest::keyClick(&shown.find<ChanceCurves>(), Qt::Key_End);
        QCOMPARE(shown.find<VerdictView>().marker(), 27);
        QTest::mouseClick(&shown.find<QToolButton>("clearField"), Qt::LeftButton);
        QVERIFY(shown.reading().ends.empty());
        QCOMPARE(shown.find<QLabel>("decided").text(), QString());
    }

    void ownDigitsAreRead()
    {
        if (!atNight()) {
            QSKIP("it is looked at by night");
        }
        using Digit = std::vector<std::vector<QPoint>>; // strokes
        const std::vector<Digit> digits = {
            {{{14, 4}, {8, 8}, {7, 15}, {10, 22}, {15, 23}, {20, 18}, {20, 9}, {14, 4}}},
            {{{14, 4}, {14, 23}}},
            {{{8, 8}, {12, 4}, {18, 5}, {19, 9}, {14, 15}, {8, 22}, {20, 22}}},
            {{{8, 6}, {14, 4}, {19, 7}, {17, 12}, {12, 13}, {18, 15}, {19, 20}, {13, 23}, {8, 21}}},
            {{{10, 4}, {7, 15}, {20, 15}}, {{17, 8}, {16, 24}}},
            {{{19, 4}, {10, 4}, {9, 12}, {15, 11}, {19, 15}, {18, 21}, {12, 23}, {8, 21}}},
            {{{17, 4}, {10, 10}, {8, 17}, {11, 23}, {17, 22}, {18, 16}, {13, 14}, {9, 18}}},
            {{{8, 5}, {19, 5}, {13, 23}}},
            {{{14, 4}, {9, 8}, {14, 13}, {19, 18}, {14, 23}, {9, 18}, {14, 13}, {19, 8}, {14, 4}}},
            {{{18, 9}, {13, 4}, {9, 8}, {12, 13}, {18, 9}, {17, 23}}}};
        TrainedNet workspace("rows_lstm", 400, 48);
        Shown shown(workspace);
        QVERIFY(shown.waitForPage());
        int right = 0;
        for (std::size_t digit = 0; digit < digits.size(); ++digit) {
            QTest::mouseClick(&shown.find<QToolButton>("clearField"), Qt::LeftButton);
            for (const std::vector<QPoint>& stroke : digits[digit]) {
                draw(shown.find<DrawField>(), stroke);
            }
            TRY_VERIFY(!shown.panel.session().isBusy());
            right += shown.find<QLabel>("decided").text() == QString::number(digit) ? 1 : 0;
        }
        QVERIFY2(right >= 8, qPrintable(QString::number(right)));
    }

    void aSampleIsReadAsTheEvaluatorReadsIt()
    {
        TrainedNet workspace("rows_lstm", 60);
        const auto evaluated = evaluate({.checkpoint = workspace.runs().newestCheckpoint(), .threads = 1});
        QVERIFY(evaluated);
        Shown shown(workspace);
        QVERIFY(shown.waitForPage());
        auto& sample = shown.find<QSpinBox>("sample");
        TRY_COMPARE(sample.maximum(), static_cast<int>(evaluated->guesses.size()));
        for (const int number : {2, 41}) {
            const Guess& guess = evaluated->guesses[static_cast<std::size_t>(number - 1)];
            shown.panel.findChild<VerdictView*>()->setReading({});
            sample.setFocus();
            sample.selectAll();
            QTest::keyClicks(&sample, QString::number(number));
            QTest::keyClick(&sample, Qt::Key_Return);
            TRY_COMPARE(shown.reading().ends.size(), std::size_t{28});
            TRY_VERIFY(!shown.panel.session().isBusy());
            QCOMPARE(shown.reading().predicted.back(), guess.predicted);
            QCOMPARE(shown.find<QLabel>("truth").text(), QStringLiteral("In the data: %1").arg(guess.target));
            const auto best = static_cast<std::size_t>(guess.predicted);
            QVERIFY(std::abs(shown.reading().chancesAt(27)[best] - guess.chance) < 1e-4F);
        }
    }

    void anotherSampleIsReadToItsEnd()
    {
        TrainedNet workspace("rows_lstm", 5);
        Shown shown(workspace);
        QVERIFY(shown.waitForPage());
        auto& sample = shown.find<QSpinBox>("sample");
        const auto& verdict = shown.find<VerdictView>();
        TRY_VERIFY(sample.isEnabled());
        sample.setValue(2);
        TRY_VERIFY(!shown.panel.session().isBusy() && verdict.reading().ends.size() == 28);
        const auto& read = shown.find<ReadPicture>();
        QTest::mouseClick(&shown.find<ReadPicture>(), Qt::LeftButton, {},
                          {read.width() / 2, read.field().top() + read.field().height() * 19 / 56});
        QCOMPARE(verdict.marker(), 9);
        QTest::mouseClick(&shown.find<QToolButton>("anySample"), Qt::LeftButton);
        TRY_VERIFY(!shown.panel.session().isBusy());
        QCOMPARE(verdict.marker(), 27);
    }

    void aDrawnDigitIsSavedAndDroppedAgain()
    {
        TrainedNet workspace("rows_lstm", 60);
        Shown shown(workspace);
        QVERIFY(shown.waitForPage());
        auto& page = static_cast<ImagePage&>(*shown.panel.page());
        draw(shown.find<DrawField>(), {{14, 4}, {14, 22}});
        const QImage drawn = page.imageRead();
        page.save(path("own"), "1");
        QVERIFY(shown.note().contains(QStringLiteral("own_1.png")));
        QVERIFY(std::filesystem::exists(path("own/1/own_1.png")));
        page.save(path("own"), "1"); // under another name
        QVERIFY(std::filesystem::exists(path("own/1/own_2.png")));
        QTest::mouseClick(&shown.find<QToolButton>("clearField"), Qt::LeftButton);
        QVERIFY(page.imageRead() != drawn);
        shown.drop(path("own/1/own_1.png"));
        QCOMPARE(page.imageRead(), drawn);
        TRY_COMPARE(shown.reading().ends.size(), std::size_t{28});
        std::ofstream(path("notes.csv")) << "a,b\n1,2\n";
        shown.drop(path("notes.csv"));
        QVERIFY(shown.note().contains(QStringLiteral("nothing that this net reads")));
        std::ofstream(path("broken.png")) << "no picture";
        shown.drop(path("broken.png"));
        QVERIFY2(shown.note().contains(QStringLiteral("broken.png")), qPrintable(shown.note()));
        page.save("/proc/nowhere", "1");
        QVERIFY(shown.note().contains(QStringLiteral("cannot be made")));
    }

    void strokesAreTakenBackAndErased()
    {
        DrawField field;
        field.resize(280, 280);
        draw(field, {{10, 5}, {10, 20}});
        const QImage first = field.image();
        QCOMPARE(first.pixelColor(10, 12).value(), 255);
        QVERIFY(first.pixelColor(11, 12).value() > 0 && first.pixelColor(11, 12).value() < 255); // a soft edge
        QCOMPARE(first.pixelColor(20, 12).value(), 0);
        draw(field, {{3, 12}, {24, 12}});
        QCOMPARE(field.image().pixelColor(20, 12).value(), 255);
        field.undo();
        QCOMPARE(field.image(), first);
        field.setErasing(true);
        draw(field, {{10, 12}});
        QCOMPARE(field.image().pixelColor(10, 12).value(), 0);
        QCOMPARE(field.image().pixelColor(10, 6).value(), 255);
        field.clear();
        QVERIFY(field.isEmpty());
    }

    void keysDrawAndLiftTheBrush()
    {
        DrawField field;
        QTest::keyClick(&field, Qt::Key_Space);
        for (int step = 0; step < 6; ++step) {
            QTest::keyClick(&field, Qt::Key_Down);
        }
        QTest::keyClick(&field, Qt::Key_Space);
        for (int step = 0; step < 6; ++step) {
            QTest::keyClick(&field, Qt::Key_Right);
        }
        const auto shade = [&](int x, int y) { return field.image().pixelColor(x, y).value(); };
        QVERIFY(shade(14, 17) > 0);
        QCOMPARE(shade(14, 10), 0);
        QCOMPARE(shade(19, 20), 0); // the brush was lifted
        field.undo();
        QTest::keyClick(&field, Qt::Key_Left); // no stroke is under way
        QVERIFY(field.isEmpty());
    }

    void whatIsDrawnIsCentredAsMnistIs()
    {
        DrawField field;
        QCOMPARE(centred(field.image()), field.image());
        field.resize(280, 280);
        field.setRadius(1);
        draw(field, {{3, 3}, {3, 9}});
        const QImage image = centred(field.image());
        QRect ink;
        for (int row = 0; row < 28; ++row) {
            for (int column = 0; column < 28; ++column) {
                ink |= image.pixelColor(column, row).value() > 0 ? QRect(column, row, 1, 1) : QRect();
            }
        }
        QCOMPARE(ink.height(), 20);
        QVERIFY(std::abs(2 * ink.left() + ink.width() - 28) <= 1);
        QVERIFY(std::abs(2 * ink.top() + ink.height() - 28) <= 1);
    }

    void aLineIsTypedAndTurnsByCharacter()
    {
        TrainedNet workspace("lines_gru", 40);
        Shown shown(workspace);
        QVERIFY(shown.waitForPage());
        QVERIFY(qobject_cast<LinePage*>(shown.panel.page()));
        auto& line = shown.find<QLineEdit>("line");
        const QString typed = QStringLiteral("what a good day is this");
        QTest::keyClicks(&line, typed);
        QCOMPARE(shown.find<QLabel>("lineRemark").text(), QString());
        TRY_COMPARE(shown.reading().ends.size(), static_cast<std::size_t>(typed.size()));
        const auto& tinted = shown.find<LensText>();
        QCOMPARE(tinted.looks().size(), static_cast<std::size_t>(typed.size()));
        for (std::size_t place = 0; place < tinted.looks().size(); ++place) {
            QCOMPARE(tinted.looks()[place].isTurn,
                     place == 0 || shown.reading().predicted[place] != shown.reading().predicted[place - 1]);
        }
        const std::vector<float> atEnd = shown.find<VerdictView>().chances();
        QTest::mouseClick(tinted.viewport(), Qt::LeftButton, {}, tinted.cellOf(4).center());
        QCOMPARE(shown.find<VerdictView>().marker(), 4);
        QVERIFY(shown.find<VerdictView>().chances() != atEnd);
        QVERIFY(std::ranges::equal(shown.find<VerdictView>().chances(), shown.reading().chancesAt(4)));

        const auto& remark = shown.find<QLabel>("lineRemark");
        QVERIFY(!remark.isVisible());
        line.setText(QStringLiteral("day \u4e16"));
        TRY_COMPARE(shown.reading().ends.size(), std::size_t{4});
        QVERIFY(remark.text().contains(QStringLiteral("did not learn")));
        QVERIFY(!tinted.looks().back().ground.isValid());
        line.setText(QString(300, QLatin1Char('a')));
        QVERIFY(remark.text().contains(QStringLiteral("those behind are left out")));

        auto& page = static_cast<LinePage&>(*shown.panel.page());
        line.setText(QStringLiteral("what a day"));
        page.save(path("own.tsv"), "glad");
        line.setText(QStringLiteral("no more"));
        page.save(path("own.tsv"), "sad");
        std::ifstream file(path("own.tsv"));
        const std::string bytes((std::istreambuf_iterator<char>(file)), {});
        QCOMPARE(bytes, std::string("glad\twhat a day\nsad\tno more\n"));
        line.clear();
        QVERIFY(shown.reading().ends.empty());
        shown.drop(path("own.tsv"));
        QCOMPARE(line.text(), QStringLiteral("no more"));
    }

    void theEndOfASeriesIsDragged()
    {
        TrainedNet workspace("series_lstm", 150);
        Shown shown(workspace);
        QVERIFY(shown.waitForPage());
        auto& plot = shown.find<DraggedSeries>();
        TRY_VERIFY(plot.curves().size() >= 4 && !plot.curves()[1].values.isEmpty());
        const auto settled = [&] { return !shown.panel.session().isBusy(); };
        TRY_VERIFY(settled());
        QCOMPARE(plot.curves()[1].values.size(), 30);
        QCOMPARE(plot.curves().back().values.size(), 30); // what the net reads, up to the forecast
        QCOMPARE(plot.curves().back().places.back() + 1, plot.curves()[1].places.front());
        QCOMPARE(plot.curves()[2].values.front(), plot.curves().back().values.back()); // as the last value
        const auto& errors = shown.find<QLabel>("forecastErrors");
        QVERIFY(errors.text().contains(QStringLiteral("over 30 rows")));
        const QVector<double> before = plot.curves()[1].values, read = plot.curves().back().values;
        const int last = static_cast<int>(read.size()) - 1;
        const QPoint from = plot.placeOf(last);
        QTest::mousePress(&plot, Qt::LeftButton, {}, from);
        QTest::mouseMove(&plot, from - QPoint(0, 40));
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, from - QPoint(0, 40));
        TRY_VERIFY(settled());
        QVERIFY(plot.curves().back().values[last] > read[last]);
        QCOMPARE(plot.curves().back().values[0], read[0]);
        QVERIFY(plot.curves()[1].values != before);

        const QVector<double> dragged = plot.curves().back().values;
        QTimer typist; // types a name without an ending into the file dialog
        connect(&typist, &QTimer::timeout, &typist, [this] {
            if (auto* const files = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                files->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(m_folder.filePath("dragged"));
                static_cast<QDialog*>(files)->accept();
            }
        });
        typist.start(20);
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QTest::mouseClick(&shown.find<QToolButton>("saveSeries"), Qt::LeftButton);
        typist.stop();
        std::ifstream saved(path("dragged.csv"));
        std::string names;
        std::getline(saved, names);
        QCOMPARE(std::ranges::count(names, ','), 3); // all that the net reads, to learn from
        QTest::keyClick(&shown.find<QSlider>("origin"), Qt::Key_End);
        TRY_VERIFY(settled());
        QVERIFY(errors.text().contains(QStringLiteral("truth is not known")));
        QCOMPARE(shown.find<QLabel>("from").text(), QStringLiteral("after the last row"));
        shown.drop(path("dragged.csv"));
        TRY_VERIFY(settled());
        QVERIFY2(shown.note().isEmpty(), qPrintable(shown.note()));
        for (int point = 0; point <= last; ++point) {
            QVERIFY(std::abs(plot.curves().back().values[point] - dragged[point]) < 1e-4);
        }
        QTest::keyClick(&plot, Qt::Key_Up); // the last one is chosen
        TRY_VERIFY(settled() && plot.curves().back().values[last] > dragged[last] + 1e-3);
        QTest::keyClick(&plot, Qt::Key_Home);
        QTest::keyClick(&plot, Qt::Key_Right);
        QTest::keyClick(&plot, Qt::Key_Up);
        TRY_VERIFY(settled() && plot.curves().back().values[1] > dragged[1] + 1e-3);
        QVERIFY(std::abs(plot.curves().back().values[0] - dragged[0]) < 1e-4);
    }

    void theClassOfARowIsRead()
    {
        std::ofstream table(path("tides.csv"));
        table << "day,level,tide\n2020-01-01,0,low\n";
        for (int row = 1; row < 400; ++row) {
            const std::string day = QDate(2020, 1, 1).addDays(row).toString(Qt::ISODate).toStdString();
            table << day << ',' << row % 7 << ',' << (row % 7 > 3 ? "high" : "low") << '\n';
        }
        table.close();
        std::ofstream(path("tides.prototxt")) << R"(
        layer { name: "data" type: "SequenceData" top: "x" top: "clip" top: "label" sequence_data_param {
                source: "tides.csv" kind: TABLE batch_size: 20 time_steps: 5 width: 1 time: "day" validation: 0.1 test: 0.1 } }
        layer { name: "lstm" type: "LSTM" bottom: "x" bottom: "clip" top: "h"
                recurrent_param { num_output: 8 weight_filler { type: "xavier" } } }
        layer { name: "end" type: "Last" bottom: "h" top: "end" }
        layer { name: "said" type: "InnerProduct" bottom: "end" top: "said"
                inner_product_param { num_output: 2 from_data: true weight_filler { type: "xavier" } } }
        layer { name: "loss" type: "SoftmaxWithLoss" bottom: "said" bottom: "label" top: "loss" })";
        Workspace workspace;
        QVERIFY(!workspace.files().open(path("tides.prototxt")));
        setNextRun(workspace, {{"threads", 1}, {"iterations", 60}});
        trainFully(workspace);
        Shown shown(workspace);
        QVERIFY(shown.waitForPage());
        TRY_COMPARE(shown.reading().ends.size(), std::size_t{5});
        auto& row = shown.find<QSpinBox>("row");
        row.setFocus();
        row.selectAll();
        QTest::keyClicks(&row, QStringLiteral("41"));
        QTest::keyClick(&row, Qt::Key_Return);
        TRY_VERIFY(!shown.panel.session().isBusy());
        QCOMPARE(shown.find<QSlider>("origin").value(), 40);
        QVERIFY2(shown.find<QLabel>("from").text().contains(QStringLiteral("2020-02-10")),
                 qPrintable(shown.find<QLabel>("from").text()));
        QCOMPARE(shown.find<QLabel>("forecastErrors").text(), QStringLiteral("In the data: high")); // 40 % 7 is 5
        QVERIFY(!shown.find<DraggedSeries>().isVisible());
    }

    void whatWasMadeIsKeptWithTheProject()
    {
        isKept(
            "rows_lstm", "tried image",
            [](Shown& shown) {
                draw(shown.find<DrawField>(), {{8, 5}, {19, 5}, {13, 23}});
            },
            [](Shown& shown) { return static_cast<ImagePage*>(shown.panel.page())->imageRead(); });
        isKept(
            "lines_gru", "tried line",
            [](Shown& shown) { shown.find<QLineEdit>("line").setText(QStringLiteral("what a day")); },
            [](Shown& shown) { return shown.find<QLineEdit>("line").text(); });
        const auto curves = [](Shown& shown) { return shown.find<DraggedSeries>().curves(); };
        isKept(
            "series_lstm", "tried series",
            [&](Shown& shown) {
                auto& origin = shown.find<QSlider>("origin");
                origin.setValue(origin.value() - 5);
                TRY_VERIFY(curves(shown).size() >= 4 && !shown.panel.session().isBusy());
                emit shown.find<DraggedSeries>().dragged(3, 12.125);
            },
            [&](Shown& shown) {
                const double dragged = curves(shown).size() < 4 ? 0 : curves(shown).back().values[3];
                return std::pair(shown.find<QSlider>("origin").value(), dragged);
            });
    }

    void aCheckpointIsChosenAndOneThatIsGoneIsSaid()
    {
        TrainedNet workspace("rows_lstm", 60);
        Shown shown(workspace);
        QVERIFY(shown.waitForPage());
        auto* const nets = shown.panel.findChild<QComboBox*>(QStringLiteral("triedNet"));
        QVERIFY(nets->count() >= 2);
        QVERIFY2(nets->currentText().startsWith(QStringLiteral("Best of Run 1, iteration ")),
                 qPrintable(nets->currentText()));
        QVERIFY(nets->itemText(1).contains(QStringLiteral("last run")));
        choose(*nets, 1);
        QVERIFY(shown.waitForPage());
        draw(shown.find<DrawField>(), {{14, 4}, {14, 22}});
        TRY_COMPARE(shown.reading().ends.size(), std::size_t{28});
        for (const engine::CheckpointEvent& mark : workspace.runs().shown()->checkpoints) {
            std::filesystem::remove(mark.file);
        }
        choose(*nets, 0);
        TRY_VERIFY(!shown.panel.page());
        QVERIFY2(shown.sentence().contains(QStringLiteral(".hamnet")), qPrintable(shown.sentence()));
    }

    void theNetInTrainingIsTriedWhileItTrains()
    {
        Workspace workspace;
        open(workspace, "rows_lstm", 1000000);
        Shown shown(workspace);
        QVERIFY(!workspace.nextRun().train());
        QVERIFY(QTest::qWaitFor([&] { return workspace.training().progressNow().iteration > 0; }, patience));
        TRY_VERIFY(shown.panel.page());
        const std::int64_t first = shown.panel.session().net() ? shown.panel.session().net()->iteration : 0;
        draw(shown.find<DrawField>(), {{14, 4}, {14, 22}});
        TRY_COMPARE(shown.reading().ends.size(), std::size_t{28});
        TRY_VERIFY(shown.panel.session().net() && shown.panel.session().net()->iteration > first);
        TRY_COMPARE(shown.reading().ends.size(), std::size_t{28}); // the drawing stays
        workspace.training().stop();
        QVERIFY(QTest::qWaitFor([&] { return workspace.training().state() == State::Idle; }, patience));
    }

private:
    /// What `make` made of a trained sample is seen again where its project is opened.
    template <typename Make, typename See>
    static void isKept(const std::string& sample, const std::string& kept, const Make& make, const See& see)
    {
        TrainedNet before(sample, 5);
        Shown made(before);
        QVERIFY(made.waitForPage());
        TRY_VERIFY(made.panel.session().samples() != nullptr);
        QVERIFY(before.files().project().view.panels.empty());
        make(made);
        const auto seen = see(made);
        const Project project = before.files().project();
        QVERIFY(project.view.panels.contains(kept));
        Workspace after;
        Shown shown(after);
        after.files().restore(project, {});
        QVERIFY(after.files().project().view.panels == project.view.panels); // also before the net is there
        QVERIFY(shown.waitForPage());
        const auto isSeen = [&] { return see(shown) == seen; };
        TRY_VERIFY2(isSeen(), kept.c_str());
        QVERIFY(after.files().project().view.panels == project.view.panels);
        after.files().startNew();
        QVERIFY(after.files().project().view.panels.empty());
    }

    std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    QTemporaryDir m_folder;
};

HAMNET_QT_TEST(TryPanelTest)
#include "try_panel_test.moc"
