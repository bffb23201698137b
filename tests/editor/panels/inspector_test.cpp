// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/document/edits.h"
#include "editor/looks/looks.h"
#include "editor/looks/theme.h"
#include "editor/panels/inspector.h"
#include "editor/panels/param_field.h"
#include "editor/panels/settings_form.h"
#include "editor/widgets/tinted_label.h"
#include "engine/graph/catalog.h"
#include "tests/editor/long_chain.h"
#include "tests/editor/samples.h"
#include "tests/support/qt_find.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"
#include "tests/support/slowdown.h"

#include <algorithm>
#include <QCheckBox>
#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QToolTip>

using namespace editor;

namespace {

/// What the form shows for a setting; of a number the box, else whatever has the focus.
template <typename Widget>
Widget* inner(const Inspector& inspector, const char* key)
{
    return inspector.form()->field(key)->findChild<Widget*>();
}

void type(QWidget* field, const QString& text)
{
    auto* line = field->findChild<QLineEdit*>();
    line = line ? line : qobject_cast<QLineEdit*>(field);
    line->selectAll();
    QTest::keyClicks(line, text);
}

/// Types a width that is refused into the first LSTM's field, which has the keyboard afterwards.
QLineEdit* refuse(Document& document, Inspector& inspector, const QString& text)
{
    document.select({document.nodeNamed("lstm1")});
    inspector.show();
    inspector.activateWindow();
    if (!QTest::qWaitForWindowActive(&inspector, patience)) {
        qFatal("the window gets no keyboard");
    }
    ParamField* const field = inspector.form()->field("num_output");
    field->setFocus();
    type(field, text);
    return field->findChild<QLineEdit*>();
}

/// Whether the width's field has the edge of what is refused.
bool marked(const Inspector& inspector)
{
    return inner<NumberBox>(inspector, "num_output")->property(refusedProperty).toBool();
}

/// A value that differs from the default and lies in the range.
struct OtherValue {
    engine::ParamValue operator()(const engine::IntRange& range) const
    {
        return range.fallback + 1 <= range.most && range.fallback + 1 >= range.least ? range.fallback + 1 : range.least;
    }
    engine::ParamValue operator()(const engine::FloatRange& range) const
    {
        return range.fallback == range.most ? range.least : range.fallback + (range.most - range.fallback) / 1024;
    }
    engine::ParamValue operator()(const engine::Choices& choices) const { return std::string(choices.names.back()); }
    engine::ParamValue operator()(const engine::Flag& flag) const { return !flag.fallback; }
    engine::ParamValue operator()(const engine::FreeText&) const { return std::string("play.txt"); }
    engine::ParamValue operator()(const engine::IntList& list) const
    {
        return std::vector<std::int64_t>{std::max<std::int64_t>(list.least, 2), 7};
    }
    engine::ParamValue operator()(const engine::FloatList&) const { return std::vector<double>{0.5, 1e-4}; }
    engine::ParamValue operator()(const engine::ShapeList&) const
    {
        return std::vector<engine::Shape>{{75, 25}, {1875, 1}};
    }
    engine::ParamValue operator()(const engine::FillerKind&) const
    {
        return engine::Filler{.type = "uniform", .min = -0.01, .max = 0.01};
    }
};

} // namespace

class InspectorTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_document = std::make_unique<Opened>("char_rnn_caffe.prototxt");
        m_inspector = std::make_unique<Inspector>(*m_document);
    }
    void cleanup() { m_inspector.reset(); }

    void everySettingOfEveryLayerHasAFieldThatShowsAndGivesItsValue()
    {
        for (const engine::LayerType& type : engine::catalog()) {
            for (const engine::ParamSpec& spec : type.params) {
                const std::unique_ptr<ParamField> field(makeParamField(spec, "Layers", nullptr));
                std::vector<engine::ParamValue> given;
                connect(field.get(), &ParamField::edited, this,
                        [&](const SettingEdit& edit) { given.push_back(edit.value.value()); });
                const engine::ParamValue value = std::visit(OtherValue(), spec.kind);
                field->show(value, {});
                for (auto* line : field->findChildren<QLineEdit*>()) {
                    if (line->isVisibleTo(field.get())) {
                        emit line->textEdited(line->text()); // as if the user had typed just this
                    }
                }
                for (auto* box : field->findChildren<QComboBox*>()) {
                    if (box->isVisibleTo(field.get())) {
                        emit box->activated(box->currentIndex());
                    }
                }
                if (std::holds_alternative<bool>(value)) {
                    QCOMPARE(field->findChild<QCheckBox*>()->isChecked(), std::get<bool>(value));
                    continue;
                }
                const std::string name = std::string(type.name) + " " + std::string(spec.key);
                QVERIFY2(!given.empty(), name.c_str());
                QVERIFY2(given.back() == value, name.c_str());
            }
        }
    }

    void showsTheSettingsOfTheSelectedLayer()
    {
        select("lstm1");
        QCOMPARE(inner<QLineEdit>(*m_inspector, "num_output")->text(), QStringLiteral("512"));
        QCOMPARE(m_inspector->form()->specs().size(), engine::layerType("LSTM").params.size());
    }

    void numbersHaveTheirUnitBesideThem()
    {
        m_inspector->resize(400, 700);
        m_inspector->show();
        const auto shown = [&](const QString& unit) {
            const QList<QLabel*> labels = m_inspector->form()->findChildren<QLabel*>();
            return std::ranges::any_of(
                labels, [&](const QLabel* label) { return !label->isHidden() && label->text() == unit; });
        };
        for (const auto& [type, unit] : {std::pair("TEXTDATA", "characters"), std::pair("SEQUENCEDATA", "steps")}) {
            Id id = 0;
            m_document->change("add", [&](Content& content) { id = addLayer(content, engine::layerType(type), {}); });
            m_document->select({id});
            QVERIFY2(shown(QLatin1String(unit)), type);
        }
    }

    void typingANumberIsOneStepThatUndoes()
    {
        const Content before = m_document->content();
        const Id lstm = select("lstm1");
        type(m_inspector->form()->field("num_output"), QStringLiteral("1024"));
        QCOMPARE(engine::intParam(m_document->content().find(lstm)->layer.params, "num_output"), 1024);
        QTest::keyClick(inner<NumberBox>(*m_inspector, "num_output"), Qt::Key_Up);
        QCOMPARE(engine::intParam(m_document->content().find(lstm)->layer.params, "num_output"), 1124);
        QCOMPARE(m_document->undoStack().count(), 1);
        m_document->undoStack().undo();
        QVERIFY(m_document->content() == before);
        QCOMPARE(inner<QLineEdit>(*m_inspector, "num_output")->text(), QStringLiteral("512"));
    }

    void whatIsOutOfRangeIsSaidAndNotApplied()
    {
        select("Drop1");
        const Content before = m_document->content();
        auto* line = inner<QLineEdit>(*m_inspector, "dropout_ratio");
        line->clear();
        QTest::keyClicks(line, QStringLiteral("7"));
        QVERIFY(m_inspector->form()->problem("dropout_ratio").contains(QStringLiteral("0 to ")));
        QVERIFY(m_document->content() == before);
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("."));
        QVERIFY(!m_inspector->form()->problem("dropout_ratio").isEmpty());
        QTest::keyClicks(line, QStringLiteral("25"));
        QCOMPARE(m_inspector->form()->problem("dropout_ratio"), QString());
        const Node* node = m_document->content().findNamed("Drop1");
        QCOMPARE(engine::floatParam(node->layer.params, "dropout_ratio"), 0.25);
    }

    void aRefusedNumberGivesWayToTheValueInForceWhereItsFieldIsLeft()
    {
        QLineEdit* const line = refuse(*m_document, *m_inspector, QStringLiteral("99999999"));
        const QString sentence = m_inspector->form()->problem("num_output");
        QVERIFY(!sentence.isEmpty());
        QVERIFY(marked(*m_inspector));
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(line->text() != QStringLiteral("512"));
        QCOMPARE(m_inspector->form()->problem("num_output"), sentence);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(line->text(), QStringLiteral("512"));
        QVERIFY(!marked(*m_inspector));
        QCOMPARE(m_inspector->form()->problem("num_output"), QStringLiteral("The entry was not taken. ") + sentence);
        m_inspector->form()->field("num_output")->setFocus();
        type(m_inspector->form()->field("num_output"), QStringLiteral("64"));
        QCOMPARE(m_inspector->form()->problem("num_output"), QString());
    }

    void aMistakeMovesNothingAndLeavesTheNextFieldFree()
    {
        m_inspector->resize(360, 700);
        const auto places = [&] {
            QList<QRect> all;
            for (const ParamField* field : m_inspector->form()->findChildren<ParamField*>()) {
                all << QRect(field->mapTo(m_inspector->form(), QPoint(0, 0)), field->size());
            }
            return all;
        };
        select("lstm1");
        activate(*m_inspector);
        QCoreApplication::processEvents();
        const QList<QRect> before = places();
        refuse(*m_document, *m_inspector, QStringLiteral("99999999"));
        QCoreApplication::processEvents();
        QCOMPARE(places(), before);
        const auto problems = m_inspector->form()->findChildren<FieldProblem*>();
        QVERIFY(
            std::any_of(problems.begin(), problems.end(), [](const auto* problem) { return problem->isVisible(); }));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCoreApplication::processEvents();
        QCOMPARE(places(), before);
        for (const auto* problem : problems) {
            const QWidget* const typed = QApplication::focusWidget();
            const QRect there(typed->mapTo(m_inspector->form(), QPoint(0, 0)), typed->size());
            QVERIFY(problem->isHidden() || !problem->geometry().intersects(there));
        }
    }

    void aMistakeThatIsGoneTakesNoRoom()
    {
        QWidget form;
        form.resize(300, 24);
        QLineEdit field(&form);
        FieldProblem problem(&form);
        problem.showAt(field, QStringLiteral("No number."));
        QVERIFY(form.minimumHeight() > 24);
        problem.showAt(field, {});
        QCOMPARE(form.minimumHeight(), 0);
    }

    void escapeBringsTheValueInForceBack()
    {
        QLineEdit* const line = refuse(*m_document, *m_inspector, QStringLiteral("7x"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QCOMPARE(line->text(), QStringLiteral("512"));
        QCOMPARE(m_inspector->form()->problem("num_output"), QString());
        QVERIFY(!marked(*m_inspector));
        QCOMPARE(m_document->undoStack().count(), 0);
    }

    void whatWasRefusedForOneLayerIsNotSaidOfAnother()
    {
        QLineEdit* const line = refuse(*m_document, *m_inspector, QStringLiteral("7x"));
        select("lstm2");
        QCOMPARE(line->text(), QStringLiteral("512"));
        QCOMPARE(m_inspector->form()->problem("num_output"), QString());
    }

    void resetTakesTheSettingOutOfTheFile()
    {
        m_inspector->show();
        const Id drop = select("Drop1");
        auto* reset = m_inspector->form()->findChild<QToolButton*>();
        QVERIFY(!reset->isHidden());
        QTest::mouseClick(reset, Qt::LeftButton);
        QVERIFY(!m_document->content().find(drop)->layer.params.contains("dropout_ratio"));
        QVERIFY(reset->isHidden());
    }

    void layersThatDifferShowMixedAndChangeTogether()
    {
        Document document;
        Content content = sample("char_rnn_caffe.prototxt");
        setParam(content, content.findNamed("lstm2")->id, "num_output", std::int64_t{64});
        document.load(content);
        Inspector inspector(document);
        const Id one = document.nodeNamed("lstm1"), two = document.nodeNamed("lstm2");
        document.select({one, two});
        auto* line = inner<QLineEdit>(inspector, "num_output");
        QCOMPARE(line->text(), QString());
        QCOMPARE(line->placeholderText(), QStringLiteral("mixed"));
        QTest::keyClicks(line, QStringLiteral("32"));
        QCOMPARE(engine::intParam(document.content().find(one)->layer.params, "num_output"), 32);
        QCOMPARE(engine::intParam(document.content().find(two)->layer.params, "num_output"), 32);
        document.undoStack().undo();
        QVERIFY(document.content() == content);
    }

    void oneWidthIsShownWhereTheDataSetIt()
    {
        Opened document("char_rnn_caffe.prototxt");
        document.setSettling(QStringLiteral("61"), QStringLiteral("the text"),
                             [](const engine::Model& model) { return engine::withVocabulary(model, 61); });
        Inspector inspector(document);
        const Id embed = document.nodeNamed("EmbedLayer");
        document.select({embed});
        activate(inspector);
        ParamField* const field = inspector.form()->field("input_dim");
        auto* const line = field->findChild<QLineEdit*>();
        const auto drawn = [&] { return engine::intParam(document.content().find(embed)->layer.params, "input_dim"); };
        QCOMPARE(line->text(), QString());
        QCOMPARE(line->placeholderText(), QStringLiteral("61, from the text"));
        QVERIFY(!std::ranges::any_of(inspector.form()->findChildren<QLabel*>(),
                                     [](const QLabel* label) { return label->text().contains(QStringLiteral("61")); }));
        QHelpEvent hover(QEvent::ToolTip, QPoint(1, 1), field->mapToGlobal(QPoint(1, 1)));
        QApplication::sendEvent(field, &hover);
        QVERIFY2(QToolTip::text().contains(QString::number(drawn())), qPrintable(QToolTip::text()));
        QToolTip::hideText();
        field->setFocus();
        QCOMPARE(line->text(), QString::number(drawn()));
        type(field, QStringLiteral("77"));
        QCOMPARE(line->text(), QStringLiteral("77"));
        QCOMPARE(drawn(), 77);
        inspector.form()->field("num_output")->setFocus();
        QCOMPARE(line->text(), QString());
        QCOMPARE(line->placeholderText(), QStringLiteral("61, from the text"));
    }

    void layersOfDifferentKindsShowWhatTheyShare()
    {
        m_document->select({m_document->nodeNamed("lstm1"), m_document->nodeNamed("ip1")});
        QVERIFY(m_inspector->form()->field("num_output"));
        QVERIFY(!m_inspector->form()->field("forget_bias"));
    }

    void aNameThatIsTakenIsRefusedWithASentence()
    {
        m_inspector->show();
        select("lstm1");
        auto* name = called<QLineEdit>(*m_inspector, QStringLiteral("Name of the layer"));
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("lstm2"));
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(m_document->nodeNamed("lstm1") != 0);
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("first"));
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(m_document->nodeNamed("first") != 0);
        QCOMPARE(m_document->nodeNamed("lstm1"), 0);
    }

    /// Four times as many must not take sixteen times as long.
    void anEditIsShownInTimeByTheNumberOfLayers()
    {
        Document few, many;
        few.load(longChain(125));
        many.load(longChain(500));
        Inspector ofFew(few), ofMany(many);
        for (const auto& [inspector, document] : {std::pair(&ofFew, &few), std::pair(&ofMany, &many)}) {
            inspector->show();
            document->select({document->nodeNamed("lstm")});
        }
        int units = 2;
        const auto edit = [&](Inspector& inspector) {
            type(inspector.form()->field("num_output"), QString::number(units++ % 8 + 1));
        };
        const double slower = slowdown([&] { edit(ofFew); }, [&] { edit(ofMany); }, 8);
        QVERIFY2(slower < 8, qPrintable(QString::number(slower)));
        QCOMPARE(many.shape({many.nodeNamed("lstm"), 0})->extents().back(), (units - 1) % 8 + 1);
    }

    void aWeightsPaceGoesToItsPlaceInTheFile()
    {
        const Id lstm = select("lstm1");
        type(called<NumberBox>(*m_inspector, QStringLiteral("Learning rate factor of Wh")), QStringLiteral("0.5"));
        const std::vector<engine::WeightSettings>& weights = m_document->content().find(lstm)->layer.weights;
        QCOMPARE(weights.size(), 3u); // Caffe keeps Wh behind the bias
        QVERIFY(weights[2].lrMult == 0.5 && !weights[0].lrMult && !weights[1].lrMult);
        type(called<NumberBox>(*m_inspector, QStringLiteral("Learning rate factor of Wh")), QStringLiteral("1"));
        QVERIFY(m_document->content().find(lstm)->layer.weights.empty());
    }

    void freezingIsOneClickForAllThatAreSelected()
    {
        const Id one = m_document->nodeNamed("lstm1"), two = m_document->nodeNamed("lstm2");
        m_document->select({one, two});
        auto* frozen = called<QCheckBox>(*m_inspector, QStringLiteral("Frozen"));
        frozen->click();
        QVERIFY(isFrozen(*m_document->content().find(one)) && isFrozen(*m_document->content().find(two)));
        QVERIFY(frozen->isChecked());
        m_document->undoStack().undo();
        QVERIFY(!isFrozen(*m_document->content().find(one)) && !frozen->isChecked());
    }

    void aLayerCanBeKeptOutOfAPhase()
    {
        auto* phases = called<QComboBox>(*m_inspector, QStringLiteral("When the layer is in the net"));
        select("Loss");
        QCOMPARE(phases->currentText(), QStringLiteral("Not when text is generated"));
        select("Drop2");
        QCOMPARE(phases->currentText(), QStringLiteral("Always"));
        emit phases->activated(phases->findText(QStringLiteral("Only in training")));
        QVERIFY(!inPhase(m_document->content().findNamed("Drop2")->layer, engine::Phase::Test));
        QCOMPARE(phases->currentText(), QStringLiteral("Only in training"));
    }

    void aCommentIsOneStep()
    {
        select("lstm1");
        QTest::keyClicks(called<QPlainTextEdit>(*m_inspector, QStringLiteral("Comment")), QStringLiteral("remembers"));
        QCOMPARE(m_document->content().findNamed("lstm1")->layer.comment, std::string("remembers"));
        QCOMPARE(m_document->undoStack().count(), 1);
    }

    void withNothingSelectedTheModelIsNamedAndSized()
    {
        auto* name = called<QLineEdit>(*m_inspector, QStringLiteral("Name of the model"));
        QCOMPARE(name->text(), QStringLiteral("Char-RNN"));
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("mine"));
        QCOMPARE(m_document->content().name, std::string("mine"));
        QVERIFY(called<QLabel>(*m_inspector, QStringLiteral("Size of the model"))
                    ->text()
                    .contains(QStringLiteral("3,248,143")));
        auto* defaults = called<QComboBox>(*m_inspector, QStringLiteral("Whose defaults apply"));
        QCOMPARE(defaults->currentText(), QStringLiteral("MyCaffe"));
        emit defaults->activated(0);
        QVERIFY(m_document->content().dialect == engine::Dialect::Bvlc);
    }

    void aNoteIsWrittenInTheInspector()
    {
        Id note = 0;
        m_document->change(QStringLiteral("note"), [&](Content& content) {
            note = addNote(content, Note::Kind::Comment, QStringLiteral("old"), QRectF(0, 0, 10, 10));
        });
        m_document->select({note});
        auto* text = called<QPlainTextEdit>(*m_inspector, QStringLiteral("Text on the canvas"));
        QVERIFY(!text->parentWidget()->isHidden());
        QCOMPARE(text->toPlainText(), QStringLiteral("old"));
        text->selectAll();
        QTest::keyClicks(text, QStringLiteral("new"));
        QCOMPARE(m_document->content().findNote(note)->text, QStringLiteral("new"));
    }

    void whatIsDeletedLeavesThePage()
    {
        const Id lstm = select("lstm1");
        inner<QLineEdit>(*m_inspector, "num_output")->setFocus();
        m_document->change(QStringLiteral("delete"), [&](Content& content) { remove(content, {lstm}, Bypass::Yes); });
        QVERIFY(!called<QLineEdit>(*m_inspector, QStringLiteral("Name of the model"))->parentWidget()->isHidden());
        m_document->undoStack().undo();
        m_document->select({lstm});
        QCOMPARE(inner<QLineEdit>(*m_inspector, "num_output")->text(), QStringLiteral("512"));
    }

    void aValueOfAnotherKindIsShownAsItServesOrNotAtAll()
    {
        Document document;
        Content content = sample("char_rnn_caffe.prototxt");
        Node& drop = *content.find(content.findNamed("Drop1")->id);
        drop.layer.params["dropout_ratio"] = std::int64_t{0};
        drop.layer.params["active"] = std::string("perhaps");
        document.load(content);
        Inspector inspector(document);
        document.select({document.nodeNamed("Drop1")});
        QCOMPARE(inner<QLineEdit>(inspector, "dropout_ratio")->text(), QStringLiteral("0"));
        QCOMPARE(inner<QCheckBox>(inspector, "active")->checkState(), Qt::PartiallyChecked);
    }

    void aBrokenLayerIsMendedFromItsPage()
    {
        const Id reshape = select("Reshape_lstm2");
        auto* menu = m_inspector->findChild<QMenu*>();
        QVERIFY(menu->parentWidget()->isHidden());
        m_document->change(QStringLiteral("break"), [&](Content& content) {
            setParam(content, reshape, "shape", std::vector<std::int64_t>{-1, 1, 511});
        });
        QVERIFY(!menu->parentWidget()->isHidden());
        emit menu->aboutToShow();
        QVERIFY(!menu->actions().isEmpty());
        menu->actions().first()->trigger();
        QVERIFY(m_document->derived().problems.empty());
        QVERIFY(menu->parentWidget()->isHidden());
    }

    void whatKeepsARunFromStartingIsRedAndWhatIsInDoubtIsAmber()
    {
        Content content = sample("char_rnn_caffe.prototxt");
        addAfter(content, engine::layerType("RELU"), {content.findNamed("EmbedLayer")->id, 0}, {});
        setParam(content, content.findNamed("lstm1")->id, "bidirectional", true);
        Opened document(content);
        Inspector inspector(document);
        const auto colourOf = [&](const char* layer, const QString& words) {
            document.select({document.nodeNamed(layer)});
            for (const auto* label : inspector.findChildren<TintedLabel*>()) {
                if (label->accessibleName().contains(words)) {
                    return label->text().contains(theme().error.name())     ? "error"
                           : label->text().contains(theme().warning.name()) ? "warning"
                                                                            : "none";
                }
            }
            return "not said";
        };
        QCOMPARE(colourOf("lstm1", QStringLiteral("the net is to predict")), "error");
        QCOMPARE(colourOf("relu", QStringLiteral("not used")), "warning");
    }

    void smallNumbersKeepTheirDigits()
    {
        NumberBox box(engine::FloatRange{0, 0, 1});
        for (const double number : {1e-4, 1e-8, 0.1 + 0.2, 0.0442, 1.0 / 3}) {
            box.show(engine::ParamValue(number));
            QVERIFY(box.value() == engine::ParamValue(number));
        }
        box.show(engine::ParamValue(1e-4));
        QCOMPARE(box.text(), QStringLiteral("0.0001"));
        box.stepBy(1);
        QCOMPARE(box.text(), QStringLiteral("0.00011"));
    }

    void germanNumbersAreReadAsTheyAreShown()
    {
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::German));
        NumberBox real(engine::FloatRange{0, 0, 1e6});
        real.show(engine::ParamValue(0.05));
        QCOMPARE(real.text(), QStringLiteral("0,05"));
        real.findChild<QLineEdit*>()->setText(QStringLiteral("0.001"));
        QVERIFY(real.value() == engine::ParamValue(0.001));
        NumberBox whole(engine::IntRange{0, 0, 1'000'000});
        whole.show(engine::ParamValue(std::int64_t{65'536}));
        QCOMPARE(whole.text(), QStringLiteral("65.536"));
        QVERIFY(whole.value() == engine::ParamValue(std::int64_t{65'536}));
        QLocale::setDefault(before);
    }

private:
    Id select(const char* layer)
    {
        const Id id = m_document->nodeNamed(layer);
        m_document->select({id});
        return id;
    }

    std::unique_ptr<Opened> m_document;
    std::unique_ptr<Inspector> m_inspector;
};

HAMNET_QT_TEST(InspectorTest)
#include "inspector_test.moc"
