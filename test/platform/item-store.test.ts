import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { itemStore } from '../../src/platform/node/index.js';

const WRITER = fileURLToPath(new URL('../support/item-writer.js', import.meta.url));

/** A process that appends items without end and says after each batch how many it has; killed after some. */
const writeAndDie = async (folder: string, name: string, batches: number): Promise<number> => {
  const child = spawn(process.execPath, [WRITER, folder, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text.split('\n').length - 1;
    if (said >= batches) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return said;
};

it('what several processes said they had appended outlives their being killed', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'r2med-items-'));
  const said = new Map<string, number>();
  for (const round of [1, 2]) {
    const names = ['a', 'b', 'c'].map((name) => `${name}${round}`);
    const counts = await Promise.all(names.map((name, i) => writeAndDie(folder, name, 5 + 7 * i)));
    for (const [i, name] of names.entries()) said.set(name, counts[i]!);
  }
  const items = await itemStore(folder, () => {})({ test: 'killed' });
  for (const [name, batches] of said) {
    expect(batches).toBeGreaterThan(0);
    const wanted = Array.from({ length: batches * 3 }, (_, i) => `${name} ${i}`);
    const textOf = new Map(wanted.map((text) => [items.keyOf(text), text]));
    const found = new Set<string>();
    await items.read(textOf.keys(), (key, bytes) => {
      expect(Buffer.from(bytes).toString()).toBe(textOf.get(key)!.repeat(200));
      found.add(textOf.get(key)!);
    });
    expect(found.size).toBe(wanted.length);
  }
});
