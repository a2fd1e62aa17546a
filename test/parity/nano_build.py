"""Python's side of nano-build.ts: prints what pyarrow reads of every Parquet file below a folder, as one JSON value."""

import json
import sys
from pathlib import Path

import pyarrow.parquet

folder = Path(sys.argv[1])
found = {}
for path in sorted(folder.glob("*/*.parquet")):
    table = pyarrow.parquet.read_table(path)
    table.validate(full=True)
    metadata = pyarrow.parquet.read_metadata(path)
    found[str(path.relative_to(folder))] = {
        "schema": str(table.schema),
        "columns": table.to_pydict(),
        "codecs": sorted(
            {
                metadata.row_group(group).column(column).compression
                for group in range(metadata.num_row_groups)
                for column in range(metadata.num_columns)
            }
        ),
    }
print(json.dumps(found))
