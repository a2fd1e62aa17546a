"""A table of results: rows as dicts, shown as text or HTML."""

import html


class Table:
    """Rows of results. `len`, iteration and indexing are over the rows."""

    def __init__(self, rows, **about):
        self.rows = rows
        self.about = about

    @property
    def mean(self):
        """The mean score of the tasks, all with the same weight."""
        return sum(row["score"] for row in self.rows) / len(self.rows)

    def to_dict(self):
        return {**self.about, "rows": [dict(row) for row in self.rows]}

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return iter(self.rows)

    def __getitem__(self, at):
        return self.rows[at]

    def _cells(self):
        shown = list(self.rows)
        if len(shown) > 1 and "score" in shown[0]:
            shown.append({"task": "mean", "score": self.mean})
        columns = list(shown[0]) if shown else []
        return [columns, *([_text(row.get(column, "")) for column in columns] for row in shown)]

    def __repr__(self):
        cells = self._cells()
        widths = [max(map(len, column)) for column in zip(*cells)]
        lines = ["  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths)) for row in cells]
        return "\n".join([", ".join(map(str, self.about.values())), *lines])

    def _repr_html_(self):
        head, *body = ([html.escape(cell) for cell in row] for row in self._cells())
        caption = html.escape(", ".join(map(str, self.about.values())))
        rows = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in body)
        titles = "".join(f"<th>{cell}</th>" for cell in head)
        return f"<table><caption>{caption}</caption><tr>{titles}</tr>{rows}</table>"


def _text(value):
    return f"{value:.4f}" if isinstance(value, float) else str(value)
