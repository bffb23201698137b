// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/looks.h"
#include "editor/looks/theme.h"
#include "tests/support/qt_patience.h"
#include "tests/support/qt_tests.h"

#include <atomic>
#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusVariant>
#include <QSettings>
#include <QSignalSpy>
#include <QThread>

namespace editor {

/// What answers for the desktop, on a thread of its own since the question blocks.
class Portal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

public:
    void appear(uint scheme)
    {
        m_scheme = scheme;
        QDBusConnection bus = QDBusConnection::connectToBus(QDBusConnection::SessionBus, QStringLiteral("portal"));
        bus.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), this,
                           QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals);
        QVERIFY(bus.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));
    }

    void say(const QString& key, uint value)
    {
        emit SettingChanged(QStringLiteral("org.freedesktop.appearance"), key, QDBusVariant(value));
    }

    void vanish() { QDBusConnection::disconnectFromBus(QStringLiteral("portal")); }

    /// From another thread: what is asked from now on is answered after the second word.
    void holdAnswers() { m_holds = true; }
    void giveAnswers()
    {
        m_holds = false;
        m_holds.notify_all();
    }

public slots:
    QDBusVariant Read(const QString&, const QString&)
    {
        m_holds.wait(true);
        return QDBusVariant(QVariant::fromValue(QDBusVariant(m_scheme)));
    }

signals:
    void SettingChanged(const QString& space, const QString& key, const QDBusVariant& value);

private:
    uint m_scheme = 0;
    std::atomic<bool> m_holds = false;
};

class DesktopSchemeTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName(QStringLiteral("hamnet-test"));
        QCoreApplication::setApplicationName(QStringLiteral("desktop-scheme"));
        QSettings().clear();
        if (!QDBusConnection::sessionBus().isConnected()) {
            QSKIP("there is no session bus");
        }
        m_portal.moveToThread(&m_thread);
        m_thread.start();
    }

    void cleanup()
    {
        if (m_thread.isRunning()) {
            onPortal([this] { m_portal.vanish(); });
        }
    }

    void cleanupTestCase()
    {
        m_thread.quit();
        m_thread.wait();
    }

    void withoutAPortalNothingIsKnown() { QVERIFY(!DesktopScheme(nullptr).dark()); }

    void aPortalSaysDarkOrLight()
    {
        for (const auto& [scheme, dark] : {std::pair(0U, std::optional<bool>()), std::pair(1U, std::optional(true)),
                                           std::pair(2U, std::optional(false))}) {
            const uint said = scheme; // 0: it has no preference
            const std::optional<bool> wanted = dark;
            onPortal([this, said] { m_portal.appear(said); });
            const DesktopScheme desktop(nullptr);
            TRY_COMPARE(desktop.dark(), wanted);
            onPortal([this] { m_portal.vanish(); });
        }
    }

    /// The window does not wait for it.
    void aPortalThatIsBusyIsHeardLater()
    {
        onPortal([this] { m_portal.appear(1); });
        m_portal.holdAnswers();
        const DesktopScheme desktop(nullptr);
        QVERIFY(!desktop.dark());
        m_portal.giveAnswers();
        TRY_VERIFY(desktop.dark().value_or(false));
    }

    void looksFollowThePortal()
    {
        onPortal([this] { m_portal.appear(1); });
        TRY_VERIFY(Looks::instance().theme().dark);
        QSignalSpy changed(&Looks::instance(), &Looks::changed);
        onPortal([this] { m_portal.say(QStringLiteral("contrast"), 2); });
        onPortal([this] { m_portal.say(QStringLiteral("color-scheme"), 2); });
        TRY_COMPARE(changed.count(), 1);
        QVERIFY(!theme().dark);
        Looks::instance().setMode(Looks::Mode::Dark); // the user's word counts more
        const DesktopScheme beside(nullptr);          // hears what the looks hear
        TRY_VERIFY(beside.dark().has_value());
        onPortal([this] { m_portal.say(QStringLiteral("color-scheme"), 0); });
        TRY_VERIFY(!beside.dark().has_value());
        QCoreApplication::processEvents();
        QVERIFY(theme().dark);
    }

private:
    /// Runs on the portal's thread and waits for it.
    template <typename Work>
    void onPortal(Work work)
    {
        QMetaObject::invokeMethod(&m_portal, work, Qt::BlockingQueuedConnection);
    }

    QThread m_thread;
    Portal m_portal;
};

} // namespace editor

HAMNET_QT_TEST(editor::DesktopSchemeTest)
#include "desktop_scheme_test.moc"
