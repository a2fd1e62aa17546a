import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { auditsIn } from '../../src/benchmarks/audit/index.js';
import type { AuditReport } from '../../src/experiment/record/index.js';
import { type AuditedTask, SOUND } from '../support/audited-task.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

const BIOLOGY = fileURLToPath(new URL('../../data/sample/Biology', import.meta.url));

const jsonLines = (rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** A task as a folder in R2MED's layout. */
const taskFolder = ({ documents, queries, judgements, answers }: AuditedTask, name = 'made'): string => {
  const folder = join(temporaryFolder(), name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'corpus.jsonl'), jsonLines(documents));
  writeFileSync(
    join(folder, 'query.jsonl'),
    jsonLines(queries.map((row) => ({ ...row, answer: answers[row.id] ?? '' }))),
  );
  writeFileSync(
    join(folder, 'qrels.jsonl'),
    jsonLines(judgements.map(([q_id, p_id, score]) => ({ q_id, p_id, score }))),
  );
  return folder;
};

/** Two documents with one text, and a judgement of a document that is not there. */
const DEFECTIVE: AuditedTask = {
  ...SOUND,
  documents: [...SOUND.documents, { id: 'again', text: SOUND.documents[4]!.text }],
  judgements: [...SOUND.judgements, ['q1', 'none', 1]],
};

const found = ({ checks }: AuditReport): Readonly<Record<string, number>> =>
  Object.fromEntries(checks.filter((check) => check.found > 0).map((check) => [check.name, check.found]));

describe('r2med audit', () => {
  it('says of a task in the terminal whether it is sound and how far words lead', async () => {
    const { code, stdout } = await r2med(['audit', 'Biology', '--suite', 'sample']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Audit of Biology \(sample\)\n═+\nSound: 0 errors, 0 warnings, \d notes? from \d+ checks\.\n/,
    );
    expect(stdout).toMatch(
      /^note +5 of 9 queries +56 % +Answers that occur in a relevant document \(answer-in-relevant\)$/m,
    );
    expect(stdout).toMatch(
      /^Lexical gap of BM25 \(need\): 0\.\d{3} \(95 % interval 0\.\d{3} to 0\.\d{3}, 9 queries\)$/m,
    );
    expect(stdout).not.toContain('Jaccard:');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  it('names what is wrong, with an example and what to do', async () => {
    const { code, stdout } = await r2med(['audit', taskFolder(DEFECTIVE), '--only', 'checks']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Not sound: 1 error, 1 warning, 0 notes/m);
    expect(stdout).toMatch(
      /^error +1 of 6 judgements +17 % +Judgements without a document \(missing-documents\)$/m,
    );
    expect(stdout).toMatch(/^warning +1 of 31 documents +3\.2 % +Repeated texts \(repeated-texts\)$/m);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'missing-documents: Add the documents, or leave out the judgements: as it is, no system can reach a score of 1. It is query q1, document none (grade 1).',
    );
    expect(stdout).not.toContain('reasoning');
  });

  it('writes everything that was found to a file, and refuses a place that cannot be written to first', async () => {
    const twins = Array.from({ length: 15 }, (_, i) => ({ id: `t${i}`, text: DEFECTIVE.documents[3]!.text }));
    const folder = taskFolder({ ...DEFECTIVE, documents: [...DEFECTIVE.documents, ...twins] });
    const file = join(folder, 'findings.jsonl');
    const copied = join(folder, 'train.txt');
    writeFileSync(copied, `${SOUND.documents.map(({ text }) => text).join('\n')}\n`);
    const leaks = ['--leak-with', copied];
    const { code, stdout } = await r2med(['audit', folder, '--findings', file, ...leaks, '--json']);
    expect(code).toBe(0);
    const lines = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const report = JSON.parse(stdout) as AuditReport;
    for (const { name, found: count, examples, severity } of report.checks) {
      const own = lines.filter(({ check }) => check === name);
      if (name !== 'near-duplicates') expect([name, own.length]).toEqual([name, count]);
      expect(
        own.slice(0, 10).map((each) => ({ ...each, documents: each.documents?.slice(0, 5) })),
      ).toMatchObject(examples);
      for (const finding of own) expect(finding).toMatchObject({ task: report.task.name, severity });
    }
    expect(lines.filter(({ check }) => check === 'repeated-texts').length).toBeGreaterThan(10);
    for (const { check, documents, text } of lines)
      if (check === 'repeated-texts') expect([documents.length, text]).toEqual([2, expect.any(String)]);
    const leaked = lines.filter(({ check, detail }) => check === 'leakage' && / exact,/.test(detail));
    expect(leaked.length).toBeGreaterThan(20);
    expect(leaked[0]).toMatchObject({
      documents: [expect.any(String)],
      there: expect.stringMatching(/: \d+$/),
    });
    for (const { parts } of report.leakage)
      for (const { examples } of parts) expect(examples.length).toBeLessThanOrEqual(10);
    const refused = await r2med(['audit', folder, '--findings', join(file, 'deeper.jsonl')]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--findings');
  });

  it('prints the report as JSON, and a list for several tasks, tasks side by side before them otherwise', async () => {
    const folder = taskFolder(DEFECTIVE);
    const one = JSON.parse((await r2med(['audit', '--data', folder, '--json'])).stdout) as AuditReport;
    expect(one).toMatchObject({
      version: 1,
      task: { name: 'made', queries: 3, documents: 31, judgements: 6, answers: 3 },
      settings: { seed: 1, analyzer: 'lucene-english', parts: ['checks', 'reasoning', 'leakage'] },
    });
    expect(found(one)).toEqual({ 'missing-documents': 1, 'repeated-texts': 1 });
    expect(one.reasoning?.headline?.queries).toBe(3);
    const both = ['audit', 'Biology', folder, '--suite', 'sample'];
    const list = JSON.parse((await r2med([...both, '--json'])).stdout) as readonly AuditReport[];
    expect(list.map(({ task }) => task.name)).toEqual(['Biology', 'made']);
    const { stdout } = await r2med(both);
    expect(stdout).toMatch(/^2 tasks side by side\n/);
    expect(stdout).toMatch(/^0\.\d{3} +0\.\d{3} to 0\.\d{3} +[–−+\d. to]+ +1 +1 +made$/m);
  });

  it('counts no errors where nothing was checked', async () => {
    const { stdout } = await r2med([
      ...['audit', 'Biology', 'PMC-Clinical', '--suite', 'sample'],
      ...['--only', 'reasoning', '--summary'],
    ]);
    expect(stdout).toMatch(/ – +– {2}Biology$/m);
    expect(stdout).toMatch(/ – +– {2}PMC-Clinical$/m);
  });

  it('prints Markdown, in which texts of the task are no markup', async () => {
    const folder = taskFolder({
      ...SOUND,
      documents: [...SOUND.documents, { ...SOUND.documents[0]!, id: '<b>|[x](y)' }],
    });
    const { stdout } = await r2med(['audit', folder, '--markdown']);
    expect(stdout).toMatch(/^## Audit of made \(/);
    expect(stdout).toContain('| check | severity | found | share |\n| --- | ---: | ---: | ---: |');
    expect(stdout).toContain('| Repeated texts (repeated-texts) | warning | 1 of 31 documents | 3.2 % |');
    expect(stdout).toContain('\\<b\\>\\|\\[x\\](y)');
    expect(stdout).toMatch(/^\| Jaccard: query and its relevant documents \|/m);
  });

  it('takes suites, tasks and folders by name, and names the nearest for another', async () => {
    const all = await r2med(['audit', 'sample', '--only', 'checks', '--json']);
    expect(JSON.parse(all.stdout)).toHaveLength(8);
    const cwd = join(BIOLOGY, '..');
    const path = JSON.parse(
      (await r2med(['audit', './Biology', '--only', 'checks', '--json'], { cwd })).stdout,
    );
    expect(path.task.suite).toContain('Biology');
    const { code, stderr } = await r2med(['audit', 'Biologie', '--suite', 'sample']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /no task, suite or folder "Biologie"; expected a task of suite sample \(Biology, .*did you mean "Biology"/s,
    );
  });

  it('is a gate with --fail-on, and lets accepted findings pass', async () => {
    const folder = taskFolder(DEFECTIVE);
    const call = (...flags: readonly string[]) =>
      r2med(['audit', folder, '--only', 'checks', '--quiet', ...flags]);
    const failed = await call('--fail-on', 'warning');
    expect(failed.code).toBe(1);
    expect(failed.stderr).toBe(
      'made: missing-documents: error: 1 of 6 judgements\nmade: repeated-texts: warning: 1 of 31 documents\n' +
        'The audit failed. Fix what is named above, or accept it by name with --accept.\n',
    );
    expect((await call('--fail-on', 'warning', '--accept', 'repeated-texts,missing-documents')).code).toBe(0);
    expect((await call('--fail-on', 'repeated-texts>5%')).code).toBe(0);
    expect((await call('--fail-on', 'repeated-texts>3%,error', '--accept', 'missing-documents')).code).toBe(
      1,
    );
    const unknown = await call('--fail-on', 'repeated-text');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('did you mean "repeated-texts"'),
    ]);
    expect((await call('--accept', 'typo')).code).toBe(2);
    expect((await call('--fail-on', 'leakage')).stderr).toContain('add --only leakage');
    expect((await call('--only', 'check')).stderr).toContain('did you mean "checks"');
  });

  it('saves reports for the page, each in place of an earlier one, and prints them all the same', async () => {
    const out = temporaryFolder();
    const call = (seed: string) =>
      r2med([
        'audit',
        'Biology',
        'IIYi-Clinical',
        '--suite',
        'sample',
        '--only',
        'checks',
        '--seed',
        seed,
        '--out',
        out,
        '--json',
      ]);
    await call('1');
    const { stdout, stderr } = await call('2');
    const saved = await auditsIn(out);
    expect(saved).toEqual(JSON.parse(stdout));
    expect(saved.map(({ settings }) => settings.seed)).toEqual([2, 2]);
    expect(stderr).toContain(`saved ${join(out, 'audits', 'Biology.json')}`);
    const same = await r2med(['audit', 'Biology', BIOLOGY, '--suite', 'sample', '--out', out]);
    expect([same.code, same.stderr]).toEqual([2, expect.stringContaining('two tasks named "Biology"')]);
  });

  it('finds what a training file, another task and a suite share with a task', async () => {
    const folder = taskFolder(SOUND);
    const train = join(temporaryFolder(), 'train.jsonl');
    writeFileSync(
      train,
      jsonLines([
        { question: SOUND.queries[0]!.text, label: 'x' },
        { question: 'Something else here entirely?' },
      ]),
    );
    const call = ['audit', folder, '--only', 'leakage', '--leak-with', train, '--leak-with', 'sample'];
    const { leakage } = JSON.parse((await r2med([...call, '--json'])).stdout) as AuditReport;
    const other = leakage.find((each) => each.with === train)!;
    expect(other.parts.filter((part) => part.found > 0)).toMatchObject(
      ['exact', 'near-duplicate', 'n-gram', 'reworded'].map((rule) => ({
        name: 'queries in texts',
        found: 1,
        of: 3,
        rule,
      })),
    );
    expect(leakage.find((each) => each.with === 'sample')!.parts.every((part) => part.found === 0)).toBe(
      true,
    );
    const gate = await r2med([...call, '--fail-on', 'leakage', '--quiet']);
    expect(gate.code).toBe(1);
    expect(gate.stdout).toMatch(/^1 of 3 +33 % +exact +queries in texts; first: q1 in 1:question$/m);
    const twin = taskFolder(SOUND, 'twin');
    const copy = JSON.parse(
      (await r2med(['audit', folder, '--only', 'leakage', '--leak-with', twin, '--json'])).stdout,
    );
    const same = (copy as AuditReport).leakage.find((each) => each.with === twin)!;
    expect(same.parts.find(({ name }) => name === 'documents in documents')).toMatchObject({
      found: 30,
      of: 30,
    });
    const gone = await r2med([...call, '--leak-with', 'nowhere']);
    expect([gone.code, gone.stderr]).toEqual([
      2,
      expect.stringContaining('no task, suite or folder "nowhere"'),
    ]);
  });

  it('knows cases of one article and diagnosis from a table', async () => {
    const folder = taskFolder(SOUND);
    const cases = join(temporaryFolder(), 'cases.jsonl');
    writeFileSync(
      cases,
      jsonLines([
        { id: 'q1', article: 'A' },
        { id: 'd0', article: 'A', diagnosis: 'Aortic stenosis' },
        { id: 'd20', article: 'B', diagnosis: 'aortic stenosis' },
      ]),
    );
    const call = ['audit', folder, '--only', 'leakage', '--cases', cases];
    const { leakage } = JSON.parse((await r2med([...call, '--json'])).stdout) as AuditReport;
    expect(leakage[0]!.parts.filter((part) => part.found > 0).map(({ name, rule }) => [name, rule])).toEqual([
      ['queries and relevant documents of one article', 'same-case'],
      ['documents with the answer of a query and no judgement', 'same-diagnosis'],
    ]);
    writeFileSync(cases, jsonLines([{ id: 'q1', journal: 'A' }]));
    const wrong = await r2med(call);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringMatching(/cases\.jsonl:1: .*expected \{"id"/),
    ]);
  });

  it('relates the scores of systems to overlap, and leaves out what is of other content', async () => {
    const cwd = temporaryFolder();
    const tasks = ['--suite', 'sample', '--task', 'Biology,MedQA-Diag'];
    const systems = ['--system', 'bm25', '--system', 'hyde(sample-writer) > bm25'];
    expect((await r2med(['run', ...tasks, ...systems, '--quiet'], { cwd })).code).toBe(0);
    const call = ['audit', ...tasks, '--only', 'reasoning', '--results', 'results'];
    const reports = JSON.parse((await r2med([...call, '--json'], { cwd })).stdout) as readonly AuditReport[];
    for (const { reasoning } of reports)
      expect(reasoning!.dependence.map(({ system, measure, queries }) => [system, measure, queries])).toEqual(
        [
          ['bm25', 'nDCG@10', 9],
          ['hyde(sample-writer) > bm25', 'nDCG@10', 9],
        ],
      );
    const { stdout } = await r2med(call, { cwd });
    expect(stdout).toContain('Do scores depend on overlap, over all tasks?');
    expect(stdout.match(/^Do scores depend on overlap\?$/gm)).toHaveLength(2);
    const folder = taskFolder(SOUND, 'Biology');
    const other = await r2med(['audit', folder, '--only', 'reasoning', '--results', 'results', '--json'], {
      cwd,
    });
    expect((JSON.parse(other.stdout) as AuditReport).reasoning!.dependence).toEqual([]);
    expect(other.stderr).toContain('2 results on other files of this task are left out');
    const none = await r2med(['audit', folder, '--results', 'nothing'], { cwd });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('no results')]);
  });

  it('says what expanding the abbreviations of a table gains, and what cosines say', async () => {
    const table = join(temporaryFolder(), 'terms.tsv');
    writeFileSync(table, 'E. coli\tEscherichia coli\nATP\tadenosine triphosphate\n');
    const call = ['audit', 'Biology', '--suite', 'sample', '--only', 'reasoning', '--json'];
    const { reasoning, settings } = JSON.parse(
      (await r2med([...call, '--abbreviations', table, '--retriever', 'lsa'])).stdout,
    ) as AuditReport;
    expect(settings).toMatchObject({ cosine: ['lsa'], expansions: 1 });
    expect(reasoning!.groups.map(({ question }) => question)).toContain(
      'Are queries and relevant documents near in lsa?',
    );
    expect(reasoning!.missing.join()).not.toContain('no table of abbreviations');
  });

  it('reads generated texts, and refuses names that are none', async () => {
    const call = ['audit', 'Biology', '--suite', 'sample', '--only', 'reasoning', '--json', '--generations'];
    const { settings } = JSON.parse((await r2med([...call, 'hyde/sample-thinker'])).stdout) as AuditReport;
    expect(settings.generated).toEqual(['hyde/sample-thinker']);
    expect((await r2med([...call, 'hyde/nobody'])).stderr).toContain('there are hyde/sample-thinker');
    expect((await r2med([...call, 'sample-writer'])).stderr).toContain('METHOD/LLM');
    const bm25 = await r2med(['audit', 'Biology', '--suite', 'sample', '--retriever', 'bm25']);
    expect([bm25.code, bm25.stderr]).toEqual([2, expect.stringContaining('has no vectors')]);
  });
});
