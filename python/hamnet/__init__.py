# SPDX-License-Identifier: GPL-3.0-or-later
"""Hamnet: a studio for recurrent nets. This package holds the program of the terminal, `hamnet`."""
