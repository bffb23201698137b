// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/settings_form.h"
#include "editor/panels/solver_panel.h"
#include "editor/words/solver_words.h"
#include "engine/formats/prototxt/prototxt.h"
#include "tests/support/paths.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_tests.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

using namespace editor;

namespace {

engine::SolverSettings sampleSolver(const char* name)
{
    return engine::readSolverFile(sourceRoot() / "models" / name);
}

void load(Document& document, const engine::SolverSettings& solver)
{
    Content content;
    content.solver = solver;
    document.load(content);
}

bool isEnabled(const SolverPanel& panel, const char* key)
{
    return panel.form()->field(key)->isEnabled();
}

QComboBox* presets(const SolverPanel& panel)
{
    return called<QComboBox>(panel, QStringLiteral("Use a preset"));
}

} // namespace

class SolverTest : public QObject {
    Q_OBJECT

private slots:
    void everySettingHasAField()
    {
        Document document;
        const SolverPanel panel(document);
        for (const engine::ParamSpec& spec : engine::solverSpecs()) {
            QVERIFY2(panel.form()->field(spec.key), spec.key.data());
        }
        QCOMPARE(panel.form()->specs().size(), engine::solverSpecs().size());
    }

    void onlyWhatTheMethodGoesByCanBeEdited()
    {
        Document document;
        load(document, sampleSolver("char_rnn_best_solver.prototxt"));
        SolverPanel panel(document);
        QVERIFY(isEnabled(panel, "momentum2") && isEnabled(panel, "min_lr") && isEnabled(panel, "delta"));
        QVERIFY(!isEnabled(panel, "rms_decay") && !isEnabled(panel, "gamma") && !isEnabled(panel, "adamw_decay"));
        choose(*panel.form()->field("type")->findChild<QComboBox*>(), QStringLiteral("SGD"));
        QVERIFY(isEnabled(panel, "momentum") && !isEnabled(panel, "momentum2") && !isEnabled(panel, "delta"));
        QVERIFY(whyUnused(document.content().solver, "momentum2").contains(QStringLiteral("Adam and AdamW")));
    }

    void typingIsOneStep()
    {
        Document document;
        load(document, sampleSolver("char_rnn_best_solver.prototxt"));
        SolverPanel panel(document);
        auto* line = panel.form()->field("base_lr")->findChild<QLineEdit*>();
        QCOMPARE(line->text(), QStringLiteral("0.004"));
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("2.5e-3"));
        QCOMPARE(engine::floatParam(document.content().solver.params, "base_lr"), 2.5e-3);
        QCOMPARE(document.undoStack().count(), 1);
    }

    void whatIsOffSaysSo()
    {
        Document document;
        const SolverPanel panel(document);
        auto* line = panel.form()->field("clip_values")->findChild<QLineEdit*>();
        QCOMPARE(line->text(), QStringLiteral("off"));
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("5"));
        QCOMPARE(engine::floatParam(document.content().solver.params, "clip_values"), 5.0);
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("off"));
        QCOMPARE(engine::floatParam(document.content().solver.params, "clip_values"), -1.0);
    }

    void theCurveIsTheSolversRate()
    {
        const std::vector<QPointF> curve = ratePoints(sampleSolver("char_rnn_best_solver.prototxt"));
        QVERIFY(curve.size() > 300);
        QCOMPARE(curve.front().y(), 0.004 / 100);
        QCOMPARE(curve.back(), QPointF(3700, 0.00008));
        double most = 0;
        for (const QPointF& point : curve) {
            most = std::max(most, point.y());
        }
        QVERIFY(most > 0.0039 && most <= 0.004);
    }

    void aRunWithoutAnEndIsDrawnAsFarAsItsCuts()
    {
        engine::SolverSettings solver;
        solver.params = {
            {"lr_policy", std::string("multistep")}, {"gamma", 0.5}, {"stepvalue", std::vector<std::int64_t>{20'000}}};
        QCOMPARE(ratePoints(solver).back().x(), 40'000.0);
    }

    void whatDoesNotGoTogetherIsSaid()
    {
        engine::SolverSettings solver;
        solver.params = {{"lr_policy", std::string("cosine")}};
        QVERIFY(solverProblem(solver).contains(QStringLiteral("max_iter")));
        QVERIFY(ratePoints(solver).empty());
        Document document;
        load(document, solver);
        const SolverPanel panel(document);
        bool said = false;
        for (const auto* label : panel.findChildren<QLabel*>()) {
            said = said || (label->accessibleName() == solverProblem(solver) && !label->isHidden());
        }
        QVERIFY(said);
    }

    void everyPresetIsSoundAndTakenInOneStep()
    {
        Document document;
        engine::SolverSettings solver;
        solver.dialect = engine::Dialect::MyCaffe;
        solver.params = {{"random_seed", std::int64_t{7}}, {"clip_values", 3.0}};
        load(document, solver);
        SolverPanel panel(document);
        const std::vector<SolverPreset> all = solverPresets();
        for (std::size_t choice = 0; choice < all.size(); ++choice) {
            emit presets(panel)->activated(static_cast<int>(choice));
            const engine::SolverSettings& now = document.content().solver;
            QCOMPARE(solverProblem(now), QString());
            QCOMPARE(engine::intParam(now.params, "random_seed"), 7);
            for (const auto& [key, value] : all[choice].params) {
                QVERIFY2(now.params.at(key) == value, key.c_str());
            }
            QCOMPARE(presets(panel)->currentIndex(), static_cast<int>(choice));
            QVERIFY(!all[choice].explanation.isEmpty());
            document.undoStack().undo();
            QVERIFY(document.content().solver == solver);
        }
    }

    void thePresetsOfSamplesAreTheSamples()
    {
        const std::vector<SolverPreset> all = solverPresets();
        const std::vector<std::pair<std::size_t, const char*>> pairs = {{0, "char_rnn_small_solver.prototxt"},
                                                                        {1, "char_rnn_best_solver.prototxt"},
                                                                        {3, "char_rnn_karpathy_solver.prototxt"},
                                                                        {4, "char_rnn_caffe_solver.prototxt"}};
        for (const auto& [preset, file] : pairs) {
            const engine::Params params = sampleSolver(file).params;
            for (const auto& [key, value] : all[preset].params) {
                QVERIFY2(params.contains(key) && params.at(key) == value, (file + (": " + key)).c_str());
            }
        }
    }
};

HAMNET_QT_TEST(SolverTest)
#include "solver_test.moc"
