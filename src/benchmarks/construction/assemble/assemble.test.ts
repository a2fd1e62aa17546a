import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stepBench } from '../../../../test/support/construction.js';
import {
  EVIDENCE,
  item,
  JUDGE_REPORT,
  judgement,
  passage,
} from '../../../../test/support/small-construction.js';
import { documentsById } from '../../../core/index.js';
import { openFolder } from '../../../tasks/index.js';
import { review } from '../review/review.js';
import { assemble } from './assemble.js';

const SETTINGS = { name: 'Small', version: '1.0.0' };

const bench = (files: Readonly<Record<string, readonly unknown[]>> = EVIDENCE) => {
  const made = stepBench(files);
  writeFileSync(join(made.folder, 'judge.report.json'), JSON.stringify(JUDGE_REPORT));
  const release = join(made.folder, 'release');
  const text = (path: string): string => readFileSync(join(release, '1.0.0', path), 'utf8');
  return { ...made, release, text };
};

/** Every file below a folder, with its content. */
const content = (folder: string): readonly (readonly [string, string])[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path.slice(folder.length), readFileSync(path, 'latin1')] as const);

describe('build assemble', () => {
  it('writes the same task in three layouts, with a small edition', async () => {
    const { run, release, text } = bench();
    const { report } = await run(assemble, SETTINGS);
    expect([report.in, report.out]).toEqual([2, 2]);
    const folder = join(release, '1.0.0');
    const opened = await Promise.all([
      openFolder(join(folder, 'r2med/Small-Evidence')),
      openFolder(join(folder, 'beir/Small-Evidence')),
      openFolder(`${join(folder, 'parquet')}#Small-Evidence`),
      openFolder(`${join(folder, 'nano')}#NanoSmall`),
    ]);
    for (const task of opened) {
      expect(task.queries.map(({ id }) => id)).toEqual(['q1', 'q2']);
      expect([...task.judgements].map(([query, grades]) => [query, [...grades]])).toEqual([
        ['q1', [['gout', 1]]],
        ['q2', [['asthma', 1]]],
      ]);
      const ids = [...(await documentsById(task.corpus)).keys()];
      expect(ids.sort()).toEqual(['anaemia', 'asthma', 'goitre', 'gout', 'scurvy']);
    }
    expect(opened[0]!.labels.get('q1' as never)).toEqual({ answer: 'disease q1', bodySystem: 'Endocrine' });
    expect(JSON.parse(text('r2med/Small-Evidence/query.jsonl').split('\n')[0]!).excluded_ids).toEqual([
      'scurvy',
    ]);
  });

  it('tells where everything comes from, and who decided', async () => {
    const { run, text } = bench();
    await run(assemble, SETTINGS);
    const query = JSON.parse(text('provenance/queries.jsonl').split('\n')[0]!);
    expect(query).toMatchObject({
      task: 'Small-Evidence',
      id: 'q1',
      licence: 'CC0-1.0',
      answer_in_query: false,
    });
    // "Which of the following is it" became "What is it".
    expect(query).toMatchObject({ words_removed: 4, words_added: 1 });
    expect(query.decisions[0]).toMatchObject({
      by: 'prepared:writer.jsonl',
      raw: '- Label: diagnosis / disease; Endocrine',
    });
    expect(query.judgements[0].judges[0]).toMatchObject({ judge: 'a', raw: '- Answer relevance: 4' });
    expect(JSON.parse(text('provenance/documents.jsonl').split('\n')[0]!)).toMatchObject({
      id: 'anaemia',
      licence: 'CC0-1.0',
    });
    const card = text('README.md');
    expect(card).toContain('The judge a is also a contestant');
    expect(card).toContain('No expert has reviewed this release');
    expect(card).toMatch(/\| Small-Evidence \| Not known: 2 queries are too few to tell: p = /);
    expect(card).toContain('the judges left open: 1.');
    const manifest = JSON.parse(text('release.json'));
    expect(Object.keys(manifest.files)).toContain('audit/Small-Evidence.json');
    expect(manifest.contentHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('gives the same bytes for the same input', async () => {
    const [one, two] = [bench(), bench()];
    for (const { run } of [one, two]) await run(assemble, SETTINGS);
    expect(content(one.release)).toEqual(content(two.release));
    expect(JSON.stringify(content(one.release))).not.toContain(one.folder);
  });

  it('is blocked by what the audit finds, until that is accepted by name', async () => {
    const files = { ...EVIDENCE, passages: [...EVIDENCE.passages!, passage('goitre', { id: 'again' })] };
    const { run, folder } = bench(files);
    await expect(run(assemble, SETTINGS)).rejects.toThrow(
      /no release, since repeated-texts \(Small-Evidence: /,
    );
    expect(existsSync(join(folder, 'release'))).toBe(false);
    expect(existsSync(join(folder, 'candidate/r2med/Small-Evidence/corpus.jsonl'))).toBe(true);
    await expect(run(assemble, { ...SETTINGS, accept: { 'repeated-texts': ' ' } })).rejects.toThrow(
      /no reason for accepting repeated-texts/,
    );
    await expect(run(assemble, { ...SETTINGS, accept: { 'repeated-text': 'x' } })).rejects.toThrow(
      /unknown check/,
    );
    const accept = {
      'repeated-texts': 'two sources have it',
      'near-duplicates': 'two sources have it',
      'suspected-false-negatives': 'neither is relevant',
    };
    await run(assemble, { ...SETTINGS, accept });
    expect(readFileSync(join(folder, 'release/1.0.0/README.md'), 'utf8')).toContain('two sources have it');
  });

  it('is blocked by a licence that forbids it', async () => {
    for (const licence of ['CC-BY-ND-4.0', 'no redistribution', 'All rights reserved', 'unknown']) {
      const files = {
        ...EVIDENCE,
        passages: [
          ...EVIDENCE.passages!.slice(1),
          passage('gout', { origin: { source: 'book', licence, id: 'gout' } }),
        ],
      };
      const { run, folder } = bench(files);
      await expect(run(assemble, SETTINGS)).rejects.toThrow(
        `licence (Small-Evidence: 1 text under "${licence}"`,
      );
      expect(existsSync(join(folder, 'release'))).toBe(false);
    }
  });

  it('waits for the experts where it is told to', async () => {
    const { run, folder, text } = bench();
    await run(review, { steps: ['judge'] });
    const required = { ...SETTINGS, review: 'required' };
    await expect(run(assemble, required)).rejects.toThrow('5 of 5 items wait for a decision');
    const grades = [
      ['q1\tgout', '4'],
      ['q1\tscurvy', '4'],
      ['q1\tasthma', '0'],
      ['q2\tasthma', '0'],
      ['q2\tgoitre', '0'],
    ] as const;
    const lines = (rows: readonly unknown[]): string =>
      rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const questions = ['answer-relevance', 'reasoning-support'];
    mkdirSync(join(folder, 'review'), { recursive: true });
    writeFileSync(
      join(folder, 'review/decisions.jsonl'),
      lines(
        grades.flatMap(([pair, value]) =>
          questions.map((question) => ({ item: pair, question, value, rule: 'unanimous' })),
        ),
      ),
    );
    const { report } = await run(assemble, required);
    // The only document of q2 is not relevant any more.
    expect(report.held).toEqual({ 'no relevant document': 1 });
    expect(JSON.parse(text('r2med/Small-Evidence/query.jsonl')).doc_id).toEqual(['gout', 'scurvy']);
    expect(text('README.md')).toMatch(/\| judge \| 5 \| 2 \| 40 % \|/);
  });

  it('says what reviewers find usable although a step held it back, and which decisions are about nothing', async () => {
    const decision = (item: string) => ({ item, question: 'usable', value: 'pass', rule: 'majority' });
    const { run, tools, text } = bench({
      ...EVIDENCE,
      'review/decisions': [decision('filter\tq4'), decision('filter\tgone')],
    });
    await run(assemble, SETTINGS);
    expect(tools.notes.join('\n')).toContain('Reviewers find usable what was held back: q4 (filter)');
    expect(tools.notes.join('\n')).toContain('Decisions about items that are no longer there: 1');
    expect(JSON.parse(text('provenance/review.json'))).toMatchObject({
      restored: [{ id: 'q4' }],
      unmatched: 1,
    });
  });

  it('keeps a version as it is', async () => {
    const first = bench();
    await first.run(assemble, SETTINGS);
    const before = content(first.release);
    writeFileSync(
      join(first.folder, 'judged.jsonl'),
      `${JSON.stringify(judgement('q1', 'scurvy', 'relevant'))}\n`,
    );
    await expect(first.run(assemble, SETTINGS)).rejects.toThrow(
      'a release of this version with other content',
    );
    expect(content(first.release)).toEqual(before);
    await first.run(assemble, { ...SETTINGS, version: '1.0.1' }, { overwrite: true });
    expect(readdirSync(first.release)).toEqual(['1.0.0', '1.0.1']);
  });

  it('is made again where it was deleted', async () => {
    const { run, release } = bench();
    await run(assemble, SETTINGS);
    const before = content(release);
    rmSync(release, { recursive: true });
    const { reused } = await run(assemble, SETTINGS);
    expect(reused).toBe(false);
    expect(content(release)).toEqual(before);
    expect((await run(assemble, SETTINGS)).reused).toBe(true);
  });

  it('leaves left-open documents out of the corpus where that is wished, unless they are relevant elsewhere', async () => {
    const { run, text } = bench({
      ...EVIDENCE,
      judged: [...EVIDENCE.judged!, judgement('q2', 'gout', 'unjudged')],
    });
    await run(assemble, { ...SETTINGS, unjudged: 'removed' });
    const ids = text('r2med/Small-Evidence/corpus.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual(['anaemia', 'asthma', 'goitre', 'gout']);
    expect(JSON.parse(text('r2med/Small-Evidence/query.jsonl').split('\n')[1]!).excluded_ids).toEqual([
      'gout',
    ]);
  });

  it('orders documents by a hash of their texts where that is wished', async () => {
    const idsOf = async (order: 'id' | 'hash') => {
      const { run, text } = bench();
      await run(assemble, { ...SETTINGS, order });
      const rows = text('r2med/Small-Evidence/corpus.jsonl').trim().split('\n');
      return rows.map((row) => JSON.parse(row).id as string);
    };
    const hashed = await idsOf('hash');
    expect(hashed).not.toEqual(await idsOf('id'));
    expect(hashed.toSorted()).toEqual(await idsOf('id'));
    expect(await idsOf('hash')).toEqual(hashed);
  });

  it('makes a task of cases', async () => {
    const cases = ['c1', 'c2', 'c3'];
    const own = item('c1', { family: 'case', answer: undefined, diagnosis: { name: 'gout' } } as never);
    const { run, text } = bench({
      cases: [own],
      'case-passages': cases.slice(1).map((id, i) => passage(['gout', 'scurvy'][i]!, { id })),
      'case-judged': cases
        .slice(1)
        .map((id) => ({ item: 'c1', passage: id, label: 'relevant', judges: [], by: 'same-diagnosis' })),
    });
    await run(assemble, SETTINGS);
    expect(JSON.parse(text('r2med/Small-Cases/query.jsonl'))).toMatchObject({
      answer: 'gout',
      doc_id: ['c2', 'c3'],
    });
  });

  it('says which step is missing', async () => {
    await expect(bench({}).run(assemble, SETTINGS)).rejects.toThrow('no query with a relevant document');
  });
});
