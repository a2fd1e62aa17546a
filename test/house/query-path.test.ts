import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The files of the drawing, each with those it is drawn under. */
const drawn = (): readonly string[] => {
  const [, drawing = ''] =
    /^## The way of one query\n[\s\S]*?```\n([\s\S]*?)```/m.exec(
      readFileSync(at('ARCHITECTURE.md'), 'utf8'),
    ) ?? [];
  return drawing
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ')[0]!);
};

describe('the way of one query in ARCHITECTURE.md', () => {
  it('goes from bin/ to the place that prints', () => {
    expect([drawn()[0], drawn().at(-1)]).toEqual(['bin/r2med.js', 'cli/output.ts']);
  });

  it('names files whose code runs, of 155 at most', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [at('scripts/count-modules.js')]);
    const ran = stdout.trim().split('\n');
    expect(ran).toContain('cli/main.ts');
    expect(
      drawn()
        .slice(1)
        .filter((file) => !ran.includes(file)),
    ).toEqual([]);
    expect(ran.length).toBeLessThanOrEqual(155);
  });
});
