"""How well personal data is found in sentences of others, by the rules alone and with Stanford's recogniser of names besides them.

draw FOLDER OUT: fills the templates of presidio-evaluator, which others wrote, with the invented persons of the same package. Numbers are
drawn with valid check digits, since its table has lost those of its cards. Nothing of them is kept here but counts.
entities JAR MODEL: speaks the protocol of `--ner command:…` for Entities.java.
count SENTENCES RULES BOTH OUT: the counts of two work folders of `r2med build collect`, as names.json has them.
"""

import base64
import csv
import json
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

DRAWS = 3
KINDS = {
    **dict.fromkeys("person name name_male name_female first_name first_name_male first_name_female first_name_nonbinary".split(), "name"),
    **dict.fromkeys("last_name last_name_male last_name_female".split(), "name"),
    **dict.fromkeys("address city street_name zipcode postcode".split(), "place"),
    **dict.fromkeys("iban credit_card_number".split(), "account"),
    **dict.fromkeys("date_time date_of_birth".split(), "date"),
    **{"phone_number": "telephone", "email": "email", "url": "url", "ip_address": "ip", "ssn": "social-security", "us_driver_license": "licence"},
}
# A number of a fax is one of a telephone to who wrote the templates.
SAME = {"fax": "telephone", "hospital": "place"}


def luhn(digits):
    total = sum(sum(divmod(int(d) * (2 - i % 2), 10)) for i, d in enumerate(digits))
    return digits + str(-total % 10)


def iban(rng):
    account = "".join(rng.choices("0123456789", k=18))
    return f"DE{98 - int(account + '131400') % 97:02}{account}"


def value(name, people, rng):
    def someone(sex=""):
        return rng.choice([each for each in people if each["Gender"].startswith(sex)] if sex else people)

    one = someone("female" if "female" in name else "male" if "male" in name else "")
    whole = f"{one['GivenName']} {one['Surname']}"
    street = " ".join(word for word in one["StreetAddress"].split() if not re.search(r"\d", word)).strip(" ,")
    made = {
        "prefix": one["Title"], "prefix_male": "Mr.", "prefix_female": "Ms.", "organization": one["Company"], "job": one["Occupation"],
        "address": f"{one['StreetAddress']}, {one['City']} {one['ZipCode']}", "city": one["City"], "zipcode": one["ZipCode"], "postcode": one["ZipCode"],
        "street_name": street, "building_number": str(rng.randint(1, 999)), "secondary_address": f"Apt. {rng.randint(1, 99)}", "state_abbr": "TX",
        "country": rng.choice(["Portugal", "Denmark", "Kenya", "Brazil", "Japan"]), "nationality": rng.choice(["Danish", "Kenyan", "Japanese"]),
        "nation_woman": "Englishwoman", "nation_plural": "Danes", "year": str(rng.randint(1950, 2020)), "day_of_week": "Monday", "age": one["Age"],
        "date_of_birth": one["Birthday"], "date_time": one["Birthday"], "phone_number": one["TelephoneNumber"],
        "email": one["EmailAddress"], "url": f"https://www.{one['Domain']}", "ip_address": ".".join(str(rng.randint(1, 254)) for _ in range(4)),
        "ssn": f"{rng.randint(101, 665)}-{rng.randint(10, 99)}-{rng.randint(1000, 9999)}", "iban": iban(rng),
        "credit_card_number": luhn("4" + "".join(rng.choices("0123456789", k=14))), "us_driver_license": f"D{rng.randint(1000000, 9999999)}",
    }  # fmt: skip
    if name in made:
        return made[name]
    return one["GivenName"] if name.startswith("first") else one["Surname"] if name.startswith("last") else whole


def draw(folder, out):
    raw = Path(folder, "presidio_evaluator/data_generator/raw_data")
    with open(raw / "FakeNameGenerator.com_3000.csv", encoding="utf-8-sig") as file:
        people = [row for row in csv.DictReader(file) if not row["StreetAddress"].startswith("P.O.")]
    rng, drawn = random.Random(20261118), {}
    for number, template in enumerate((raw / "templates.txt").read_text("utf-8", "replace").splitlines()):
        parts = re.split(r"\{\{(\w+)\}\}", template.replace("\\n", "\n").replace("\\,", ",").strip())
        for turn in range(DRAWS):
            text, planted = "", []
            for i, part in enumerate(parts):
                filled = value(part, people, rng) if i % 2 else part
                if i % 2 and part in KINDS and filled:
                    planted.append([KINDS[part], len(text), len(text) + len(filled)])
                text += filled
            # A sentence that occurs again would not be looked at.
            drawn.setdefault(" ".join(text.lower().split()), {"id": f"{number}-{turn}", "text": text, "planted": planted})
    Path(out).write_text("".join(json.dumps(row) + "\n" for row in drawn.values()))


def entities(jar, model):
    source = str(Path(__file__).with_name("Entities.java"))
    java = subprocess.Popen(["java", "-cp", jar, source, model], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def of(text):
        java.stdin.write(base64.b64encode(text.encode()).decode() + "\n")
        java.stdin.flush()
        found = (entity.split() for entity in java.stdout.readline().strip("\n").split("\t") if entity)
        return [{"label": label, "start": int(start), "end": int(end)} for label, start, end in found]

    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps({"id": asked["id"], "entities": [of(text) for text in asked["texts"]]}), flush=True)


def rows(file):
    return [json.loads(line) for line in open(file)]


def counted(sentences, work):
    found_in = {}
    for row in rows(Path(work, "collect.held.jsonl")):
        assert row["why"] == "personal data", row
        found_in[row["id"]] = row["findings"]
    kinds, clean, flagged = {}, 0, 0
    for sentence in sentences:
        text, planted, at = sentence["text"], sentence["planted"], 0
        # Findings are in the order of the text, and do not overlap.
        found = []
        for each in found_in.get(sentence["id"], []):
            at = text.index(each["text"], at)
            found.append((SAME.get(each["kind"], each["kind"]), at, at + len(each["text"])))
            at = found[-1][2]
        clean += not planted
        flagged += not planted and bool(found)
        for kind, start, end in planted:
            touching = [one for one in found if one[1] < end and start < one[2]]
            covered = {place for name, a, b in touching if name == kind for place in range(a, b)}
            missing = [place for place in range(start, end) if text[place].isalnum() and place not in covered]
            kinds.setdefault(kind, Counter()).update(planted=1, found=not missing, caught=bool(touching))
        for kind, start, end in found:
            right = any(a < end and start < b for _, a, b in planted)
            kinds.setdefault(kind, Counter()).update(findings=1, right=right)
    fields = ["planted", "found", "caught", "findings", "right"]
    return {"kinds": {kind: {field: kinds[kind][field] for field in fields} for kind in sorted(kinds)}, "clean": clean, "flagged": flagged}


def count(sentences, rules, both, out):
    drawn = rows(sentences)
    made = {"sentences": len(drawn), "rules": counted(drawn, rules), "both": counted(drawn, both)}
    Path(out).write_text(json.dumps(made, indent=2) + "\n")


{"draw": draw, "entities": entities, "count": count}[sys.argv[1]](*sys.argv[2:])
