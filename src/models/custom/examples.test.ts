import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedded } from '../../../test/support/embedded.js';
import { openCommand } from './command.js';
import type { CustomEmbedder } from './custom-embedder.js';
import { openModule } from './module.js';
import { readMessage, requestLine } from './protocol.js';

const cwd = fileURLToPath(new URL('../../..', import.meta.url));
const MODULE = 'examples/own-model.mjs';
const PROGRAM = 'examples/own-model.py';
const page = readFileSync(join(cwd, 'docs/guides/your-own-model.md'), 'utf8');

const TEXTS = [
  'A swollen, red first toe after a rich dinner; colchicine helped.',
  'foobar',
  '',
  'Ödeme – 関節痛 \u2028 "K" İstanbul ΣΑΣ \ud83d\ude00 \n\t\u0000 x',
  'gout '.repeat(5000),
  ...Array.from({ length: 100 }, (_, i) => `case ${i} of ${i % 7}`),
];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-examples-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const vectorsOf = async (model: CustomEmbedder<Float32Array>): Promise<unknown> => {
  try {
    expect(model).toMatchObject({ name: 'hashing', similarity: 'cosine', dimensions: 256 });
    return await embedded(model, TEXTS, { role: 'query' });
  } finally {
    await model.close();
  }
};

const fromModule = async (): Promise<unknown> => vectorsOf(await openModule(MODULE, { cwd }));

describe('the example', () => {
  it('in JavaScript counts words at the places their FNV-1a hash names', async () => {
    const vectors = (await fromModule()) as Float32Array[];
    // From the hash's published test vectors: FNV-1a of "foobar" is 0xbf9cf968.
    const expected = new Float32Array(256);
    expected[0x68] = 1;
    expect(vectors[1]).toEqual(expected);
    expect(vectors[2]).toEqual(new Float32Array(256));
  });

  it('in JavaScript gives the same vectors behind the protocol of commands', async () => {
    const twin = join(folder, 'twin.mjs');
    writeFileSync(
      twin,
      `import { createInterface } from 'node:readline';
       import { dimensions, embed, name, similarity, version } from ${JSON.stringify(new URL(`../../../${MODULE}`, import.meta.url).href)};
       const write = (message) => console.log(JSON.stringify(message));
       write({ r2med: 1, name, version, dimensions, similarity });
       for await (const line of createInterface({ input: process.stdin })) {
         const { id, texts, role } = JSON.parse(line);
         write({ id, vectors: embed(texts, role).map((vector) => [...vector]) });
       }`,
    );
    const model = await openCommand(`'${process.execPath}' '${twin}'`, { cwd });
    expect(await vectorsOf(model)).toEqual(await fromModule());
  });

  it('in Python gives the same vectors, where there is a python3', async () => {
    if (spawnSync('python3', ['--version']).status !== 0) {
      // The twin above has covered the protocol; the Python file itself has not been run.
      console.error(`\n*** python3 IS MISSING ON THIS MACHINE: ${PROGRAM} WAS NOT RUN ***\n`);
      return;
    }
    const notes: string[] = [];
    const model = await openCommand(`python3 ${PROGRAM}`, { cwd, note: (line) => notes.push(line) });
    expect(await vectorsOf(model)).toEqual(await fromModule());
    expect(notes).toEqual([]);
  });
});

describe('the page', () => {
  it('shows both examples as they are', () => {
    expect(page).toContain(`\`\`\`js\n${readFileSync(join(cwd, MODULE), 'utf8')}\`\`\``);
    expect(page).toContain(`\`\`\`python\n${readFileSync(join(cwd, PROGRAM), 'utf8')}\`\`\``);
  });

  it('shows a request and an answer as they are sent', () => {
    const [request, answer] = /```jsonl\n([\s\S]*?)\n```/.exec(page)![1]!.split('\n');
    const sent = { id: 7, kind: 'dense', role: 'query', texts: ['swollen toe', 'fever'] } as const;
    expect(`${request}\n`).toBe(requestLine(sent));
    expect(readMessage(answer!)).toMatchObject({
      is: 'answer',
      id: 7,
      vectors: [
        [0.25, -0.5],
        [0.125, 1],
      ],
    });
  });
});
