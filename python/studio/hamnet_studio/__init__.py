# SPDX-License-Identifier: GPL-3.0-or-later
"""Hamnet's window. This package holds the program `hamnet-studio`, and `hamnet` beside it."""
