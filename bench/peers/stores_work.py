"""python stores_work.py lance|duck FOLDER STORE QUERIES: searches vectors by LanceDB (no index) or DuckDB, each query exactly, top 100. FOLDER: what
bench/invented-vectors.js writes, documents and queries. The first call only makes the store in the folder STORE, which must exist."""

import json
import resource
import sys
from pathlib import Path

import numpy as np

program, folder, store, count = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4])


def table():
    import pyarrow as pa

    vectors = np.load(folder / "documents.npy")
    numbers = pa.FixedSizeListArray.from_arrays(pa.array(vectors.reshape(-1)), vectors.shape[1])
    return pa.table({"id": json.loads((folder / "documents.json").read_text()), "vector": numbers})


def lance():
    import lancedb

    database = lancedb.connect(store / "lance")
    if not (store / "lance" / "documents.lance").exists():
        database.create_table("documents", table())
        return None
    documents = database.open_table("documents")
    columns = ["id", "_distance"]
    return lambda query: documents.search(query).distance_type("dot").select(columns).limit(100).to_list()


def duck():
    import duckdb

    made = (store / "duck.db").exists()
    database = duckdb.connect(store / "duck.db", read_only=made)
    if not made:
        rows = table()
        size = rows["vector"].type.list_size
        database.execute(f"create table documents as select id, vector::float[{size}] as vector from rows")
        return None
    (kind,) = database.execute("select typeof(vector) from documents limit 1").fetchone()
    order = f"array_inner_product(vector, ?::{kind}) desc, id desc"
    text = f"select id from documents order by {order} limit 100"
    return lambda query: database.execute(text, [query.tolist()]).fetchall()


search = {"lance": lance, "duck": duck}[program]()
found = [search(query) for query in np.load(folder / "queries.npy")[:count]] if search else []
usage = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"queries": len(found), "cpu": usage.ru_utime + usage.ru_stime, "megabytes": usage.ru_maxrss / 1024}))
