// Makes inputs from inputs: bytes, words, lines and values of JSON are changed, doubled, dropped and joined.

/** A generator of whole numbers below `n`, the same for the same seed (xorshift of Marsaglia, 32 bits). */
export const randomFrom = (seed) => {
  let state = seed >>> 0 || 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
};

/** What parsers stumble over. */
const WORDS = [
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'then',
    'NaN',
    'Infinity',
    '1e999',
  ],
  ...[
    '-0',
    '-1',
    '9007199254740993',
    '1e-400',
    '0x10',
    'null',
    'true',
    '\0',
    '\u202e',
    '\ufeff',
    '\u2028',
    '\r\n',
  ],
  ...[
    '\n\n',
    '\t',
    '"',
    "'",
    '\\',
    '\\u',
    '\\ud800',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '&',
    '*',
    ':',
    ';',
    ',',
  ],
  ...[
    '../',
    '..\\',
    '/',
    '\x1b[31m',
    '%s',
    '$&',
    '{{',
    '}}',
    '[1]',
    '---',
    '...',
    '&a',
    '*a',
    '!!',
    '|',
    '#',
    '\ud83d\ude00',
  ],
  ...['data: ', 'event: ', '[DONE]', '</', '<!--', '-->', 'é', '\u00a0', '٣', '１', 'ß', 'İ'],
];
const VALUES = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    -0,
    '',
    'x',
    'NaN',
    '__proto__',
    '1',
    [],
    {},
    [[]],
    [null],
  ],
  ...[{ constructor: 1 }, [0, 1], ['', ''], { length: 1e9 }, '\ud800', 'a'.repeat(300)],
];
/** Short inputs are read more often, and reach as much; a long one now and then shows what grows. */
const LONGEST = 512;
const RARELY_LONGEST = 30_000;

/** Inputs made from `corpus` with `random`; `words` are texts that the code under test holds, and grow while it runs. */
export const mutator = (random, words) => {
  const pick = (list) => list[random(list.length)];
  const word = () => Buffer.from(words.length > 0 && random(2) ? pick(words) : pick(WORDS));
  const at = (bytes) => random(bytes.length + 1);
  const span = (bytes) => {
    const from = at(bytes);
    return [from, Math.min(bytes.length, from + 1 + random(random(4) ? 8 : 64))];
  };
  const splice = (bytes, from, to, middle) =>
    Buffer.concat([bytes.subarray(0, from), middle, bytes.subarray(to)]);

  const onBytes = [
    (bytes) => {
      const changed = Buffer.from(bytes);
      if (changed.length > 0) changed[random(changed.length)] ^= 1 << random(8);
      return changed;
    },
    (bytes) => {
      const changed = Buffer.from(bytes);
      if (changed.length > 0) changed[random(changed.length)] = pick([0, 1, 0x7f, 0x80, 0xff, random(256)]);
      return changed;
    },
    (bytes) => splice(bytes, ...span(bytes), Buffer.alloc(0)),
    (bytes) => splice(bytes, ...span(bytes), word()),
    (bytes) => {
      const place = at(bytes);
      return splice(bytes, place, place, word());
    },
    (bytes) => {
      const place = at(bytes);
      const copied = bytes.subarray(...span(bytes));
      const times = random(8) ? 1 + random(3) : 1 + random(random(20) ? 64 : 4000);
      return splice(bytes, place, place, Buffer.concat(Array(times).fill(copied)));
    },
    (bytes) => bytes.subarray(0, at(bytes)),
    (bytes, other) => splice(bytes, at(bytes), bytes.length, other.subarray(at(other))),
    (bytes) => Buffer.concat([bytes, word()]),
    // A number in place of a number.
    (bytes) => {
      const digits = [...bytes.toString('latin1').matchAll(/\d+/g)];
      if (digits.length === 0) return Buffer.concat([word(), bytes]);
      const { index, 0: found } = pick(digits);
      const number = pick([
        '0',
        '1',
        '-1',
        '2',
        '7',
        '99',
        '1.5',
        '4294967296',
        '1e9',
        '00',
        String(random(30)),
      ]);
      return splice(bytes, index, index + found.length, Buffer.from(number));
    },
  ];

  /** All values of a tree with who holds them. */
  const places = (value, found) => {
    if (value !== null && typeof value === 'object')
      for (const key of Object.keys(value)) {
        if (found.length > 400) return found;
        found.push([value, key]);
        places(value[key], found);
      }
    return found;
  };
  const changedValue = (tree) => {
    const holder = { tree };
    const [parent, key] = pick(places(holder, []));
    const kind = random(6);
    if (kind === 0 && parent !== holder) {
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete parent[key];
    } else if (kind === 1 && Array.isArray(parent)) parent.push(parent[key]);
    else if (kind === 1 && parent !== holder) {
      Object.defineProperty(parent, String(word()), {
        value: parent[key],
        enumerable: true,
        configurable: true,
      });
    } else if (kind === 2) {
      const [from, name] = pick(places(holder, []));
      parent[key] = structuredClone(from[name]);
    } else if (kind === 3) parent[key] = String(word());
    else if (kind === 4 && typeof parent[key] === 'string')
      parent[key] = String(pick(onBytes)(Buffer.from(parent[key]), word()));
    else parent[key] = structuredClone(pick(VALUES));
    return holder.tree;
  };
  const parsed = (text) => {
    try {
      return { tree: JSON.parse(text) };
    } catch {
      return undefined;
    }
  };
  const onLine = (line) => {
    const value = /^\s*[[{"]/.test(line) && line.length < 4 * LONGEST ? parsed(line) : undefined;
    return value
      ? (JSON.stringify(changedValue(value.tree)) ?? '')
      : String(pick(onBytes)(Buffer.from(line), word()));
  };
  const onLines = (bytes) => {
    const lines = bytes.toString('utf8').split('\n');
    const place = random(lines.length);
    const kind = random(8);
    if (kind === 0) lines.splice(place, 1);
    else if (kind === 1) lines.splice(random(lines.length + 1), 0, lines[place]);
    else if (kind === 2) lines.reverse();
    else lines[place] = onLine(lines[place]);
    return Buffer.from(lines.join('\n'));
  };

  return (bytes, other) => {
    let made = bytes;
    for (let left = 1 + random(random(3) ? 2 : 6); left > 0; left--) {
      const whole = made.length < 4 * LONGEST && /^\s*[[{]/.test(made.toString('latin1', 0, 8));
      const value = whole && random(3) ? parsed(made.toString('utf8')) : undefined;
      if (value) made = Buffer.from(JSON.stringify(changedValue(value.tree)) ?? '');
      else if (random(3) === 0 && made.includes(10)) made = onLines(made);
      else made = pick(onBytes)(made, other);
    }
    return made.subarray(0, random(100) ? Math.max(LONGEST, bytes.length + 256) : RARELY_LONGEST);
  };
};
