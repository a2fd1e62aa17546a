import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';

const SECRET = 'pw5ecret';
const USER = `http://user:${SECRET}@127.0.0.1:9/v1`;
const QUERY = `http://127.0.0.1:9/v1?api_key=${SECRET}`;
const SAMPLE = ['--suite', 'sample', '--task', 'Biology'];

/** Prints the hello and vectors that docs/guides/your-own-model.md asks for; takes an address as its argument. */
const MODEL = `
process.stdin.setEncoding('utf8');
let rest = '';
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, texts } = JSON.parse(line);
    console.error('connected to ' + process.argv[2]);
    console.log(JSON.stringify({ id, vectors: texts.map((each) => [each.length, 1]) }));
  }
});
`;

describe('a password in an address', () => {
  const calls: readonly (readonly string[])[] = [USER, QUERY].flatMap((address) => [
    ['run', ...SAMPLE, '--retriever', `served:${address}#m`],
    ['run', ...SAMPLE, '--retriever', `served:${address}#m`, '--dry-run'],
    ['run', ...SAMPLE, '--retriever', 'bge', '--endpoint', address],
    ['run', ...SAMPLE, '--retriever', address],
    ['run', ...SAMPLE, '--retriever', `command:python3 ${address}`],
    ['run', ...SAMPLE, '--retriever', 'bm25', '--reranker', `served:${address}#m`],
    ['run', ...SAMPLE, '--system', `hyde(served:${address}#m) > bm25`, '--generations', 'new'],
    ['run', ...SAMPLE, '--retriever', 'bm25', '--engine', `opensearch:${address}`],
    ['run', ...SAMPLE, '--retriever', 'bm25', '--engine', address],
    ['run', '--suite', address, '--retriever', 'bm25'],
    ['run', '--data', address, '--retriever', 'bm25'],
    ['generate', ...SAMPLE, '--gar', 'hyde', '--llm', `served:${address}#m`],
    ['generate', ...SAMPLE, '--gar', 'hyde', '--llm', 'gpt4', '--endpoint', address, '--dry-run'],
    ['models', 'show', `served:${address}#m`],
    ['eval', '--judgements', address, '--run', address],
    ['compare', address, address],
    [address],
    ['run', `--${address}`],
  ]);
  it.each(calls)('is not printed: %j', async (...args) => {
    const { stdout, stderr } = await r2med(args.flat());
    expect(stdout + stderr).not.toContain(SECRET);
  });

  it.each(['HF_ENDPOINT', 'HTTPS_PROXY', 'HTTP_PROXY', 'OPENAI_BASE_URL'])(
    'is not printed from %s',
    async (name) => {
      for (const address of [USER, QUERY])
        for (const args of [['doctor'], ['doctor', '--json'], ['fetch', '--task', 'Biology', '--offline']]) {
          const { stdout, stderr } = await r2med(args, { env: { [name]: address } });
          expect(stdout + stderr).not.toContain(SECRET);
        }
    },
  );

  it('reaches a command, and neither its notes, nor names, tables, records, runs or caches', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'model.mjs'), MODEL);
    const experiment = {
      suite: 'sample',
      tasks: ['Biology'],
      systems: [
        { name: `mine at ${QUERY}`, system: 'bm25' },
        { name: `ours at ${USER}`, system: `command:"node model.mjs ${USER}"` },
      ],
    };
    writeFileSync(join(cwd, 'e.json'), JSON.stringify(experiment));
    const env = { R2MED_HOME: join(cwd, 'out', 'home') };
    const ran = await r2med(['run', '--experiment', 'e.json', '--out', 'out'], { cwd, env });
    const listed = await r2med(['leaderboard', '--results', 'out', '--json'], { cwd, env });
    expect(ran.stderr).toContain('connected to http://…@127.0.0.1:9/v1');
    expect([ran.code, listed.code]).toEqual([0, 0]);
    expect(ran.stdout + ran.stderr + listed.stdout + listed.stderr).not.toContain(SECRET);
    const files = readdirSync(join(cwd, 'out'), { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    expect(files.length).toBeGreaterThan(6);
    for (const { parentPath, name } of files) {
      expect(join(parentPath, name)).not.toContain(SECRET);
      expect(readFileSync(join(parentPath, name)).includes(SECRET)).toBe(false);
    }
  });
});
