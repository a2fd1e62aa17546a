"""Writes corpus.jsonl and query.jsonl: an invented clinic's notes, with everything in them that upsets a ranking.

Run: python3 make.py. The same bytes on every machine: only arithmetic of its own decides what is written.
"""

import json
from pathlib import Path

HERE = Path(__file__).parent


class Dice:
    """Numbers from a linear congruence (the constants are Knuth's MMIX ones)."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) * limit >> 31

    def pick(self, items):
        return items[self.below(len(items))]


WHO = [
    "the patient", "a 34-year-old teacher", "an elderly farmer", "a newborn girl", "the ward's youngest visitor",
    "a marathon runner", "a retired welder", "our third volunteer", "a nurse on night shift", "the patient's brother",
    "a man of 71 years", "a pregnant woman", "an ex-smoker", "the transplanted child", "a beekeeper",
]
SIGN = [
    "fever", "a dry cough", "jaundice", "swelling of both ankles", "double vision", "night sweats", "a purpuric rash",
    "palpitations", "loss of smell", "painless haematuria", "ptosis", "morning stiffness", "tremor at rest",
    "a saddle-shaped nose", "clubbing", "photophobia", "hoarseness", "polyuria", "orthopnoea", "petechiae",
]
FINDING = [
    "a ferritin of 1,240 µg/L", "hypokalaemia", "raised troponin", "a calcium of 3.1 mmol/L", "normocytic anaemia",
    "an anion gap of 24", "eosinophilia", "a CRP below 5", "positive anti-Ro antibodies", "an INR of 4.5",
    "schistocytes on the film", "a widened mediastinum", "ground-glass opacities", "oligoclonal bands",
    "delta waves", "a TSH of 0.01", "proteinuria of 6 g/day", "a low haptoglobin",
]
CAUSE = [
    "Sjögren's syndrome", "a thymoma", "sarcoidosis", "hereditary haemochromatosis", "myasthenia gravis",
    "phaeochromocytoma", "Takayasu's arteritis", "lead poisoning", "Q fever", "primary hyperparathyroidism",
    "thrombotic microangiopathy", "a paradoxical embolus", "Wolff-Parkinson-White pattern", "Kearns–Sayre syndrome",
    "IgA nephropathy", "Ménière's disease", "scurvy", "brucellosis", "acute intermittent porphyria", "gout",
]
DRUG = [
    "prednisolone", "pyridostigmine", "doxycycline 100 mg", "warfarin", "colchicine", "β-blockers", "vitamin C",
    "rituximab", "plasma exchange", "potassium chloride", "nebulised salbutamol", "levothyroxine", "haem arginate",
    "deferasirox", "watchful waiting", "surgery",
]
FRAME = [
    "{who} came with {sign} and {sign2}.",
    "On examination there was {sign}; the laboratory reported {finding}.",
    "Was it {cause}, or only {cause2}?",
    "{who} had been given {drug} for suspected {cause}, without relief.",
    "We measured {finding} twice, and {finding2} once.",
    "{cause} explains {sign} better than {cause2} does.",
    "After {drug} the {sign} settled within {days} days.",
    "No {sign} was seen, nor any {sign2}.",
    "Family history: {cause} in two of {days} siblings.",
    "It's the combination of {finding} with {sign} that should remind one of {cause}.",
    "The patients' charts don't mention {drug}; {who} denies taking it.",
    "In this hospital {cause} is treated with {drug}, then with {drug2} if {sign} returns.",
]
ODD = [
    "", " ", "\n\t", "…", "?!", "the of and", "Fever", "fever", "FEVER fever Fever", "x", "B", "5", "µg", "ß-Blocker",
    "ＦＥＶＥＲ in full width", "naïve café résumé Ångström", "Лихорадка и кашель без сыпи", "発熱と咳が続く患者",
    "환자는 발열이 있다", "ผู้ป่วยมีไข้", "حمى وسعال", "😷 fever 🤒 fever 🤒", "İstanbul'da ΣΊΣΥΦΟΣ", "a.b.c 1,000.5 3:4 x_y",
    "patient's patients' patient’s PATIENT’S", "α-synuclein and TGF-β1 and IL-6/IL-10", "𝒎𝒂𝒕𝒉 fever 𐐷𐐯𐐻",
    "running runs ran runner", "diagnoses diagnosis diagnosed diagnostic", "dying died dies die lying skies",
]


def sentence(dice):
    text = dice.pick(FRAME).format(
        who=dice.pick(WHO), sign=dice.pick(SIGN), sign2=dice.pick(SIGN), finding=dice.pick(FINDING),
        finding2=dice.pick(FINDING), cause=dice.pick(CAUSE), cause2=dice.pick(CAUSE), drug=dice.pick(DRUG),
        drug2=dice.pick(DRUG), days=2 + dice.below(9),
    )
    return text[0].upper() + text[1:]


def note(dice, sentences):
    return " ".join(sentence(dice) for _ in range(sentences))


def corpus():
    dice = Dice(20)
    rows = [{"id": f"n{number}", "text": note(dice, 1 + dice.below(8))} for number in range(1, 241)]
    rows[10:10] = [{"id": f"odd {number}", "text": text} for number, text in enumerate(ODD)]
    # Every length around 40 tokens, where Lucene starts to round lengths.
    words = note(dice, 40).split()
    rows += [{"id": f"len/{count}", "text": " ".join(words[:count])} for count in range(44, 80, 2)]
    # Far beyond: lengths that differ and that Lucene keeps as one.
    rows += [{"id": f"long-{number}", "text": note(dice, 230 + number)} for number in range(5)]
    # One word 300 times: a frequency that does not fit a byte.
    rows.append({"id": "echo", "text": "fever " * 300 + "cough"})
    # The same text under ids in no order, here and there: ties, also across the cut-off.
    for number in range(24):
        copy = {"id": f"copy-{number * 7 % 24:02}", "text": "Fever of unknown origin in a beekeeper."}
        rows.insert(40 + 5 * number, copy)
    # Ids that return: with the same text, a better one, a worse one, an empty one, and three times.
    rows.append({"id": "n5", "text": rows[4]["text"]})
    rows.append({"id": "n6", "text": "Scurvy, scurvy and gout: " + note(dice, 1)})
    rows.append({"id": "copy-03", "text": "A note about something else."})
    rows.append({"id": "copy-04", "text": ""})
    rows += [{"id": "n7", "text": note(dice, 2)}, {"id": "n7", "text": "Fever in a beekeeper with gout."}]
    # Titles, as BEIR has them; one of them empty.
    rows.append({"id": "t1", "title": "Porphyria in the night", "text": note(dice, 2)})
    rows.append({"id": "t2", "title": "", "text": note(dice, 2)})
    rows.append({"id": "t3", "title": "Brucellosis", "text": ""})
    return rows


def queries(rows):
    dice = Dice(7)
    texts = [
        "", " \n", "...", "the of and", "zzyzx qwrtpsd", "zzyzx fever", "fever", "FEVER", "Fever of unknown origin",
        "fever fever fever", "fever beekeeper fever gout fever", "a b c x 5", "what causes jaundice?",
        "patient", "the patient's patients", "scurvy", "gout and scurvy", "brucellosis", "µg ferritin β-blockers",
        "発熱 咳", "лихорадка кашель", "🤒", "Sjögren’s SYNDROME", "wolff parkinson white", "running runner",
        "diagnosis of dying", "anti-Ro antibodies, IL-6/IL-10", "porphyria night", "Kearns–Sayre",
        " ".join(["fever cough"] * 60), "zzyzx " * 400 + "tremor", "sarcoidosis\nsarcoidosis\ttremor",
    ]
    texts += [note(dice, 1) for _ in range(6)]
    texts += [note(dice, 4) for _ in range(6)]
    texts += [rows[100]["text"], rows[200]["text"] + " " + rows[201]["text"]]
    texts += [note(dice, 60), note(dice, 160)]
    return [{"id": f"q{number}", "text": text} for number, text in enumerate(texts, 1)]


def write(name, rows):
    with open(HERE / name, "w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    documents = corpus()
    write("corpus.jsonl", documents)
    write("query.jsonl", queries(documents))
