// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QTranslator>

/// A language that the tests make up, as long as it lives: each text stands in «». What says that texts are translated
/// needs no German for it.
class MadeLanguage : public QTranslator {
public:
    MadeLanguage() { QCoreApplication::installTranslator(this); }

    QString translate(const char* /*context*/, const char* source, const char* /*comment*/,
                      int /*count*/) const override
    {
        return *source == '\0' ? QString()
                               : QString::fromUtf8("«") + QString::fromUtf8(source) + QString::fromUtf8("»");
    }
    bool isEmpty() const override { return false; }
};
