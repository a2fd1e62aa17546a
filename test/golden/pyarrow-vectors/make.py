"""Writes vectors as Parquet files of every kind we read or refuse, and vectors.json with what pyarrow reads back from the good ones.

Run: python3 make.py. Installs pyarrow into a temporary environment and runs itself there.
"""

import json
import math
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = ["pyarrow==21.0.0"]

IDS = ["d1", "ü/2", "d3", "d4", "d5"]
VECTORS = [[0.1, -2.5, 3e-7], [1 / 3, 1e30, 0.0], [-0.0, 1e-40, 2.0], [5.5, 6.25, -7.125], [1.0000001, 0.99999994, 16777217.0]]


def main():
    import pyarrow as pa
    import pyarrow.parquet as pq

    def write(name, ids, vectors, of=pa.float32(), id_column="id", vector_column="embedding", **options):
        lists = of if pa.types.is_nested(of) else pa.list_(of)
        table = pa.table({id_column: ids, vector_column: pa.array(vectors, lists)})
        pq.write_table(table, HERE / f"{name}.parquet", **options)

    for path in HERE.glob("*.parquet"):
        path.unlink()
    write("float32", IDS, VECTORS)
    write("float64", IDS, VECTORS, pa.float64())
    write("fixed-size", IDS, VECTORS, pa.list_(pa.float32(), 3))
    write("large-list", IDS, VECTORS, pa.large_list(pa.float32()))
    write("row-groups", IDS, VECTORS, row_group_size=2)
    write("docid-vector", IDS, VECTORS, id_column="docid", vector_column="vector")
    write("beir-emb", IDS, VECTORS, id_column="_id", vector_column="emb", compression="zstd")
    write("plain", IDS, VECTORS, use_dictionary=False, data_page_version="2.0")
    # A page for each number or few: a vector begins on one page and ends on another.
    tiny = {"data_page_size": 8, "write_batch_size": 1}
    write("tiny-pages", IDS, VECTORS, use_dictionary=False, **tiny)
    write("tiny-pages-v2", IDS, VECTORS, use_dictionary=False, data_page_version="2.0", compression="zstd", **tiny)
    write("tiny-dictionary-pages", IDS, VECTORS, row_group_size=3, **tiny)
    write("stream-split", IDS, VECTORS, use_dictionary=False, use_byte_stream_split=["embedding.list.element"])
    good = sorted(path.stem for path in HERE.glob("*.parquet"))
    rows = {}
    for name in good:
        table = pq.read_table(HERE / f"{name}.parquet")
        as_float32 = table.column(1).cast(pa.list_(pa.float32())).to_pylist()
        assert table.column(0).to_pylist() == IDS, name
        rows[name] = as_float32
        assert as_float32 == rows[good[0]], name
    write("first-part", IDS[:3], VECTORS[:3])
    write("second-part", IDS[3:], VECTORS[3:], pa.float64(), vector_column="vector")
    write("null-id", ["d1", None], VECTORS[:2])
    write("null-vector", IDS[:3], [VECTORS[0], VECTORS[1], None], row_group_size=2)
    write("null-number", IDS[:2], [VECTORS[0], [1.0, None, 2.0]])
    write("wrong-dimension", IDS[:3], [VECTORS[0], VECTORS[1], [1.0, 2.0]], row_group_size=2)
    # As many numbers in all as three vectors of the first one's size have.
    write("longer-vector", IDS[:3], [VECTORS[0], [*VECTORS[1], 4.0], [1.0, 2.0]])
    write("empty-vector", IDS[:1], [[]])
    write("not-a-number", IDS[:2], [VECTORS[0], [1.0, math.nan, 2.0]])
    write("too-large", IDS[:2], [VECTORS[0], [1.0, 1e300, 2.0]], pa.float64())
    write("whole-numbers", IDS[:1], [[1, 2, 3]], pa.int64())
    write("number-ids", [1, 2], VECTORS[:2])
    write("repeated-id", ["d1", "d2", "d1"], VECTORS[:3])
    write("no-ids", IDS[:1], VECTORS[:1], id_column="name")
    write("no-vectors", IDS[:1], VECTORS[:1], vector_column="data")
    both = pa.table({"id": IDS[:1], "vector": pa.array(VECTORS[:1]), "embedding": pa.array(VECTORS[:1])})
    pq.write_table(both, HERE / "two-vectors.parquet")
    write("no-rows", pa.array([], pa.string()), [])
    with open(HERE / "vectors.json", "w", encoding="utf-8") as file:
        json.dump({"files": good, "ids": IDS, "vectors": rows[good[0]]}, file, ensure_ascii=False, indent=1)
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
