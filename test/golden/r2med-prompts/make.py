"""Writes what the R2MED reference puts before a text, for 15 retrievers, 8 tasks and 3 roles.

    python make.py RETRIEVERS_JSON > prompts.json

RETRIEVERS_JSON holds the instruction tables of the reference repository's last public commit (62b7074) under the
public task names: `tasks`, `instruction_sets` by name, `retrievers` with `query_instruction` and `doc_instruction`
(the name of a set, a string, or null) and `rewrite_gets_query_instruction`. The strings are an interface that the
models were run with; nothing else of the reference is copied.
"""

import json
import sys

tables = json.load(open(sys.argv[1], encoding="utf-8"))
sets = tables["instruction_sets"]


def said(instruction, task):
    """The prefix and, for a service that is told by a parameter instead, the parameter's value."""
    if instruction is None:
        return {"prefix": ""}
    if instruction in sets:
        return {"prefix": sets[instruction][task]}
    if instruction.startswith("input_type="):
        return {"prefix": "", "inputType": instruction.removeprefix("input_type=").split()[0]}
    return {"prefix": instruction}


rows = []
for retriever in tables["retrievers"]:
    for task in (task["name"] for task in tables["tasks"]):
        query = said(retriever["query_instruction"], task)
        document = said(retriever["doc_instruction"], task)
        rewrite = query if retriever["rewrite_gets_query_instruction"] else {**query, "prefix": ""}
        for role, prompt in (("query", query), ("rewrite", rewrite), ("document", document)):
            rows.append({"retriever": retriever["name"], "task": task, "role": role, **prompt})

lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
source = "R2MED reference repository, commit 62b7074"
print(f'{{\n"source": {json.dumps(source)},\n"prompts": [\n{lines}\n]\n}}')
