import { appendFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
import { assemble } from '../assemble/assemble.js';
import { releaseChanges } from './changes.js';
import { checkRelease } from './check-release.js';
import { readRelease, releasedTasks } from './read-release.js';
import { scoreMoves } from './score-moves.js';

const SHEET = `
language: en
creators: [{name: R. Example, affiliation: Ward 3}]
licence: CC BY 4.0
consent: All texts are invented.
intendedUse: comparing retrievers
limits: [two queries]
citation: "@misc{small}"
`;

const releases = async () => {
  const made = stepBench(EVIDENCE);
  const file = (path: string): string => join(made.folder, path);
  writeFileSync(file('judge.report.json'), JSON.stringify(JUDGE_REPORT));
  writeFileSync(file('sheet.yaml'), SHEET);
  const settings = { name: 'Small', datasheet: file('sheet.yaml') };
  await made.run(assemble, { ...settings, version: '1.0.0' });
  const next = async (changes = '') => {
    const version = { version: '1.1.0', previous: file('release/1.0.0'), changes };
    await made.run(assemble, { ...settings, ...version }, { overwrite: true });
    return file('release/1.1.0');
  };
  return { ...made, file, first: file('release/1.0.0'), next };
};

describe('a release', () => {
  it('says what its makers state, what they do not, and on which terms each part is', async () => {
    const { first } = await releases();
    const card = readFileSync(join(first, 'README.md'), 'utf8');
    expect(card).toMatch(/\| Consent \| All texts are invented\. \|/);
    expect(card).toMatch(/\| Maintenance \| not stated \|/);
    expect(card).toMatch(/\| Small-Evidence \| queries \| CC-BY-4\.0 AND CC0-1\.0 \|/);
    expect(card).toMatch(/\| Small-Evidence \| documents \| CC0-1\.0 \|/);
    expect(card).toMatch(/^language:\n- en$/m);
    const manifest = JSON.parse(readFileSync(join(first, 'release.json'), 'utf8'));
    expect(manifest.licences).toContainEqual({
      task: 'Small-Evidence',
      part: 'judgements',
      expression: 'CC-BY-4.0',
    });
    expect(readFileSync(join(first, 'CITATION.cff'), 'utf8')).toContain('- name: "R. Example"');
    const croissant = JSON.parse(readFileSync(join(first, 'croissant.json'), 'utf8'));
    expect(croissant['rai:dataLimitations']).toContain('two queries');
    expect(croissant['rai:dataCollection']).toContain('All texts are invented.');
    expect(croissant.distribution.map((each: { name: string }) => each.name)).toContain(
      'parquet/qrels/Small-Evidence.parquet',
    );
  });

  it('refuses a datasheet with a word that it does not know, by file and line', async () => {
    const { run, file } = await releases();
    writeFileSync(file('sheet.yaml'), 'language: en\nintendeduse: x\n');
    const settings = { name: 'Small', version: '2.0.0', datasheet: file('sheet.yaml') };
    await expect(run(assemble, settings, { overwrite: true })).rejects.toThrow(
      /sheet\.yaml:\d.*intendeduse/s,
    );
  });

  it('tells in its changelog what differs from the version before', async () => {
    const { file, next } = await releases();
    const lines = (rows: readonly unknown[]): string =>
      rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    writeFileSync(
      file('reasoned.jsonl'),
      lines([item('q1', { query: 'A patient with the signs of q1. Which disease?' }), item('q3')]),
    );
    writeFileSync(
      file('judged.jsonl'),
      lines([judgement('q1', 'gout', 'relevant'), judgement('q3', 'scurvy', 'relevant')]),
    );
    writeFileSync(file('passages.jsonl'), lines([...EVIDENCE.passages!.slice(0, 4), passage('rickets')]));
    const second = await next('Two judges asked for it.');
    const changes = JSON.parse(readFileSync(join(second, 'changes.json'), 'utf8'));
    expect(changes.tasks[0]).toMatchObject({
      queries: { added: ['q3'], removed: ['q2'], changed: ['q1'] },
      documents: { added: ['rickets'] },
      judgements: { added: ['q3\tscurvy'], removed: ['q2\tasthma'] },
    });
    const log = readFileSync(join(second, 'CHANGES.md'), 'utf8');
    expect(log).toMatch(/^# Changes\n\n## 1\.1\.0\n\nTwo judges asked for it\./);
    expect(log).toContain('queries added: `q3`');
    expect(log).toMatch(/## 1\.0\.0\n\nFirst version\.\n$/);
  });

  it('moves scores of the systems that were run on both', async () => {
    const { first, file, next } = await releases();
    writeFileSync(file('judged.jsonl'), `${JSON.stringify(judgement('q1', 'scurvy', 'relevant'))}\n`);
    const second = await next();
    const [before, after] = [await readRelease(first), await readRelease(second)];
    const [old, fresh] = [await releasedTasks(before), await releasedTasks(after)];
    expect((await releaseChanges(before, '1.1.0', fresh)).tasks[0]!.queries.removed).toEqual(['q2']);
    const record = (system: string, tasks: typeof old, score: number) => ({
      system,
      task: { contentHash: tasks.get('Small-Evidence')!.contentHash },
      scores: { 'nDCG@10': score },
    });
    const records = [record('bm25', old, 0.5), record('bm25', fresh, 0.75), record('lsa', old, 0.4)];
    expect(scoreMoves(old, fresh, records, 'nDCG@10')).toEqual([
      { task: 'Small-Evidence', system: 'bm25', before: 0.5, after: 0.75 },
    ]);
  });

  it('is ready for its users, until a file is changed, missing or added', async () => {
    const { first } = await releases();
    const check = async () => checkRelease(await readRelease(first));
    const whole = await check();
    expect(whole.missing).toEqual([]);
    expect(whole.layouts.map(({ layout, documents }) => [layout, documents])).toEqual([
      ['r2med', 5],
      ['beir', 5],
      ['parquet', 5],
    ]);
    appendFileSync(join(first, 'beir/Small-Evidence/qrels/test.tsv'), 'q1\tgoitre\t1\n');
    writeFileSync(join(first, 'notes.txt'), 'mine');
    symlinkSync(join(first, 'notes.txt'), join(first, 'link.txt'));
    symlinkSync(join(first, 'beir'), join(first, 'folder'));
    const manifest = readFileSync(join(first, 'release.json'), 'utf8');
    writeFileSync(
      join(first, 'release.json'),
      manifest.replace(/"contentHash": "[^"]*"/, '"contentHash": "x"'),
    );
    rmSync(join(first, 'parquet/corpus/Small-Evidence.parquet'));
    const found = (await check()).missing.map(({ rule, found: what }) => `${rule}: ${what}`);
    expect(found).toEqual(
      expect.arrayContaining([
        'files: beir/Small-Evidence/qrels/test.tsv was changed after the release was made',
        'files: notes.txt is not of the release',
        'files: link.txt is not of the release',
        'files: folder is not of the release',
        'release.json: its content hash is not that of the tasks',
        'files: parquet/corpus/Small-Evidence.parquet is not there',
        'README.md: names parquet/corpus/Small-Evidence.parquet, which is not there',
        'beir: Small-Evidence: other content than r2med/Small-Evidence',
        expect.stringMatching(/^parquet: Small-Evidence: /),
      ]),
    );
  });

  it('is refused where there is none', async () => {
    const { folder } = stepBench({});
    await expect(readRelease(folder)).rejects.toThrow('no release');
    for (const text of ['{', '{}', '{"format": "r2med-release/1", "name": "../x"}']) {
      writeFileSync(join(folder, 'release.json'), text);
      await expect(readRelease(folder)).rejects.toThrow(/release\.json/);
    }
  });
});
