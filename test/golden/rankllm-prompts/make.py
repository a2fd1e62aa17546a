"""Writes cases.json: conversations that RankLLM makes of templates.

    python3 make.py

Every template, query and document is our own, in the form of RankLLM's files. Only its modules of prompts are loaded; what they
import besides (torch, vllm) is never installed.
"""

import importlib
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import types
import venv

PACKAGES = ["rank-llm==0.25.7"]
NEEDED = ["ftfy==6.3.1", "wcwidth==0.2.14", "PyYAML==6.0.3", "dacite==1.9.2"]
OUTPUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.json")

REGEX = """output_validation_regex: r"^\\[\\d+\\]( > \\[\\d+\\])*$"
output_extraction_regex: r"\\[(\\d+)\\]"
"""
TEMPLATES = {
    "one_turn": """method: "singleturn_listwise"
system_message: "You put notes in order. {braces} stay."
prefix: |
  Here are {num} notes for: {query}.
body: |
  [{rank}] {candidate}
suffix: |-
  Asked was: {query}.
  Say the order of all {num}, as [2] > [1].
""" + REGEX,
    "scores": """method: singleturn_listwise
prefix: >
  {num} notes,
  folded {{ into }} one line,

  and another: {query}
body: "<{rank}> {candidate}\\n  found with {score}\\n\\n"
suffix: 'It''s {query}?'
""" + REGEX,
    "ids": """# a comment
method: "singleturn_listwise"
body: |+
  PASSAGE{rank} = "{candidate}"

suffix: |-
    QUESTION: "{query}"
      PASSAGES: {psg_ids}
    SORTED =
output_validation_regex: r"x"
output_extraction_regex: r"PASSAGE(\\d+)"
""",
    "letters": """method: "singleturn_listwise"
system_message: |
  Letters,
    please.
body: |
  [{rank}] {candidate}
suffix: "Order for {query}: [B] > [A]"
output_validation_regex: r"^\\[[A-Z]\\]( > \\[[A-Z]\\])*$"
output_extraction_regex: r"\\[([A-Z])\\]"
""",
    "turns": """method: "multiturn_listwise"
system_message: "Be brief."
prefix_user: |-
  {num} notes come.
  They are for: {query}.
prefix_assistant: "Ready for {num}."
body_user: "[{rank}] {candidate}"
body_assistant: "Have [{rank}]."
suffix_user: |-
  Order them for {query}.
""" + REGEX,
    "announced": """method: "multiturn_listwise"
prefix_user: "Notes for {query}:"
prefix_assistant: "Yes?"
body_user: "[{rank}] {candidate}\\n"
suffix_user: "Which order of {num}?"
""" + REGEX,
    "acknowledged": """method: "multiturn_listwise"
body_user: "[{rank}] {candidate}"
body_assistant: ""
suffix_user: "{query}: which order?"
""" + REGEX,
}  # fmt: skip
DOCUMENTS = [
    ("  Gout is\n\nfound [3] in [12] toes, {query} {0} $& ", 12.5),
    ("“Quotes” and ‘more’ of them, an oﬃce, ｗｉｄｅ ｌｅｔｔｅｒｓ　here", 0.0625),
    ("e\u0301 composed \u200b\ufeffand\x07 rung, tab\there, [x] [٣] stays?", -3.4375),
    ("one two three four five six seven eight nine ten", 1 / 3),
    ("", 0.0005),
    ("ĳ ŉ ﬅ ﬆ Ǆ \u201f \u02bc …", 1234567.8915),
]
QUERIES = ["why [7] does {num} hurt?", "plain"]


def write():
    import yaml

    root = importlib.util.find_spec("rank_llm").submodule_search_locations[0]
    for name in ("rank_llm", "rank_llm.rerank", "rank_llm.rerank.listwise"):
        # Packages without what their __init__ would load.
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__path__ = [root + name.removeprefix("rank_llm").replace(".", "/")]
    data = importlib.import_module("rank_llm.data")
    handlers = {
        method: getattr(importlib.import_module(f"rank_llm.rerank.listwise.{module}_listwise_inference_handler"), handler)
        for method, module, handler in [
            ("singleturn_listwise", "singleturn", "SingleTurnListwiseInferenceHandler"),
            ("multiturn_listwise", "multiturn", "MultiTurnListwiseInferenceHandler"),
        ]
    }
    cases = []
    for name, text in TEMPLATES.items():
        template = yaml.safe_load(text)
        handler = handlers[template["method"]](template)
        for query in QUERIES:
            for count, words in [(1, 300), (2, 300), (6, 300), (6, 4)]:
                found = [data.Candidate(docid=str(i), score=score, doc={"contents": text})
                         for i, (text, score) in enumerate(DOCUMENTS[:count])]
                result = data.Result(query=data.Query(text=query, qid="q"), candidates=found, invocations_history=[])
                messages = handler.generate_prompt(result, rank_start=0, rank_end=count, max_length=words, use_alpha=name == "letters")
                cases.append({"template": name, "query": query, "count": count, "words": words, "messages": messages})
    documents = [{"text": text, "score": score} for text, score in DOCUMENTS]
    with open(OUTPUT, "w", encoding="utf-8") as file:
        json.dump({"made": ", ".join(PACKAGES + NEEDED), "templates": TEMPLATES, "documents": documents,
                   "cases": cases}, file, ensure_ascii=True, indent=1)  # fmt: skip
        file.write("\n")


if len(sys.argv) > 1:
    write()
else:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        pip = [os.path.join(folder, "bin", "pip"), "install", "--quiet", "--no-deps"]
        subprocess.run([*pip, *PACKAGES, *NEEDED], check=True)
        subprocess.run([os.path.join(folder, "bin", "python"), __file__, "write"], check=True)
