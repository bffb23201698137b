#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes random tables and holds what Hamnet reads of them against what numpy makes of the same values.

    with_numpy.py make FOLDER COUNT SEED    writes FOLDER/tables.jsonl and the files that it names
    with_numpy.py compare FOLDER            reads FOLDER/readings.jsonl, a line a table

Who makes a table knows its values, so nothing here reads a CSV file: the parts, windows, scaling, filled gaps, answers and
times are computed from those as the help of SEQUENCEDATA describes them. Splits by a draw are held against what they
promise: no row in two parts, whole groups.
"""
import datetime
import json
import math
import pathlib
import random
import sys

import numpy as np

GAPS = ["", "NA", "NaN", "null"]
DELIMITERS = {",": "COMMA", ";": "SEMICOLON", "\t": "TAB", "|": "BAR"}
EPOCH = datetime.datetime(1970, 1, 1)


def half_up(number):
    return math.floor(number + 0.5)


# Tables -----------------------------------------------------------------------------------------------------------


class Maker:
    """A table with its settings, all drawn by a seed."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.seed = seed
        self.rows = self.draw.randint(60, 220)
        self.settings = {}
        self.columns = {}  # name: values, None where there is none
        self.texts = {}  # name: how they are written
        self.refusal = None  # a word of the one that is wanted

    def chance(self, share):
        return self.draw.random() < share

    def make(self):
        self.delimiter = self.draw.choice(list(DELIMITERS))
        self.decimal = self.draw.choice(".,")
        self.tells_decimal = self.chance(0.3)
        self.make_groups()
        self.make_times()
        self.columns["n"] = [float(row) for row in range(self.rows)]
        self.texts["n"] = [str(row) for row in range(self.rows)]
        for name in ["level", self.draw.choice(["wind, m/s", "wind"]), "heat"][: self.draw.randint(1, 3)]:
            self.make_numbers(name)
        self.numbers = [name for name in self.columns if name not in ("when", "place")]
        self.of_classes = self.chance(0.3)
        if self.of_classes:
            self.make_classes()
        if self.chance(0.3):
            self.texts["note"] = [self.draw.choice(["fine", "not so", "a; b, c | d"]) for _ in range(self.rows)]
        self.make_settings()
        self.make_gaps()
        return self.written()

    def make_groups(self):
        count = self.draw.choice([1, 1, 2, 3])
        self.groups = count
        if count == 1:
            return
        names = self.draw.choice([["north", "south", "east"], ["1", "2", "10"], ["007", "7", "07"]])[:count]
        self.rows -= self.rows % count
        each = [names[row % count] for row in range(self.rows)]
        if self.chance(0.5):
            each.sort(key=names.index)
        self.columns["place"] = each
        self.texts["place"] = list(each)
        self.settings["group"] = "place"

    def make_times(self):
        self.has_time = self.chance(0.6)
        if not self.has_time:
            return
        form = self.draw.choice(["iso", "dots", "day", "month", "number"])
        daily = self.chance(0.4)
        step = datetime.timedelta(days=1) if daily else datetime.timedelta(minutes=self.draw.choice([15, 60, 180]))
        at = datetime.datetime(self.draw.randint(1950, 2030), self.draw.randint(1, 12), self.draw.randint(1, 25))
        count, moments = self.rows // self.groups, []
        for _ in range(count):
            moments.append(at)
            at += step * self.draw.choice([1, 1, 1, 1, 2, 5])
        self.has_offset = form == "iso" and not daily and self.chance(0.5)
        clock = self.draw.choice(["%H:%M", "%H:%M:%S"])
        dates = {"iso": "%Y-%m-%d", "dots": "%d.%m.%Y", "day": "%d/%m/%Y", "month": "%m/%d/%Y", "number": ""}[form]
        between = self.draw.choice("T ") if form == "iso" else " "
        offsets = [self.draw.choice([0, 60, 120, -210]) for _ in range(2)]
        rows = []  # of each moment: the value, the clock of the file, the text
        for place, moment in enumerate(moments):
            local = int((moment - EPOCH).total_seconds()) * 10**6
            if form == "number":
                rows.append((float(place * place), local, str(place * place)))
                continue
            text = moment.strftime(dates + ("" if daily else between + clock))
            minutes = 0
            if self.has_offset:
                minutes = offsets[place * 2 // count]
                sign = "-" if minutes < 0 else "+"
                text += "Z" if minutes == 0 else f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
            rows.append((float(local - minutes * 60 * 10**6), local, text))
        turn = self.draw.choice(["kept", "kept", "back", "mixed"])
        if "place" in self.columns:
            seen = {}
            order = []
            for name in self.columns["place"]:
                order.append(seen.get(name, 0))
                seen[name] = order[-1] + 1
        else:
            order = list(range(count))
        if turn == "back":
            order = [count - 1 - place for place in order]
        if turn == "mixed" and "place" not in self.columns:
            self.draw.shuffle(order)
        self.columns["when"] = [rows[place][0] for place in order]
        self.clock = [rows[place][1] for place in order] if form != "number" else None
        self.texts["when"] = [rows[place][2] for place in order]
        self.settings["time"] = "when"
        if form in ("day", "month"):
            both = all(moment.day <= 12 for moment in moments)
            if self.chance(0.5):
                self.settings["date_order"] = form.upper()
            elif both:
                self.refusal = "date_order"

    def make_numbers(self, name):
        decimals = self.draw.choice([0, 1, 2, 3, 4, 5] if self.tells_decimal else [0, 1, 2, 4, 5])
        size = self.draw.choice([1, 10, 1000])
        walk = np.cumsum([self.draw.gauss(0, 1) for _ in range(self.rows)]) * size + self.draw.choice([0, 50 * size])
        texts = [f"{value:.{decimals}f}" for value in walk]
        self.columns[name] = [float(text) for text in texts]
        self.texts[name] = [text.replace(".", self.decimal) for text in texts]

    def make_classes(self):
        names = self.draw.choice([["low", "high", "mid"], ["1", "2", "10"], ["Ä", "b", "-"]])
        each = [self.draw.choice(names) for _ in range(self.rows)]
        if names[0] == "1":
            self.numbers.append("kind")  # a column of numbers, which may be read
        self.columns["kind"] = each
        self.texts["kind"] = list(each)

    def make_settings(self):
        draw, settings = self.draw, self.settings
        settings["time_steps"] = draw.randint(1, 6)
        settings["horizon"] = draw.randint(0, 4)
        settings["stride"] = draw.choice([1, 1, 2, 3])
        settings["validation"] = draw.choice([0, 0.1, 0.2, 0.25])
        settings["test"] = draw.choice([0, 0.1, 0.2])
        settings["standardize"] = self.chance(0.8)
        splits = ["AUTO", "AUTO", "TIME", "SHUFFLED"] + (["GROUPS"] if self.groups > 1 else [])
        settings["split"] = draw.choice(splits)
        self.target = "kind" if self.of_classes else draw.choice(self.numbers[1:])
        names = list(self.texts)
        draw.shuffle(names)
        if self.chance(0.4):
            names.remove(self.target)
            names.append(self.target)
        self.names = names
        if not (names[-1] == self.target and self.chance(0.7)):
            settings["target"] = self.target
        leaks = settings["horizon"] == 0
        fit = [name for name in names if name in self.numbers and not (leaks and name == self.target)]
        self.inputs = fit
        if self.chance(0.5):
            others = [name for name in fit if name != "n" and self.chance(0.7)]
            self.inputs = ["n"] + others
            settings["inputs"] = self.inputs
        if self.tells_decimal:
            settings["decimal"] = {".": "POINT", ",": "COMMA"}[self.decimal]
        # A comma that is a decimal mark cuts no columns unless that is told.
        if self.chance(0.3) or (self.tells_decimal and self.decimal == self.delimiter):
            settings["delimiter"] = DELIMITERS[self.delimiter]

    def make_gaps(self):
        self.rules = {}
        with_gaps = [name for name in self.columns if name not in ("n", "when", "place") and self.chance(0.3)]
        rule = self.draw.choice(["SKIP", "CARRY"])
        rules = []
        for name in with_gaps:
            share = self.draw.choice([0.03, 0.15, 0.6])
            for row in range(self.rows):
                if self.chance(share):
                    self.columns[name][row] = None
                    self.texts[name][row] = self.draw.choice(GAPS)
            if name == "kind" and self.chance(0.6) or self.chance(0.1):
                continue  # no rule of its own
            self.rules[name] = rule
            rules.append(f"{name}={rule}")
        if self.rules and self.chance(0.4):
            rules, self.rules = [rule], {name: rule for name in self.columns}
        if rules:
            self.settings["gaps"] = rules

    def field(self, text, quotes):
        if quotes or any(letter in text for letter in self.delimiter + '"'):
            return '"' + text.replace('"', '""') + '"'
        return text

    def written(self):
        draw = self.draw
        named = self.chance(0.8)
        self.place = {name: name if named else f"column {at + 1}" for at, name in enumerate(self.names)}
        end = draw.choice(["\n", "\n", "\r\n"])
        quotes = self.chance(0.15)
        lines = [self.names] if named else []
        lines += [[self.texts[name][row] for name in self.names] for row in range(self.rows)]
        text = "\ufeff" if self.chance(0.15) else ""
        for line in lines:
            text += self.delimiter.join(self.field(field, quotes) for field in line) + end
            text += end if self.chance(0.02) else ""
        return text

    def model(self):
        def list_of(entries):
            quoted = ['"' + one.replace('"', '""') + '"' if any(letter in one for letter in ',"') else one for one in entries]
            return json.dumps(", ".join(quoted))

        lines = ["kind: TABLE", "batch_size: 4", "width: 1"]
        for key, value in self.settings.items():
            if key in ("target", "time", "group"):
                value = json.dumps(self.place[value])
            elif key == "inputs":
                value = list_of([self.place[name] for name in value])
            elif key == "gaps":
                value = list_of([self.place[rule.split("=")[0]] + "=" + rule.split("=")[1] if "=" in rule else rule for rule in value])
            elif isinstance(value, bool):
                value = str(value).lower()
            lines.append(f"{key}: {value}")
        loss = "SOFTMAXWITHLOSS" if self.of_classes else "EUCLIDEANLOSS"
        return f"""
layer {{ name: "x" type: "SequenceData" top: "data" top: "clip" top: "label" sequence_data_param {{ {' '.join(lines)} }} }}
layer {{ name: "lstm" type: "LSTM" bottom: "data" bottom: "clip" top: "h" recurrent_param {{ num_output: 2 }} }}
layer {{ name: "end" type: "Last" bottom: "h" top: "end" }}
layer {{ name: "out" type: "InnerProduct" bottom: "end" top: "out" inner_product_param {{ num_output: 1 from_data: true }} }}
layer {{ name: "loss" type: "{loss}" bottom: "out" bottom: "label" top: "loss" }}
"""


# What has to be read of them --------------------------------------------------------------------------------------


class Refused(Exception):
    pass


class Reading:
    """The rows of a table in the order in which they are read, cut into parts and windows."""

    def __init__(self, table):
        self.table = table
        self.settings = table.settings
        self.values = {name: list(values) for name, values in table.columns.items()}
        self.filled = {name: [None] * table.rows for name in self.values}  # or "before"
        if table.refusal:
            raise Refused(table.refusal)
        rows = self.without_gaps(list(range(table.rows)))
        self.order(rows)
        rows = self.carry(rows)
        self.order(rows)
        self.cut()

    def lacking(self, name, row):
        return self.values[name][row] is None

    def without_gaps(self, rows):
        table = self.table
        self.carried = []
        for name in dict.fromkeys(table.inputs + [table.target]):
            if not any(self.lacking(name, row) for row in rows):
                continue
            rule = table.rules.get(name)
            if name == table.target and name not in table.inputs:
                if not rule and not table.of_classes:
                    raise Refused("gap")
                continue  # the answer is missing
            if not rule:
                raise Refused("gap")
            if rule != "SKIP":
                self.carried.append(name)
        skipped = [name for name in table.inputs if table.rules.get(name) == "SKIP"]
        return [row for row in rows if not any(self.lacking(name, row) for name in skipped)]

    def order(self, rows):
        place = self.values.get("place")
        when = self.values.get("when")
        groups = {}
        for row in rows:
            groups.setdefault(place[row] if place else "", []).append(row)
        if when:
            for members in groups.values():
                members.sort(key=lambda row: when[row])
        self.groups = list(groups.values())

    def carry(self, rows):
        out = set()
        for name in self.carried:
            for members in self.groups:
                last = None
                for row in members:
                    if not self.lacking(name, row):
                        last = self.values[name][row]
                    elif last is None:
                        out.add(row)
                    else:
                        self.values[name][row] = last
                        self.filled[name][row] = "before"
        rows = [row for row in rows if row not in out]
        if not rows:
            raise Refused("no row")
        return rows

    def cut(self):
        """The part of each row, of a split by time."""
        settings = self.settings
        self.part = {}
        if settings["split"] not in ("AUTO", "TIME"):
            return
        when = self.values.get("when")

        def cuts(count):
            test = min(count, half_up(count * settings["test"]))
            return max(0, count - test - half_up(count * settings["validation"])), count - test

        if when and len(self.groups) > 1:
            times = sorted(when[row] for members in self.groups for row in members)
            validation, test = (times[cut] if cut < len(times) else math.inf for cut in cuts(len(times)))
            for members in self.groups:
                for row in members:
                    at = when[row]
                    self.part[row] = "test" if at >= test else "validation" if at >= validation else "train"
            return
        for members in self.groups:
            validation, test = cuts(len(members))
            for place, row in enumerate(members):
                self.part[row] = "test" if place >= test else "validation" if place >= validation else "train"

    def is_known(self, row):
        target = self.table.target
        return not self.lacking(target, row) and not self.filled[target][row]

    def windows(self):
        """All windows by their rows: {rows: (target's row, part)}."""
        steps, horizon = self.settings["time_steps"], self.settings["horizon"]
        found = {}
        for members in self.groups:
            for start in range(0, len(members) - steps - horizon + 1, self.settings["stride"]):
                target = members[start + steps + horizon - 1]
                found[tuple(members[start : start + steps])] = (target, self.part.get(target))
        return found

    def parts(self):
        windows = self.windows()
        parts = {"train": {}, "validation": {}, "test": {}}
        for rows, (target, part) in windows.items():
            parts[part][rows] = target
        for part, share in (("train", 1), ("validation", self.settings["validation"]), ("test", self.settings["test"])):
            if share > 0 and not any(self.is_known(target) for target in parts[part].values()):
                raise Refused("no window")
        parts["train"] = {
            rows: target for rows, target in parts["train"].items() if self.is_known(target)
        }
        if not parts["train"]:
            raise Refused("no window")
        return parts

    def scale(self, name, rows):
        known = [row for row in rows if not self.filled[name][row] and not self.lacking(name, row)]
        real = [float(self.values[name][row]) for row in known]
        mean, deviation = np.mean(real), np.std(real)
        if deviation <= 1e-13 * abs(mean):
            raise Refused("constant")
        return mean, deviation

    def training_rows(self, parts):
        if self.part:
            return [row for members in self.groups for row in members if self.part[row] == "train"]
        if self.settings["split"] == "GROUPS":
            read = {rows[0] for rows in parts["train"]}
            return [row for members in self.groups for row in members if read & set(members)]
        return None  # blocks that are drawn

    def time(self, row):
        """By the clock of the file, which never goes back in a group."""
        members = next(members for members in self.groups if row in members)
        clock = self.table.clock
        return max(clock[other] for other in members[: members.index(row) + 1])


def near(found, wanted, room=1e-5):
    return abs(found - wanted) <= room * (1 + abs(wanted))


class Fault(Exception):
    pass


def require(is_so, *words):
    if not is_so:
        raise Fault(" ".join(str(word) for word in words))


def as_read(table, reading, said, part):
    """The windows of a part as Hamnet has them, by their rows."""
    steps, width = table.settings["time_steps"], len(said["inputs"])
    column = said["inputs"].index(table.place["n"])
    mean, deviation = said["scales"][column]
    found = {}
    for sample in said[part]:
        values = np.array(sample["values"], dtype=float).reshape(steps, width)
        rows = tuple(int(round(number * deviation + mean)) for number in values[:, column])
        require(rows not in found, part, "has the window", rows, "twice")
        found[rows] = (values, sample)
    return found


def compare_window(table, reading, said, rows, target, values, sample):
    for at, name in enumerate(table.inputs):
        mean, deviation = said["scales"][at]
        for step, row in enumerate(rows):
            wanted = (float(reading.values[name][row]) - mean) / deviation
            require(near(values[step, at], wanted), "row", row, "of", name, "is", values[step, at], "wanted", wanted)
    answer = sample["answer"]
    if not reading.is_known(target):
        require(answer is None, "the answer of row", target, "is", answer, "but missing")
    elif table.of_classes:
        require(answer is not None and said["classes"][int(answer)] == table.columns["kind"][target], "class of row", target)
    else:
        require(answer is not None and near(answer, reading.values[table.target][target], 1e-12), "answer of row", target)
    if table.has_time and table.clock:
        require(sample.get("time") == reading.time(target), "time of row", target, sample.get("time"), reading.time(target))


def compare(table, said):
    """Throws Fault; returns whether both refuse it."""
    try:
        reading = Reading(table)
        is_drawn = not reading.part
        parts = None if is_drawn else reading.parts()
        if parts and table.of_classes:
            label = lambda target: table.columns["kind"][target]
            classes = {label(target) for target in parts["train"].values()}
            held = {label(target) for part in ("validation", "test") for target in parts[part].values() if reading.is_known(target)}
            if len(classes) < 2 or not held <= classes:
                raise Refused("classes")
            key = float if all(name.lstrip("-").isdigit() for name in classes) else str.encode
            require(said.get("classes", 0) in (0, sorted(classes, key=key)), "classes", said.get("classes"))
        if parts:
            rows = reading.training_rows(parts)
            scales = [reading.scale(name, rows) for name in table.inputs]
            of_target = None if table.of_classes else reading.scale(table.target, rows)
    except Refused as refusal:
        require("refusal" in said, "is read, but wanted a refusal:", refusal)
        is_named = not table.refusal or table.refusal in said["refusal"] or "gaps: " in said["refusal"]
        require(is_named, "other refusal:", said["refusal"])
        return True
    if is_drawn and "refusal" in said:
        words = ("has no window", "class", "no value of the target", "found no window", "in all training rows", "in the longest group")
        require(any(word in said["refusal"] for word in words), "refused:", said["refusal"])
        return True
    require("refusal" not in said, "refused:", said.get("refusal"))
    require(said["inputs"] == [table.place[name] for name in table.inputs], "inputs are", said["inputs"])
    require(said["target"] == table.place[table.target], "target is", said["target"])
    if not table.settings["standardize"]:
        require(all(scale == [0, 1] for scale in said["scales"]), "numbers are scaled:", said["scales"])
    found = {part: as_read(table, reading, said, part) for part in ("train", "validation", "test")}
    if is_drawn:
        compare_draw(table, reading, said, found)
        return False
    for part, wanted in parts.items():
        require(set(found[part]) == set(wanted), part, "lacks", set(wanted) - set(found[part]), "has", set(found[part]) - set(wanted))
        for rows, target in wanted.items():
            compare_window(table, reading, said, rows, target, *found[part][rows])
    if table.settings["standardize"]:
        compare_scales(table, said, scales, of_target)
    return False


def compare_scales(table, said, scales, of_target):
    for at, wanted in enumerate(scales):
        require(all(near(*both, 1e-9) for both in zip(said["scales"][at], wanted)), table.inputs[at], said["scales"][at], wanted)
    if of_target:
        require(all(near(*both, 1e-9) for both in zip(said["target scale"], of_target)), "target", said["target scale"], of_target)


def compare_draw(table, reading, said, found):
    windows = reading.windows()
    owner = {}
    for part, members in found.items():
        for rows, (values, sample) in members.items():
            require(rows in windows, part, "has the rows", rows, "as a window")
            target = windows[rows][0]
            compare_window(table, reading, said, rows, target, values, sample)
            for row in (*rows, target):
                require(owner.setdefault(row, part) == part, "row", row, "is in two parts")
    if table.settings["split"] == "GROUPS":
        for members in reading.groups:
            require(len({owner[row] for row in members if row in owner}) <= 1, "a group is in two parts")
        rows = reading.training_rows(found)
        if table.settings["standardize"]:
            of_target = None if table.of_classes else reading.scale(table.target, rows)
            compare_scales(table, said, [reading.scale(name, rows) for name in table.inputs], of_target)


def tables_of(folder):
    lines = (folder / "tables.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def make(folder, count, seed):
    with open(folder / "tables.jsonl", "w") as lines:
        for one in range(seed, seed + count):
            table = Maker(one)
            file = folder / f"{one}.csv"
            file.write_bytes(table.make().encode())
            lines.write(json.dumps({"seed": one, "file": str(file), "model": table.model()}) + "\n")


def compare_all(folder):
    tables = tables_of(folder)
    readings = (folder / "readings.jsonl").read_text().splitlines()
    require(len(readings) == len(tables), len(readings), "readings of", len(tables), "tables")
    faults = refused = 0
    for line, reading in zip(tables, readings):
        table = Maker(line["seed"])
        table.make()
        try:
            refused += compare(table, json.loads(reading))
        except Fault as fault:
            faults += 1
            print(f"seed {line['seed']}: {fault}\n{table.settings}")
    print(f"numpy: {len(tables)} tables, {refused} refused by both, {faults} read otherwise")
    if len(tables) >= 50 and refused > len(tables) // 2:
        print("nearly all were refused")
        faults += 1
    return faults == 0


if __name__ == "__main__":
    where = pathlib.Path(sys.argv[2])
    if sys.argv[1] == "make":
        make(where, int(sys.argv[3]), int(sys.argv[4]))
    elif not compare_all(where):
        sys.exit(1)
