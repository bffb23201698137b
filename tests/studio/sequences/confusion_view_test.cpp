// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/sequences/results_panel.h"
#include "editor/looks/theme.h"
#include "tests/studio/gui/drawn_words.h"
#include "tests/support/qt_tests.h"

#include <algorithm>

namespace studio {

class ConfusionViewTest : public QObject {
    Q_OBJECT

private slots:
    /// Whose width is no whole number of pixels, as on a screen with a scale of 1.3.
    void aNameOfAClassIsWhole()
    {
        editor::Looks::instance();
        for (int eighth = 0; eighth < 8; ++eighth) {
            ConfusionView view;
            QFont font = view.font();
            font.setHintingPreference(QFont::PreferNoHinting);
            font.setPointSizeF(10 + eighth / 8.0);
            view.setFont(font);
            view.setMatrix(engine::ConfusionMatrix(2), {"blame", "blamed"});
            view.resize(400, 200);
            const std::vector<DrawnWords> words = drawnWords(*view.viewport());
            const auto times = [&](const char* name) {
                return std::ranges::count(words, QLatin1String(name), &DrawnWords::text);
            };
            QVERIFY2(times("blame") == 2 && times("blamed") == 2, qPrintable(QString::number(font.pointSizeF())));
        }
    }
};

} // namespace studio

HAMNET_QT_TEST(studio::ConfusionViewTest)
#include "confusion_view_test.moc"
