"""Writes Parquet files of every kind we read or refuse, and rows.json with what pyarrow reads back from the good ones.

Run: python3 make.py. Installs pyarrow into a temporary environment and runs itself there.
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = ["pyarrow==21.0.0"]

TEXTS = [
    "A murmur that was not there last spring.",
    "Fieber seit drei Tagen, kein Hautausschlag; Blässe.",
    "",
    "\ufeffA byte order mark is text here.",
    "体温 38.5 ℃ and a 🫀 with a zero\u0000byte",
    "line\nbreak\ttab \u2028 separator",
    "naïve e\u0301 and é are not the same",
    "The same sentence, once and once more.",
    "The same sentence, once and once more.",
    # Long enough that compressed blocks refer back to what they hold.
    " ".join(f"Reading {i}: pulse {60 + i * 7 % 41}, pressure {100 + i * 13 % 57} over {60 + i * 5 % 31}." for i in range(150)),
]
IDS = [f"d{i}" for i in range(len(TEXTS))]
LISTS = [["d0"], [], ["d1", "d1", "d2"], ["ü", "🫀"], IDS, ["d3"], ["d4", ""], ["d5"], ["d6", "d7", "d8"], ["d9"]]


def write(pa, pq, name, table, **options):
    pq.write_table(table, HERE / f"{name}.parquet", **options)


def good(pa, pq):
    """Name of the file → options; all hold the same rows."""
    plain = pa.table({"_id": IDS, "text": TEXTS, "ids": pa.array(LISTS, pa.list_(pa.string())), "score": pa.array(range(len(IDS)), pa.int64())})
    for codec in ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]:
        write(pa, pq, f"codec-{codec}", plain, compression=codec)
    write(pa, pq, "page-v2", plain, data_page_version="2.0")
    write(pa, pq, "page-v2-zstd", plain, data_page_version="2.0", compression="zstd")
    write(pa, pq, "plain-encoding", plain, use_dictionary=False)
    write(pa, pq, "delta-encoding", plain, use_dictionary=False, column_encoding={"_id": "DELTA_BYTE_ARRAY", "text": "DELTA_LENGTH_BYTE_ARRAY"})
    write(pa, pq, "row-groups", plain, row_group_size=2)
    write(pa, pq, "small-pages", plain, data_page_size=1, write_batch_size=1, use_dictionary=False)
    write(pa, pq, "format-1", plain, version="1.0")
    write(pa, pq, "old-lists", plain, use_compliant_nested_type=False)
    write(pa, pq, "page-index", plain, write_page_index=True, write_page_checksum=True)
    large = pa.large_string()
    write(pa, pq, "large-string", pa.table({
        "_id": pa.array(IDS, large), "text": pa.array(TEXTS, large), "ids": pa.array(LISTS, pa.large_list(large)), "score": plain["score"]}))
    write(pa, pq, "required", plain.cast(pa.schema([
        pa.field("_id", pa.string(), False), pa.field("text", pa.string(), False),
        pa.field("ids", pa.list_(pa.field("element", pa.string(), False)), False), pa.field("score", pa.int64(), False)])))
    write(pa, pq, "dictionary", plain.set_column(1, "text", pa.array(TEXTS).dictionary_encode()))
    write(pa, pq, "more-columns", plain.append_column("extra", pa.array([{"a": 1}] * len(IDS))))
    return plain


def odd(pa, pq):
    one = {"_id": ["a", "b", "c"], "text": ["x", "y", "z"]}
    write(pa, pq, "null-text", pa.table({**one, "text": ["x", None, "z"]}))
    write(pa, pq, "null-text-in-second-group", pa.table({**one, "text": ["x", "y", None]}), row_group_size=2)
    write(pa, pq, "null-list", pa.table({"_id": ["a", "b"], "ids": pa.array([["x"], None], pa.list_(pa.string()))}))
    write(pa, pq, "null-in-list", pa.table({"_id": ["a", "b"], "ids": pa.array([["x"], ["y", None]], pa.list_(pa.string()))}))
    write(pa, pq, "number-ids", pa.table({**one, "_id": [1, 2, 3]}))
    write(pa, pq, "binary-text", pa.table({**one, "text": [b"x", b"\xff", b"z"]}))
    write(pa, pq, "struct-text", pa.table({**one, "text": [{"en": "x"}] * 3}))
    write(pa, pq, "list-of-numbers", pa.table({"_id": ["a"], "ids": pa.array([[1, 2]], pa.list_(pa.int64()))}))
    write(pa, pq, "list-of-lists", pa.table({"_id": ["a"], "ids": pa.array([[["b"]]], pa.list_(pa.list_(pa.string())))}))
    write(pa, pq, "no-text", pa.table({"_id": ["a"], "body": ["x"]}))
    write(pa, pq, "two-texts", pa.Table.from_arrays([pa.array(["a"]), pa.array(["x"]), pa.array(["y"])], ["_id", "text", "text"]))
    write(pa, pq, "fraction-score", pa.table({**one, "score": [0.5, 1.0, 2.0]}))
    write(pa, pq, "null-score", pa.table({**one, "score": [2, None, -1]}))
    write(pa, pq, "date-score", pa.table({**one, "score": pa.array([1, 2, 3], pa.date32())}))
    write(pa, pq, "no-rows", pa.table({"_id": pa.array([], pa.string()), "text": pa.array([], pa.string())}))
    # Not UTF-8, though marked as text: pyarrow itself only looks when asked.
    broken = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\2\0\0\0"), pa.py_buffer(b"\xc3\x28")])
    write(pa, pq, "broken-text", pa.table({"_id": ["a"], "text": broken}))


def main():
    import pyarrow as pa
    import pyarrow.parquet as pq

    for path in HERE.glob("*.parquet"):
        path.unlink()
    plain = good(pa, pq)
    names = sorted(path.stem for path in HERE.glob("*.parquet"))
    for name in names:
        read = pq.read_table(HERE / f"{name}.parquet", columns=["_id", "text", "ids", "score"])
        assert read.to_pylist() == plain.to_pylist(), name
    odd(pa, pq)
    with open(HERE / "rows.json", "w", encoding="utf-8") as file:
        json.dump({"files": names, "rows": plain.to_pylist()}, file, ensure_ascii=False, indent=1)
        file.write("\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["installed"]:
        main()
    else:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder)
            python = str(Path(folder, "bin", "python"))
            subprocess.run([sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *PACKAGES], check=True)
            subprocess.run([python, __file__, "installed"], check=True)
