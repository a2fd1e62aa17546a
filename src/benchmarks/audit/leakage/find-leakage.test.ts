import { describe, expect, it } from 'vitest';
import { InputError, random, WorkError } from '../../../core/index.js';
import type { LeakageReport } from '../../../experiment/record/index.js';
import { excerpt } from '../excerpt.js';
import { type CollectionText, joinedCollections, type TextCollection, type TextRole } from './collection.js';
import { findLeakage } from './find-leakage.js';

const VOCABULARY = Array.from({ length: 900 }, (_, i) => `term${i.toString(36)}`);

const madeTexts = (count: number, length: number, seed: number): readonly string[] => {
  const draw = random(seed);
  const word = () => VOCABULARY[Math.floor(draw() * VOCABULARY.length)]!;
  return Array.from({ length: count }, () => Array.from({ length }, word).join(' '));
};

const texts = (prefix: string, all: readonly string[]): readonly CollectionText[] =>
  all.map((text, i) => ({ id: `${prefix}${i}`, text }));

const collection = (
  name: string,
  parts: Readonly<Partial<Record<TextRole, readonly CollectionText[]>>>,
): TextCollection => ({
  name,
  parts: Object.entries(parts).map(([role, own]) => ({ role: role as TextRole, read: () => own })),
});

const figures = ({ parts }: LeakageReport): Readonly<Record<string, string>> =>
  Object.fromEntries(parts.map(({ name, rule, found, of }) => [`${name}, ${rule}`, `${found} of ${of}`]));

const STRICT = /exact|near-duplicate|n-gram/;
const strictFigures = (report: LeakageReport): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(figures(report)).filter(([name]) => STRICT.test(name)));

describe('findLeakage', () => {
  it('finds one corpus under two names, partly changed, and says which share is the same', async () => {
    const documents = madeTexts(200, 60, 1);
    const queries = madeTexts(20, 30, 2);
    const first = collection('Biology', { queries: texts('q', queries), documents: texts('d', documents) });
    // Another's ids and order; 150 documents as they are, in capitals; 20 with a word changed; 30 of its own.
    const copied = documents.map((text, i) =>
      i < 150
        ? text.toUpperCase()
        : i < 170
          ? text.replace(/(?<=^\S+ )\S+/, 'other')
          : madeTexts(1, 60, 100 + i)[0]!,
    );
    const second = collection('BRIGHT Biology', {
      queries: texts('post-', [...queries].reverse()),
      documents: texts('page/', [...copied].reverse()),
    });
    const [report] = await findLeakage(first, [second]);
    expect(report).toMatchObject({ with: 'BRIGHT Biology', texts: 220 });
    expect(strictFigures(report!)).toEqual({
      'queries in queries, exact': '20 of 20',
      'queries in queries, near-duplicate': '20 of 20',
      'queries in queries, n-gram': '20 of 20',
      'documents in queries, exact': '0 of 200',
      'documents in queries, near-duplicate': '0 of 200',
      'documents in queries, n-gram': '0 of 200',
      'queries in documents, exact': '0 of 20',
      'queries in documents, near-duplicate': '0 of 20',
      'queries in documents, n-gram': '0 of 20',
      'documents in documents, exact': '150 of 200',
      'documents in documents, near-duplicate': '170 of 200',
      'documents in documents, n-gram': '170 of 200',
    });
    expect(report!.notes).toEqual([
      '20 of 20 queries (100 %) are in BRIGHT Biology, 20 of them word for word: the two may be one collection under two names',
      '170 of 200 documents (85 %) are in BRIGHT Biology, 150 of them word for word: the two may be one collection under two names',
    ]);
    // What only a wider rule finds is shown first.
    const near = report!.parts.find(
      ({ name, rule }) => name === 'documents in documents' && rule === 'near-duplicate',
    )!;
    expect(near.examples).toHaveLength(10);
    expect(near.examples[0]).toMatchObject({ here: 'd150', there: 'page/49', share: 56 / 60 });
    expect(documents[150]).toContain(near.examples[0]!.text.replace(/ …$/, ''));
  });

  it('finds a query inside a document, whole or in part, and shows the shared text as the query writes it', async () => {
    const [case1, case2, case3] = madeTexts(3, 40, 3) as [string, string, string];
    const [around] = madeTexts(1, 200, 4) as [string];
    const copied = case2.split(' ').slice(5, 25).join(' ');
    const here = collection('Mine', {
      queries: [
        { id: 'whole', text: case1.replaceAll(' ', ', ') },
        { id: 'part', text: case2 },
        { id: 'none', text: case3 },
        { id: 'short', text: 'Which drug treats ACUTE gout?' },
      ],
    });
    const there = collection('Training', {
      texts: [
        { id: 'x', text: `${around} ${case1} ${around}` },
        { id: 'y', text: `${around}, ${copied}; and ask which drug treats acute gout.` },
      ],
    });
    const [report] = await findLeakage(here, [there]);
    const runs = report!.parts.find(({ rule }) => rule === 'n-gram')!;
    expect(runs).toMatchObject({ name: 'queries in texts', found: 3, of: 4 });
    expect(runs.examples).toEqual([
      {
        here: 'whole',
        there: 'x',
        share: 1,
        text: expect.stringContaining(case1.split(' ').slice(0, 5).join(', ')),
      },
      { here: 'short', there: 'y', share: 1, text: 'Which drug treats ACUTE gout' },
      { here: 'part', there: 'y', share: 8 / 28, text: excerpt(copied) },
    ]);
  });

  it('finds a text there that is a small part of a text here, and one with every fifth word changed', async () => {
    const [long, other] = madeTexts(2, 400, 11) as [string, string];
    const inside = long.split(' ').slice(100, 140).join(' ');
    const changed = (text: string) =>
      text
        .split(' ')
        .map((word, i) => (i % 5 === 4 ? `x${i}` : word))
        .join(' ');
    const here = collection('Mine', { documents: texts('d', [long, other]) });
    const there = collection('Theirs', { queries: texts('q', [inside, changed(other)]) });
    const [report] = await findLeakage(here, [there]);
    expect(figures(report!)).toEqual({
      'documents in queries, exact': '0 of 2',
      'documents in queries, near-duplicate': '0 of 2',
      // 28 of the 388 runs of the long document: too few by themselves.
      'documents in queries, n-gram': '0 of 2',
      'documents that hold queries, holds': '1 of 2',
      'documents in queries, reworded': '2 of 2',
    });
    expect(report!.parts[3]!.examples).toEqual([
      { here: 'd0', there: 'q0', share: 1, text: excerpt(inside) },
    ]);
    // What a stricter rule found is shown later.
    expect(report!.parts[4]!.examples.map(({ here: id, there: at }) => [id, at])).toEqual([
      ['d1', 'q1'],
      ['d0', 'q0'],
    ]);
  });

  it('compares answers with answers by their words, however few', async () => {
    const here = collection('A', {
      answers: [
        { id: 'q1', text: 'Gout' },
        { id: 'q2', text: 'Ménière’s disease' },
        { id: 'q3', text: 'fever' },
      ],
    });
    const there = collection('B', {
      answers: [{ id: 'r1', text: 'gout.' }],
      documents: [{ id: 'd', text: 'fever' }],
    });
    const [report] = await findLeakage(here, [there]);
    expect(figures(report!)).toMatchObject({ 'answers in answers, exact': '1 of 3' });
    expect(report!.parts[0]!.examples).toEqual([{ here: 'q1', there: 'r1', share: 1, text: 'Gout' }]);
    const none = collection('C', { answers: [], documents: [{ id: 'd', text: 'fever' }] });
    expect((await findLeakage(here, [none]))[0]!.parts).toEqual([]);
    // One word occurs in documents by chance: nothing was looked for, and no figure says 0.
    expect(report!.parts.some(({ name }) => name === 'answers in documents')).toBe(false);
  });

  it('counts every repeated text, and shows it once', async () => {
    const [text] = madeTexts(1, 30, 5) as [string];
    const here = collection('A', {
      documents: texts(
        'd',
        Array.from({ length: 500 }, () => text),
      ),
    });
    const [report] = await findLeakage(here, [collection('B', { documents: texts('e', [text, text]) })]);
    for (const { found, of, examples } of report!.parts) {
      expect([found, of]).toEqual([500, 500]);
      expect(examples.map(({ here, there }) => [here, there])).toEqual([['d0', 'e0']]);
    }
  });

  it('joins the tasks of a suite to one collection', async () => {
    const [shared, other] = madeTexts(2, 30, 6) as [string, string];
    const suite = joinedCollections('suite', [
      collection('First', { documents: texts('d', [other]) }),
      { ...collection('Second', { documents: texts('d', [shared]) }), notes: ['a note'] },
    ]);
    const [report] = await findLeakage(collection('A', { documents: texts('x', [shared]) }), [suite]);
    expect(report).toMatchObject({ with: 'suite', texts: 2 });
    expect(report!.parts[0]!.examples).toMatchObject([{ here: 'x0', there: 'Second/d0' }]);
    expect(report!.notes).toContain('Second: a note');
  });

  it('gives one report per collection, the same however often', async () => {
    const here = collection('A', { documents: texts('d', madeTexts(50, 30, 7)) });
    const others = [8, 7].map((seed) =>
      collection(`${seed}`, { documents: texts('e', madeTexts(50, 30, seed)) }),
    );
    const reports = await findLeakage(here, others);
    expect(reports.map((each) => each.parts[0]!.found)).toEqual([0, 50]);
    expect(await findLeakage(here, others)).toEqual(reports);
  });

  it('refuses collections without texts: they would look clean', async () => {
    const full = collection('A', { documents: texts('d', ['some text']) });
    const empty = collection('B', { documents: [] });
    await expect(findLeakage(full, [empty])).rejects.toThrow(InputError);
    await expect(findLeakage(empty, [full])).rejects.toThrow(/no text in B/);
  });

  it('fails where a collection is another at the second reading', async () => {
    const [text, other] = madeTexts(2, 30, 9) as [string, string];
    const here = collection('A', { documents: texts('d', [text]) });
    const changing = (second: readonly string[]): TextCollection => {
      const readings = [[text], second];
      return { name: 'B', parts: [{ role: 'documents', read: () => texts('e', readings.shift()!) }] };
    };
    await expect(findLeakage(here, [changing([other])])).rejects.toThrow(WorkError);
    await expect(findLeakage(here, [changing([])])).rejects.toThrow(/fewer texts/);
  });

  it('counts what it reads for the person who waits, and stops when it is told', async () => {
    const here = collection('A', { documents: texts('d', madeTexts(5, 30, 10)) });
    const seen: string[] = [];
    const watch = (signal: AbortSignal) => ({
      signal,
      progress: (label: string) => {
        let count = 0;
        return {
          advance: () => {
            count += 1;
          },
          status: () => {},
          done: () => void seen.push(`${label} ${count}`),
        };
      },
    });
    await findLeakage(here, [{ ...here, name: 'B' }], {}, watch(new AbortController().signal));
    expect(seen).toEqual(['A: indexing documents 5', 'B: searching documents 5']);
    await expect(findLeakage(here, [here], {}, watch(AbortSignal.abort()))).rejects.toThrow(/abort/i);
    expect(seen.at(-1)).toBe('A: indexing documents 0');
  });
});
