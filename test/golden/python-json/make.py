"""Writes texts.json: texts and what Python's json.dumps makes of them after newlines became spaces.

Needs nothing but Python 3.
"""

import json
import pathlib

TEXTS = [
    "",
    "Gouty arthritis of the first toe.",
    'She said "it burns"; the path was C:\\scans\\knee.',
    "Temperature 38,5 \u00b0C, \u03b2-blocker 2\u00d7 daily, \u201cstable\u201d \u2013 caf\u00e9",
    "\u75db\u98ce \u2764\ufe0f \U0001F9EC gene",
    "line one\nline two\r\nline three\ttab\x0bvertical\x0cform\x08back",
    "\x00\x01\x1f\x7f\x80\u2028\u2029\ufeff",
    "a / slash, <tag> & ampersand, 'single'",
    "combining e\u0301 and zero\u200bwidth",
]

lines = [{"text": text, "sent": json.dumps(text.replace("\n", " "))} for text in TEXTS]
target = pathlib.Path(__file__).with_name("texts.json")
target.write_text(json.dumps(lines, indent=1) + "\n", encoding="ascii")
