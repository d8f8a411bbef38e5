"""Prints the reports of a row of telemetry_day, one JSON object a line: python3 read_day.py FILE DICTIONARY

FILE has the column data, DICTIONARY is server/telemetry/format/dictionary-1.txt. docs/reference/telemetry-format.md describes it. Needs python3-zstandard.
"""

import json
import sys
from datetime import datetime, timedelta, timezone

import zstandard


def values_of(column, rows=1):
    """The values of a column; a column that says its value once has as many rows as are given."""
    if isinstance(column, list):
        return column
    if "once" in column:
        return [column["once"]] * rows
    if "runs" in column:
        runs = column["runs"]
        return [value for value, count in zip(runs[::2], runs[1::2]) for _ in range(count)]
    factor = 10 ** column["scale"]
    if "scaled" in column:
        return [number / factor for number in column["scaled"]]
    total, values = 0, []
    for delta in column["deltas"]:
        total += delta
        values.append(total / factor)
    return values


def reports_of(part):
    midnight = datetime.fromisoformat(part["day"]).replace(tzinfo=timezone.utc)
    for unit in part["units"]:
        times = values_of(unit["ts"])
        late = values_of(unit["late"], len(times))
        rows = [{} for _ in times]
        for key, column in unit["values"].items():
            having = range(len(times))
            if isinstance(column, dict) and "rows" in column:
                total, having = 0, []
                for distance in column["rows"]:
                    total += distance
                    having.append(total)
                column = column["column"]
            for row, value in zip(having, values_of(column, len(having))):
                rows[row][key] = value
        for seconds, after, values in zip(times, late, rows):
            ts = midnight + timedelta(microseconds=round(seconds * 1e6))
            yield {"ts": ts.isoformat(timespec="microseconds"), "unit": unit["unit"], "late": after, "values": values}


with open(sys.argv[1], "rb") as file, open(sys.argv[2], "rb") as words:
    dictionary = zstandard.ZstdCompressionDict(words.read(), dict_type=zstandard.DICT_TYPE_RAWCONTENT)
    text = zstandard.ZstdDecompressor(dict_data=dictionary).decompress(file.read())
for document in text.decode().split("\n"):
    for report in reports_of(json.loads(document)):
        print(json.dumps(report))
