// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/theme.h"
#include "editor/panels/focus_frame.h"
#include "tests/support/patience.h"
#include "tests/support/qt_tests.h"

#include <memory>
#include <QDialog>
#include <QLineEdit>

namespace editor {

class FocusFrameTest : public QObject {
    Q_OBJECT

private slots:
    void marksWhatHadTheKeyboardUntilTheDialogGoes()
    {
        Looks::instance();
        QWidget window;
        window.resize(400, 300);
        auto* other = new QLineEdit(&window);
        auto* field = new QLineEdit(&window);
        field->setGeometry(50, 120, 200, 30);
        other->setGeometry(50, 20, 200, 30);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, patience));
        field->setFocus();
        auto dialog = std::make_unique<QDialog>(&window);
        new FocusFrame(window, *dialog);
        auto* frame = window.findChild<FocusFrame*>();
        QVERIFY(frame && frame->isVisible());
        QCOMPARE(frame->geometry(), field->geometry());
        const QImage picture = window.grab().toImage();
        QCOMPARE(picture.pixelColor(QPoint(150, 121) * picture.devicePixelRatio()), theme().accent);
        dialog.reset();
        QTRY_VERIFY_WITH_TIMEOUT(!window.findChild<FocusFrame*>(), patience);
    }
};

} // namespace editor

HAMNET_QT_TEST(editor::FocusFrameTest)
#include "focus_frame_test.moc"
