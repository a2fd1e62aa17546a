import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const origin = { source: 'notes', licence: 'CC0-1.0', id: 'n' };
const sources = [
  {
    id: 'gout',
    origin,
    title: 'Gout',
    text: 'Gout makes the big toe red and swollen at night. Urate crystals are seen under polarised light. Colchicine 0.5 mg helps.',
  },
  { id: 'bones', origin, text: 'Fractures of the wrist heal in six weeks. A cast is worn for that time.' },
];
const reasoned = [
  {
    id: 'q',
    family: 'exam',
    origin,
    text: 'x',
    query: 'Whose toe swells at night?',
    answer: 'gout',
    reasoning: '1. Urate crystals. Final Answer: gout',
    evidence: ['gout'],
    trail: [],
  },
];
const report = (id: string, text: string) => ({
  id,
  family: 'case',
  origin: { ...origin, id },
  text,
  diagnosis: { name: 'Gout', code: 'M10' },
  trail: [],
});
const items = [
  report('c1', 'A man of 60 woke with a hot and swollen toe. Urate was 600. Gout was found.'),
  report('c2', 'A woman with tophi on both ears had gout for years.'),
];
const reply = '- Reason: it says so\n- Answer relevance: 4\n- Reasoning support: 4';

const folder = () =>
  writtenFolder({
    'work/sources.jsonl': jsonl(...sources),
    'work/reasoned.jsonl': jsonl(...reasoned),
    'work/items.jsonl': jsonl(...items),
    'answers.jsonl': jsonl(
      ...['gout', 'bones'].flatMap((id) =>
        ['a', 'b'].map((judge) => ({ step: 'judge', id: `q\t${id}-0`, judge, text: reply })),
      ),
    ),
  });
const rows = (cwd: string, name: string) =>
  readFileSync(join(cwd, 'work', `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('build chunk, pool, judge and cases', () => {
  it('lead from sources to relevant documents', async () => {
    const cwd = folder();
    const build = async (step: string, ...args: readonly string[]) => {
      const { code, stdout, stderr } = await r2med(['build', step, ...args, '--work', 'work'], { cwd });
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(step);
      if (step !== 'cases') expect(stderr).not.toContain('.held.jsonl');
      return JSON.parse(readFileSync(join(cwd, 'work', `${step}.report.json`), 'utf8'));
    };
    expect(await build('chunk', '--tokens', '64')).toMatchObject({ in: 2, out: 2 });
    const pooled = await build('pool', '--retrievers', 'bm25', '--pool-depth', '5');
    expect(pooled.figures.lists[0]).toMatchObject({ list: 'given × given', candidates: 1 });
    expect(
      await build('pool', '--retrievers', '["bm25", "rrf(bm25, lsa)"]', '--pool-depth', '5', '--overwrite'),
    ).toMatchObject({ out: 1 });
    expect(rows(cwd, 'lists').map(({ retriever }) => retriever)).toContain('rrf(bm25, lsa)');
    const judged = await build('judge', '--judges', 'prepared:answers.jsonl#a,prepared:answers.jsonl#b');
    expect(judged.figures.agreement['answer-relevance'].raters).toHaveLength(2);
    expect(rows(cwd, 'judged')[0]).toMatchObject({ item: 'q', passage: 'gout-0', label: 'relevant' });
    expect(await build('cases', '--least-words', '5')).toMatchObject({ in: 2, out: 1 });
    expect(rows(cwd, 'cases')[0].query).toBe(
      'A man of 60 woke with a hot and swollen toe. Urate was 600.\n\nWhat is the most likely diagnosis?',
    );
  });

  it('name what is unknown', async () => {
    const cwd = folder();
    await r2med(['build', 'chunk', '--work', 'work'], { cwd });
    const { code, stderr } = await r2med(['build', 'pool', '--retrievers', 'bm52', '--work', 'work'], {
      cwd,
    });
    expect(code).toBe(2);
    expect(stderr).toContain('bm52');
    expect((await r2med(['build', 'chunk', '--mode', 'words', '--work', 'work'], { cwd })).code).toBe(2);
  });
});
