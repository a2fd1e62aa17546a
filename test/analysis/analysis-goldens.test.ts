import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AnalyzerName, analyzer } from '../../src/search/retrieval/analysis/index.js';

const golden = (path: string): string => readFileSync(new URL(`../golden/${path}`, import.meta.url), 'utf8');
const rows = <T>(path: string): T => JSON.parse(golden(path)) as T;

const medical = golden('text/medical.txt').trimEnd().split('\n');
const hostile = rows<string[]>('text/hostile.json');
const { beginnings, endings } = rows<{ beginnings: string[]; endings: string[] }>('text/word-parts.json');

/** The first half of SHA-256 over big-endian UTF-16. */
const digest = (text: string): string =>
  createHash('sha256').update(Buffer.from(text, 'utf16le').swap16()).digest('hex').slice(0, 16);

const blocks = Array.from({ length: 0x110000 / 0x1000 }, (_, block) => block * 0x1000);

const REFERENCES: readonly { name: AnalyzerName; program: string; folder: string }[] = [
  { name: 'lucene-english', program: 'Lucene 9.9.1', folder: 'lucene' },
  { name: 'mteb-english', program: 'bm25s 0.3.6 with PyStemmer 3.1.0', folder: 'bm25s-tokens' },
  { name: 'hakari-english', program: 'NLTK 3.9.2', folder: 'nltk-tokens' },
];

describe.each(REFERENCES)('$name gives the terms of $program', ({ name, folder }) => {
  const { analyze } = analyzer(name);

  it('for medical text', () => {
    expect(medical.length).toBeGreaterThanOrEqual(150);
    expect(medical.map(analyze)).toEqual(rows(`${folder}/medical.json`));
  });

  it('for hostile text', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(300);
    expect(hostile.map(analyze)).toEqual(rows(`${folder}/hostile.json`));
  });

  it('for hostile lines in one text as for each alone', () => {
    const whole = hostile.filter((line) => !/\p{Surrogate}/u.test(line));
    expect(analyze(whole.join('\n\n'))).toEqual(whole.flatMap(analyze));
  });

  it('for made-up words with every pair of endings', () => {
    const texts = beginnings.map((word) =>
      endings.flatMap((first) => endings.map((second) => word + first + second)).join(' '),
    );
    expect(texts.map((text) => digest(analyze(text).join('\t')))).toEqual(
      rows(`${folder}/made-up-words.json`),
    );
  });
});

/** What the scripts that made the goldens put around a code point. */
const AROUND: readonly { name: AnalyzerName; folder: string; text: (c: string) => string }[] = [
  { name: 'lucene-english', folder: 'lucene', text: (c) => `${c} a${c}b 1${c}2 ${c}\u0301 ${c}'s x` },
  {
    name: 'mteb-english',
    folder: 'bm25s-tokens',
    text: (c) => `${c} ${c}${c} a${c}b ${c}Σ aΣ${c} aΣ${c}b a${c}Σ x${c}ied`,
  },
];

it.each(AROUND)('$name knows every code point as $folder does', ({ name, folder, text }) => {
  const { analyze } = analyzer(name);
  const digests = blocks.map((first) => {
    let terms = '';
    for (let point = first; point < first + 0x1000; point++)
      terms += `${analyze(text(String.fromCodePoint(point))).join('\t')}\n`;
    return digest(terms);
  });
  expect(digests).toEqual(rows(`${folder}/every-code-point.json`));
});
