import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { printedBy } from '../support/in-process.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.error('\n*** python3 IS MISSING ON THIS MACHINE: python/r2med WAS NOT RUN ***\n');

interface Row {
  readonly task: string;
  readonly score: number;
}

interface Answers {
  readonly table: { readonly model: string; readonly measure: string; readonly rows: readonly Row[] };
  readonly mean: number;
  readonly text: string;
  readonly html: string;
  readonly sides: readonly string[];
  readonly roles: readonly string[];
  readonly saved: boolean;
  readonly compared: { readonly rows: readonly Readonly<Record<string, number>>[] };
  readonly same: number;
  readonly refused: Readonly<Record<string, readonly [problem: string, fix: string | null] | null>>;
}

describe.runIf(hasPython)('the Python package', () => {
  const folder = temporaryFolder();
  const { status, stdout, stderr } = spawnSync(
    'python3',
    ['-B', join(ROOT, 'test/python/package_check.py'), ROOT, folder],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        R2MED_PROGRAM: `"${process.execPath}" "${join(ROOT, 'bin/r2med.js')}"`,
        R2MED_HOME: join(folder, 'home'),
      },
    },
  );
  const answers = JSON.parse(stdout || '{}') as Answers;

  it('gives a model the scores that r2med run gives it', async () => {
    expect([status, stderr]).toEqual([0, '']);
    const out = temporaryFolder();
    const model = `command:python3 ${join(ROOT, 'examples/own-model.py')}`;
    const tasks = ['--suite', 'sample', '--task', 'Biology', '--task', 'MedQA-Diag'];
    const { rows } = JSON.parse(
      await printedBy(['run', ...tasks, '--retriever', model, '--out', out, '--json', '--quiet']),
    );
    const { table, mean } = answers;
    expect([table.model, table.measure]).toEqual(['hashing', 'nDCG@10']);
    expect(Object.fromEntries(table.rows.map(({ task, score }) => [task, score]))).toEqual(rows[0].scores);
    expect(mean).toBeCloseTo(rows[0].mean, 12);
  });

  it('shows a table as text and as HTML', () => {
    const [head, titles, biology] = answers.text.split('\n');
    expect([head, titles!.trim().split(/ +/)]).toEqual([
      'hashing, nDCG@10',
      ['task', 'score', 'low', 'high', 'queries'],
    ]);
    expect(biology).toMatch(/^ +Biology {2}0\.0937 {2}0\.\d{4} {2}0\.\d{4} +9$/);
    expect(answers.html).toContain('<td>Biology</td><td>0.0937</td>');
  });

  it('takes a folder, keeps records where it is told to, and tells queries from documents', () => {
    expect(answers).toMatchObject({ sides: ['Biology'], roles: ['document', 'query'], saved: true });
  });

  it('compares runs of files and of dicts', () => {
    expect(answers.compared.rows).toMatchObject([
      { a: 1, b: 0.75, difference: -0.25, queries: 2, wins: 0, ties: 1, losses: 1 },
    ]);
    expect(answers.same).toBe(0);
  });

  it.each([
    ['task', 'unknown task "Biologie"', 'did you mean "Biology"?'],
    ['tasks', 'no tasks', 'name some'],
    ['model', 'without encode', 'add encode(texts)'],
    ['failing', 'out of memory', 'correct the'],
    ['run', '"none.run", which is no run file', 'name run files'],
    ['program', 'r2med does not start', 'check R2MED_PROGRAM'],
  ])('raises an error with problem and fix, and gives no number: %s', (name, problem, fix) => {
    expect(answers.refused[name]).toEqual([expect.stringContaining(problem), expect.stringContaining(fix)]);
  });

  it('has the version of the npm package, and needs nothing that Python does not have', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const project = readFileSync(join(ROOT, 'python/pyproject.toml'), 'utf8');
    expect(project).toContain(`\nversion = "${version}"\n`);
    expect(project).toContain('\ndependencies = []\n');
    const { stdout: names } = spawnSync('python3', ['-c', 'import sys; print(*sys.stdlib_module_names)'], {
      encoding: 'utf8',
    });
    const folders = join(ROOT, 'python/r2med');
    const imported = readdirSync(folders)
      .filter((file) => file.endsWith('.py'))
      .flatMap((file) => [...readFileSync(join(folders, file), 'utf8').matchAll(/^\s*import (\w+)/gm)]);
    expect(imported.length).toBeGreaterThan(10);
    expect(
      imported.map(([, name]) => name!).filter((name) => !names.trim().split(' ').includes(name)),
    ).toEqual([]);
  });
});
