# SPDX-License-Identifier: GPL-3.0-or-later
from .launch import start


def main():
    start("hamnet-studio")


if __name__ == "__main__":
    main()
