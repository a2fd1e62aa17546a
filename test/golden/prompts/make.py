"""Fills the protocol's templates with Python's str.format and writes the prompts that come out.

    python3 test/golden/prompts/make.py

The templates are written here a second time, from the wording of the reference repository R2MED/R2MED at its last public commit
(62b7074), so that a slip in a file of data/prompts shows. Only query2doc's example blocks are read from there: they are this
project's own, and the reference's are not reproduced. The first prompts of this project's own methods (own.json) are filled from its
files, so that a word that changes shows. Queries and documents are invented. Run it in the root of this
repository; it needs nothing but Python 3.
"""

import json
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent

# Label of the query, label of what is to be written, what the query is called, and its unit.
TASKS = {
    "Biology": ("Post", "Passage", "Biology post", "post"),
    "Bioinformatics": ("Post", "Passage", "Bioinformatics post", "post"),
    "Medical-Sciences": ("Post", "Passage", "Medical Science post", "post"),
    "MedXpertQA-Exam": ("Exam", "Passage", "Medical Exam", "exam"),
    "MedQA-Diag": ("Exam", "Passage", "Medical Exam", "exam"),
    "PMC-Treatment": ("Case", "Passage", "Clinical Case", "case"),
    "PMC-Clinical": ("Case", "Similar Case", "Clinical Case", "case"),
    "IIYi-Clinical": ("Case", "Similar Case", "Clinical Case", "case"),
}

HEADINGS = "\n\n###Examples:###\n{EXAMPLES}\n\n###Real Test:###\n"

QUERIES = {
    "plain": "Why do my ears ring for an hour after band practice?",
    "lines": "A 30-year-old baker coughs at work.\n\nSpirometry: FEV1 2.1 L\tFVC 3.9 L\n\nWhat is the cause?",
    "braces": "Is {TEXT} in {PASSAGE} or {EXAMPLES}? {0} {} {{x}} }{ {TEXT!r:>10} $& $1 $$ %s %(TEXT)s \\n \\1",
    "foreign": "Größe der Milz: 15 cm — 为什么? \u2028 \ufeff 🦠 e\u0301",
    "empty": "",
    "edges": "  spaces before and after, and a newline  \n",
}

# White space of every kind that str.split() knows, a mark that it does not, braces, and lengths around the cut.
DOCUMENTS = [
    ("noise", "Loud sound tires the hair cells of the inner ear;\nringing fades when they recover."),
    ("flour", "Baker's asthma:\r\nflour dust,\tIgE antibodies,\x0b\x0cwheeze at work.\n\n"),
    ("spaces", "a\x1cb\x1dc\x1ed\x1fe\x85f\xa0g\u1680h\u2003i\u2028j\u2029k\u202fl\u205fm\u3000n"),
    ("no-spaces", "a\u200bb\ufeffc\u180ed\u2060e\x00f"),
    ("braces", "Take {TEXT} of {PASSAGE}, {EXAMPLES} {0} {{y}} $& $1 \\n"),
    ("blank", " \n\t "),
    ("short-of-the-cut", " ".join(f"w{i}" for i in range(511))),
    ("at-the-cut", " ".join(f"w{i}" for i in range(512)) + " "),
    ("past-the-cut", "  ".join(f"w{i}" for i in range(513))),
    ("astral", "🦠 🧬\n" * 300),
    ("eleventh", "This one is found last and is not shown."),
]


def similar(task):
    return TASKS[task][1] == "Similar Case"


def hyde(task):
    query, written, subject, _ = TASKS[task]
    if similar(task):
        return f"Please write a similar case to help diagnose the {subject}.\n{query}: {{TEXT}}\n{written}: "
    return f"Please write a passage to help answer the {subject}.\n{query}: {{TEXT}}\n{written}: "


def query2doc(task):
    query, written, subject, _ = TASKS[task]
    first = f"Write a passage to help answer the {subject}."
    if task == "Biology":
        first = "Write a passage that help answer the Biology post."
    if similar(task):
        first = f"Write a similar case to help diagnose the {subject}."
    return first + HEADINGS + f"{query}: {{TEXT}}\n{written}: "


def lamer(task):
    query, _, subject, unit = TASKS[task]
    passages, wrong, passage, task_of, shown = (
        ("similar cases", "cases are non-similar", "similar case", "diagnose", "Similar Cases")
        if similar(task)
        else ("relevant passages", "passages are wrong", "passage", "answer", "Relevant Passages")
    )
    output = "case" if similar(task) else "passage"
    return (
        f"Give a {subject} and its possible {passages} (most of these {wrong}). "
        f"Please write a correct {passage} that help {task_of} the {unit}.\n"
        f"Just output the correct {output}, don't explanation.\n\n"
        f"{query}: {{TEXT}}\n\nPossible {shown}: {{PASSAGE}}"
    )


def examples(task):
    """A block as data/prompts/README.md says: the file's text without one newline at its end."""
    file = pathlib.Path("data/prompts/query2doc/examples") / f"{task}.txt"
    return file.read_text(encoding="utf-8").removesuffix("\n")


def cut(text):
    return " ".join(text.replace("\n", " ").split()[:512])


def passages(order):
    texts = dict(DOCUMENTS)
    return "".join(f"\n[{i}]. {cut(texts[name])}" for i, name in enumerate(order[:10], 1))


def lamer_row(task, name, found):
    prompt = lamer(task).format(TEXT=QUERIES[name], PASSAGE=passages(found))
    return {"task": task, "method": "lamer", "query": name, "found": found, "prompt": prompt}


names = [name for name, _ in DOCUMENTS]
short = names[:6]
rows = []
for task in TASKS:
    for number, (name, text) in enumerate(QUERIES.items()):
        rows.append({"task": task, "method": "hyde", "query": name, "prompt": hyde(task).format(TEXT=text)})
        # Every query finds the short documents in another order.
        rows.append(lamer_row(task, name, short[number:] + short[:number]))
    # One query each, as the blocks are long: the one that a second fill would break.
    filled = query2doc(task).format(TEXT=QUERIES["braces"], EXAMPLES=examples(task))
    rows.append({"task": task, "method": "query2doc", "query": "braces", "prompt": filled})
rows.append(lamer_row("Biology", "plain", names))
rows.append(lamer_row("Biology", "plain", ["flour"]))

lines = ",\n".join(json.dumps(row) for row in rows)
(HERE / "prompts.json").write_text(
    "{\n"
    f'"queries": {json.dumps(QUERIES)},\n'
    f'"documents": {json.dumps([{"id": name, "text": text} for name, text in DOCUMENTS])},\n'
    f'"prompts": [\n{lines}\n]\n'
    "}\n",
    encoding="utf-8",
)


def own_template(name, task):
    folder = pathlib.Path("data/prompts") / name
    file = folder / f"{task}.txt"
    return (file if file.exists() else folder / "default.txt").read_text(encoding="utf-8").removesuffix("\n")


def fill(template, **values):
    return re.sub(r"\{([A-Z]+)\}", lambda place: values.get(place[1], place[0]), template)


def question(text):
    trimmed = text.strip()
    return trimmed if trimmed.endswith("?") else trimmed + "?"


OWN = {
    "search-o1": lambda task, text: fill(
        own_template("search-o1", task),
        INSTRUCTION=fill(own_template("search-o1/instruction", task), SEARCHES="5"),
        TEXT=text,
    ),
    "search-r1": lambda task, text: fill(own_template("search-r1", task), TEXT=question(text)),
    "diagnose": lambda task, text: fill(own_template("diagnose", task), COUNT="4", TEXT=text),
}
own = [
    {"task": task, "method": method, "query": name, "prompt": make(task, QUERIES[name])}
    for method, make in OWN.items()
    for task, name in [*((task, "plain") for task in TASKS), ("my-notes", "braces")]
]
(HERE / "own.json").write_text("[\n" + ",\n".join(json.dumps(row) for row in own) + "\n]\n", encoding="utf-8")
