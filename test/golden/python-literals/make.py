"""What Python makes of expressions of plain strings: writes cases.json beside this file. Every expression is our own; `value` is what
`ast.literal_eval` gives, or `eval` for those with +, names or .format, and absent where Python refuses the text."""

import ast
import json
import os
import random
import warnings

warnings.simplefilter("ignore")
WRITTEN = [
    "'plain'", '"double"', "'it\\'s'", '"say \\"no\\""', "''", '""', "''''''", '"""a "quoted" word"""', "'''two\nlines'''",
    "'a\\nb\\tc\\\\d'", "r'a\\nb'", "R'\\''", 'r"""c:\\dir"""', "u'ü'", "U'x'", "'\\x41\\u00e9\\U0001F600'", "'\\0\\101\\18\\777'",
    "'\\a\\b\\f\\v\\r'", "'\\d\\ \\{'", "'a' 'b'", "'a'\\\n'b'", "('a'\n 'b'\n)", "('a')", "('a',)", "()", "[]", "['a', \"b\",]",
    "{}", "{'k': 'v'}", "{'k': ['x', {'y': 'z'}], 'n': None, 't': True, 'f': False, 'i': 12, 'd': 1.5}", "{'k': 'first', 'k': 'second'}",
    "'# no comment' # a comment", "[ # one\n 'a', # two\n 'b' ]", "'a\\\nb'", "'''a\\\nb'''", "'é漢😀'", "'tab\there'", "'\\ud800'",
    "'unclosed", "'''unclosed''", "'\\x4'", "'\\u12'", "'\\U00110000'", "{'a'}", "['a' 'b' 'c']", "'a''b'", "r'\\\\'",
]  # fmt: skip
EVALUATED = [
    "'a' + 'b' + \"c\"", "('a' + 'b')", "{'x': 'a' + 'b'}['x']", "'{A} and {B}'.format(A='1', B='{B}')",
    "'{{kept}} {A}'.format(A='{{x}}')", "('Write {E}\\n' 'then {TEXT}').format(E={'k': 'v'}['k'], TEXT=\"{TEXT}\",)",
]  # fmt: skip


def random_literals(count):
    dice = random.Random(7)
    pieces = ["a", "B", " ", "\\n", "\\t", "\\\\", "\\'", '\\"', "{TEXT}", "é", "漢", "\\x41", "\\u0042", "\\1", "\\q", "#", "'", '"', "\n", "\\\n"]
    for _ in range(count):
        prefix, quote = dice.choice(["", "r", "u", ""]), dice.choice(["'", '"', "'''", '"""'])
        yield prefix + quote + "".join(dice.choice(pieces) for _ in range(dice.randrange(9))) + quote


def plain(value):
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (str, int, float, bool)) or value is None:
        return value
    raise ValueError("not plain")


def case(source, read):
    try:
        return {"source": source, "value": plain(read(source))}
    except (SyntaxError, ValueError):
        return {"source": source}


cases = [case(source, ast.literal_eval) for source in [*WRITTEN, *random_literals(400)]]
cases += [case(source, eval) for source in EVALUATED]
folder = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(folder, "cases.json"), "w", encoding="ascii") as file:
    file.write("[\n" + ",\n".join(json.dumps(each) for each in cases) + "\n]\n")
