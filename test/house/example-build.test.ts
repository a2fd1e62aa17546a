import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startR2med } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { parquetTable } from '../support/parquet-table.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/build', import.meta.url));

/** A copy of the example, in which it is built. */
const copied = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'r2med-example-'));
  cpSync(EXAMPLE, folder, { recursive: true });
  return folder;
};

const rows = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Every file below a folder, with its content. */
const content = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length), readFileSync(path, 'latin1')]),
  );

const all = (cwd: string, ...more: readonly string[]) =>
  r2med(['build', 'all', '--plan', 'plan.yaml', '--quiet', ...more], { cwd });

/** Lets the reviewers of the example answer. */
const review = (cwd: string): void =>
  cpSync(join(cwd, 'review'), join(cwd, 'build/review'), { recursive: true });

describe('the example of docs/guides/build.md', () => {
  let cwd: string;
  let release: string;

  beforeAll(async () => {
    cwd = copied();
    release = join(cwd, 'build/release/1.0.0');
    const waiting = await all(cwd);
    expect(waiting.code).toBe(1);
    expect(waiting.stderr).toContain('45 of 45 items wait for a decision of the reviewers');
    expect(existsSync(join(cwd, 'build/release'))).toBe(false);
    review(cwd);
    const { code, stderr } = await all(cwd);
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  it('loses something at every step, and says why', async () => {
    const { stdout } = await all(cwd, '--json');
    const held = Object.fromEntries(
      (JSON.parse(stdout) as { step: string; held: object }[]).map((report) => [report.step, report.held]),
    );
    expect(held).toMatchObject({
      collect: { 'personal data': 1 },
      classify: { 'not usable': 1 },
      filter: { 'too simple': 1, 'ambiguous answer': 1, 'not reformulatable': 1, 'not a medical entity': 1 },
      reformulate: { 'number changed': 1 },
      cases: { 'the query gives the diagnosis away': 1, 'too few cases of this diagnosis': 1 },
      assemble: { 'rejected by reviewers': 1 },
    });
  });

  it('comes to tasks that run scores, the same in every layout', async () => {
    for (const task of ['Illustration-Evidence', 'Illustration-Cases']) {
      const scores = [];
      for (const data of [`r2med/${task}`, `beir/${task}`, `parquet#${task}`]) {
        const { code, stdout, stderr } = await r2med(
          ['run', '--data', join(release, data), '--system', 'bm25', '--system', 'lsa', '--json', '--quiet'],
          {},
        );
        expect([code, stderr]).toEqual([0, '']);
        const { rows: systems } = JSON.parse(stdout) as { rows: { system: string; mean: number }[] };
        scores.push(systems.map(({ system, mean }) => [system, mean]));
      }
      expect(scores[1]).toEqual(scores[0]);
      expect(scores[2]).toEqual(scores[0]);
      for (const [, mean] of scores[0]!) expect(mean).toBeGreaterThan(0.5);
    }
  });

  it('comes to tasks that audit passes', async () => {
    const { code, stderr } = await r2med([
      ...['audit', join(release, 'r2med/Illustration-Evidence'), join(release, 'r2med/Illustration-Cases')],
      ...['--fail-on', 'warning', '--json'],
    ]);
    expect([code, stderr]).toEqual([0, '']);
  });

  it('names no person, of the material or of the review, and no folder of this machine', () => {
    for (const [path, text] of content(release)) {
      for (const hidden of ['Falkenrath', '5550142', '"anna"', '"cara"', cwd])
        expect([path, text.includes(hidden)]).toEqual([path, false]);
    }
  });

  it('tells what reviewers overturned and how far they agreed', () => {
    const card = readFileSync(join(release, 'README.md'), 'utf8');
    expect(card).toMatch(/\| filter \| 11 \| 1 \| 9 % \|/);
    expect(card).toMatch(/\| R1 \| 4[45] \| [01] \| \d+ \|/);
    const agreement = JSON.parse(readFileSync(join(release, 'provenance/agreement.json'), 'utf8'));
    expect(agreement.questions.map(({ over }: { over: string }) => over)).toContain(
      'judge: answer-relevance',
    );
    const queries = rows(join(release, 'provenance/queries.jsonl'));
    const wrist = queries.find(({ id }) => id === 'exam-wrist');
    expect(
      wrist.judgements.find(({ passage }: { passage: string }) => passage === 'scaphoid-0'),
    ).toMatchObject({ label: 'relevant', by: 'review' });
    expect(queries.map(({ id }) => id)).not.toContain('treatment-calcium');
  });

  it('does nothing the second time, and gives the same bytes elsewhere', async () => {
    const before = content(join(cwd, 'build'));
    const again = await r2med(['build', 'all', '--plan', 'plan.yaml'], { cwd });
    expect(again.stderr.match(/was done already/g)).toHaveLength(11);
    expect(again.stderr).toContain('11 steps, 11 done; no new calls');
    expect(content(join(cwd, 'build'))).toEqual(before);
    const other = copied();
    await all(other);
    review(other);
    await all(other);
    expect(content(join(other, 'build/release'))).toEqual(content(join(cwd, 'build/release')));
    rmSync(other, { recursive: true });
  });

  it('says beforehand what everything costs, and writes nothing', async () => {
    const other = copied();
    const { code, stdout } = await r2med(['build', 'all', '--plan', 'plan.yaml', '--dry-run', '--json'], {
      cwd: other,
    });
    expect(code).toBe(0);
    const estimates = JSON.parse(stdout) as { step: string; plan?: { calls: number; cached: number } }[];
    expect(estimates.map(({ step }) => step)).toHaveLength(11);
    // If nothing were held back: 18 questions. Answered is what the files of answers hold: 10 rewritten queries, and of the pairs that are
    // guessed for two judges those that were graded.
    expect(estimates.find(({ step }) => step === 'classify')?.plan).toMatchObject({ calls: 0, cached: 18 });
    expect(estimates.find(({ step }) => step === 'reformulate')?.plan).toMatchObject({
      calls: 0,
      cached: 10,
    });
    expect(estimates.find(({ step }) => step === 'judge')?.plan).toMatchObject({ calls: 0, cached: 56 });
    expect(existsSync(join(other, 'build'))).toBe(false);
    rmSync(other, { recursive: true });
  });

  it('makes no release of files that were not made from each other', async () => {
    const other = copied();
    cpSync(join(cwd, 'build'), join(other, 'build'), { recursive: true });
    const step = (...args: readonly string[]) => r2med(['build', ...args, '--quiet'], { cwd: other });
    // Passages keep their ids and get other texts: the labels would be those of other documents.
    expect(await step('chunk', '--tokens', '64', '--overwrite')).toMatchObject({ code: 0 });
    const { code, stderr } = await step(
      ...['assemble', '--name', 'Illustration', '--version', '1.0.1', '--overwrite'],
    );
    expect(code).toBe(2);
    expect(stderr).toContain('build pool was done with another passages.jsonl than there is now');
    expect(existsSync(join(other, 'build/release/1.0.1'))).toBe(false);
    rmSync(other, { recursive: true });
  });

  it('makes no release of decisions that the answers do not come to', async () => {
    const other = copied();
    cpSync(join(cwd, 'build'), join(other, 'build'), { recursive: true });
    const decisions = join(other, 'build/review/decisions.jsonl');
    writeFileSync(decisions, readFileSync(decisions, 'utf8').replace('"unanimous"', '"majority"'));
    const { code, stderr } = await all(other, '--overwrite');
    expect(code).toBe(1);
    expect(stderr).toContain('decisions.jsonl is not what the answers of the reviewers come to');
    rmSync(other, { recursive: true });
  });

  it('is read from Parquet as from CSV', async () => {
    const other = copied();
    const items = rows(join(other, 'material/posts.jsonl'));
    const columns = ['id', 'title', 'body', 'short'] as const;
    writeFileSync(
      join(other, 'material/posts.parquet'),
      parquetTable(Object.fromEntries(columns.map((name) => [name, items.map((item) => item[name])]))),
    );
    const mapping = readFileSync(join(other, 'mapping/posts.yaml'), 'utf8');
    writeFileSync(
      join(other, 'mapping/posts.yaml'),
      mapping.replace('posts.jsonl', 'posts.parquet').replace(/^ {2}evidence: .*\n/m, ''),
    );
    const { code } = await r2med(['build', 'collect', '--mapping', 'mapping/posts.yaml', '--quiet'], {
      cwd: other,
    });
    expect(code).toBe(0);
    const posts = rows(join(cwd, 'build/items.jsonl')).filter(({ family }) => family === 'post');
    expect(rows(join(other, 'build/items.jsonl'))).toEqual(posts.map(({ evidence: _, ...post }) => post));
    rmSync(other, { recursive: true });
  });
});

describe('a construction that is disturbed', () => {
  it('goes on where it was killed, to the same bytes', async () => {
    const [whole, killed] = [copied(), copied()];
    for (const folder of [whole, killed])
      cpSync(join(folder, 'review'), join(folder, 'build/review'), { recursive: true });
    await all(whole);
    for (const step of ['filter', 'chunk', 'pool']) {
      const call = startR2med(['build', 'all', '--plan', 'plan.yaml'], { cwd: killed });
      await call.said(`build ${step}: done`);
      call.kill('SIGKILL');
      // Killed, and not at its end: several steps were to come.
      expect((await call.done).code).toBeNull();
    }
    expect((await all(killed)).code).toBe(0);
    expect(content(join(killed, 'build/release'))).toEqual(content(join(whole, 'build/release')));
    for (const folder of [whole, killed]) rmSync(folder, { recursive: true });
  });

  it('is done once by two at once', async () => {
    const cwd = copied();
    cpSync(join(cwd, 'review'), join(cwd, 'build/review'), { recursive: true });
    const calls = [0, 1].map(() => startR2med(['build', 'all', '--plan', 'plan.yaml', '--json'], { cwd }));
    const [one, other] = await Promise.all(calls.map(({ done }) => done));
    expect([one!.code, other!.code]).toEqual([0, 0]);
    expect(one!.stdout).toBe(other!.stdout);
    const said = `${one!.stderr}\n${other!.stderr}`;
    for (const step of ['collect', 'judge', 'assemble'])
      expect(said.match(new RegExp(`build ${step}: done`, 'g'))).toHaveLength(1);
    expect(readdirSync(join(cwd, 'build/release'))).toEqual(['1.0.0']);
    rmSync(cwd, { recursive: true });
  });

  it('makes no release of texts that may not be passed on', async () => {
    const cwd = copied();
    const mapping = join(cwd, 'mapping/pages.yaml');
    writeFileSync(mapping, readFileSync(mapping, 'utf8').replace('CC-BY-4.0', 'CC-BY-ND-4.0'));
    cpSync(join(cwd, 'review'), join(cwd, 'build/review'), { recursive: true });
    const blocked = await all(cwd);
    expect(blocked.code).toBe(1);
    expect(blocked.stderr).toContain('licence (Illustration-Evidence: 12 texts under "CC-BY-ND-4.0"');
    expect(existsSync(join(cwd, 'build/release'))).toBe(false);
    const plan = join(cwd, 'plan.yaml');
    writeFileSync(
      plan,
      `${readFileSync(plan, 'utf8')}    accept: { licence: the owner has allowed it in writing }\n`,
    );
    expect((await all(cwd)).code).toBe(0);
    expect(readFileSync(join(cwd, 'build/release/1.0.0/README.md'), 'utf8')).toContain(
      'the owner has allowed it in writing',
    );
    rmSync(cwd, { recursive: true });
  });
});
