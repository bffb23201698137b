#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draw the losses of `hamnet train --json` over training time as an SVG on standard output.

    hamnet train models/char_rnn_best.prototxt --data tinyshakespeare.txt --validate-every 250 --every 50 --json > run.json
    python3 tests/bench/curve.py run.json > curve.svg
"""

import json
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 340, 60, 20, 20, 50
COLOURS = {"train": "#8aa0b8", "validation": "#c2410c"}
NAMES = {"train": "training, with dropout", "validation": "held out"}


def read(lines):
    """Points (seconds, loss) by kind; a validation has the time of the training event before it."""
    points, seconds = {"train": [], "validation": []}, 0.0
    for line in lines:
        event = json.loads(line)
        if event["event"] == "train":
            seconds = event["seconds"]
            points["train"].append((seconds, event["smoothed_loss"]))
        elif event["event"] == "validation":
            points["validation"].append((seconds, event["loss"]))
    return points


def main():
    points = read(open(sys.argv[1]))
    last = max(x for x, _ in points["train"])
    low, high = 1.2, 2.2
    across = lambda x: LEFT + x / last * (WIDTH - LEFT - RIGHT)
    down = lambda y: TOP + (high - min(y, high)) / (high - low) * (HEIGHT - TOP - BOTTOM)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for tick in range(12, 23, 2):
        y = down(tick / 10)
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#e2e8f0"/>'
                   f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tick / 10:.1f}</text>')
    step = 60 if last > 120 else 20
    for tick in range(0, int(last) + 1, step):
        out.append(f'<text x="{across(tick):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{tick}</text>')
    out.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">seconds of training</text>'
               f'<text x="16" y="{HEIGHT / 2}" transform="rotate(-90 16 {HEIGHT / 2})" text-anchor="middle">nats per character</text>')
    for row, (kind, series) in enumerate(points.items()):
        path = " ".join(f"{across(x):.1f},{down(y):.1f}" for x, y in series)
        out.append(f'<polyline points="{path}" fill="none" stroke="{COLOURS[kind]}" stroke-width="1.6"/>'
                   f'<text x="{WIDTH - RIGHT - 8}" y="{TOP + 16 + 18 * row}" text-anchor="end" fill="{COLOURS[kind]}">{NAMES[kind]}</text>')
    out.append("</svg>")
    print("\n".join(out))


if __name__ == "__main__":
    main()
