import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

/** Counts letters; answers only when it got every argument of the documented line. */
const OWN = `import { createInterface } from 'node:readline';
if (process.argv.slice(2).join('|') !== (process.env.WANTED ?? '')) throw new Error(process.argv.slice(2).join('|'));
console.log(JSON.stringify({ r2med: 1, name: 'letters', version: '1' }));
for await (const line of createInterface({ input: process.stdin })) {
  const { id, texts } = JSON.parse(line);
  const vectors = texts.map((text) => [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => text.split(letter).length));
  console.log(JSON.stringify({ id, vectors }));
}
`;

const folderWithOwn = (): string => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'own.mjs'), OWN);
  return cwd;
};

const SAMPLE = ['--suite', 'sample', '--task', 'Biology', '--json', '--quiet'];
const systems = (stdout: string): readonly string[] =>
  (JSON.parse(stdout).records as { name: string }[]).map(({ name }) => name);

describe('command:"…" as a shell hands it over, without its quotes', () => {
  it('is a retriever, with blanks, brackets, commas and ">" in it', async () => {
    const cwd = folderWithOwn();
    const plain = await r2med(['run', ...SAMPLE, '--retriever', 'command:node own.mjs'], { cwd });
    expect([plain.code, plain.stderr, systems(plain.stdout)]).toEqual([0, '', ['letters']]);
    const odd = await r2med(['run', ...SAMPLE, '--retriever', `command:node own.mjs a,b (c) '>' "d e"`], {
      cwd: folderWithOwn(),
      env: { WANTED: 'a,b|(c)|>|d e' },
    });
    expect([odd.code, odd.stderr, systems(odd.stdout)]).toEqual([0, '', ['letters']]);
  });

  it('is a stage of a system, alone and after another', async () => {
    const cwd = folderWithOwn();
    const { code, stdout, stderr } = await r2med(
      [
        ...['run', ...SAMPLE, '--system', 'command:node own.mjs'],
        ...['--system', 'hyde(sample-writer) > command:node own.mjs > top(5)'],
      ],
      { cwd },
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(systems(stdout)).toEqual(['letters', 'hyde(sample-writer) > letters > top(5)']);
  });

  it('is a system of an experiment', async () => {
    const cwd = folderWithOwn();
    writeFileSync(
      join(cwd, 'own.yaml'),
      'title: Own\nsuite: sample\ntasks: [Biology]\nsystems:\n  - command:node own.mjs\n  - rrf(bm25, command:node own.mjs)\n',
    );
    const { code, stdout, stderr } = await r2med(['run', '--experiment', 'own.yaml', '--json', '--quiet'], {
      cwd,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect([...systems(stdout)].sort()).toEqual(['letters', 'rrf(bm25, letters)']);
  });
});

describe("the reference's line", () => {
  it('needs no verb in front', async () => {
    const line = '--mode eval_retrieval --suite sample --task All --retriever_name bm25 --json --quiet';
    const { code, stdout, stderr } = await r2med(line.split(' '));
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout).tasks).toHaveLength(8);
    const short = await r2med(['--suite', 'sample', '--retriever_name=bm25', '--dry-run']);
    expect([short.code, short.stdout.split('\n')[0]]).toEqual([0, 'Biology: bm25']);
  });

  it('that generates names the verb, and a line without its flags is not taken for one', async () => {
    const generating = await r2med(['--mode', 'generate_hydoc', '--task', 'Biology']);
    expect([generating.code, generating.stderr]).toEqual([2, expect.stringContaining('r2med generate')]);
    expect((await r2med(['--task', 'Biology'])).code).toBe(2);
  });
});
