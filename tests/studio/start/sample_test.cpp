// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/start/sample.h"
#include "tests/editor/made_language.h"
#include "tests/support/paths.h"
#include "tests/support/qt_tests.h"

#include <set>

namespace studio {

class SampleTest : public QObject {
    Q_OBJECT

private slots:
    /// A comment in models/ that is changed is changed in the list of texts and in its translations, too.
    void everyDescriptionIsAmongTheTexts()
    {
        std::set<QString> texts, described;
        for (const char* text : sampleDescriptions()) {
            texts.insert(QString::fromUtf8(text));
        }
        for (const Sample& sample : samplesIn(sourceRoot() / "models")) {
            QVERIFY2(texts.contains(sample.description), qPrintable(sample.description));
            described.insert(sample.description);
        }
        QCOMPARE(described, texts);
    }

    void everyDescriptionIsTranslated()
    {
        const std::vector<Sample> english = samplesIn(sourceRoot() / "models");
        const MadeLanguage made;
        const std::vector<Sample> translated = samplesIn(sourceRoot() / "models");
        QCOMPARE(translated.size(), english.size());
        for (std::size_t index = 0; index < english.size(); ++index) {
            QCOMPARE(translated[index].description, QStringLiteral("«") + english[index].description + u'»');
        }
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::SampleTest)

#include "sample_test.moc"
