// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

// QCustomPlot's header uses Qt's macro foreach, which our flags take away (it copies containers). Here it is the
// language's own loop, for that header alone.
#if defined(QT_NO_FOREACH) && !defined(foreach)
#define foreach(element, container) for (element : container)
#include <qcustomplot.h>
#undef foreach
#else
#include <qcustomplot.h>
#endif
