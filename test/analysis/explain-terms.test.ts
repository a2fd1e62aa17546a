import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { QueryExplanation } from '../../src/experiment/record/index.js';
import { r2med } from '../support/in-process.js';

const MODEL = fileURLToPath(new URL('../golden/onnx/bert', import.meta.url));

it('explain --attribution says of an ONNX model what sentences and words add to each score in the run', async () => {
  const home = mkdtempSync(join(tmpdir(), 'r2med-terms-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const env = { R2MED_HOME: home };
  const call = ['--suite', 'sample', '--task', 'Biology', '--system', `onnx:${MODEL}`, '--json', '--quiet'];
  const ran = await r2med(['run', ...call, '--out', join(home, 'results')], { env });
  expect(ran.code).toBe(0);
  const explain = async (...more: readonly string[]) => {
    const { code, stdout, stderr } = await r2med(
      ['explain', 'bio-q01', ...call, '--results', join(home, 'results'), '--limit', '2', ...more],
      { env },
    );
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    return (JSON.parse(stdout) as QueryExplanation).systems[0]!;
  };
  const { hits, from } = await explain('--attribution');
  expect(from).toBe('record');
  for (const { score, parts, text } of hits) {
    expect(Math.fround(parts.reduce((sum, { value }) => sum + value, 0))).toBe(Math.fround(score));
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['sentence 1', 'not attributed']));
    const best = parts.find((part) => part.from)!;
    expect(best.from!.parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(best.value, 9);
    for (const { name, ranges = [] } of best.from!.parts)
      for (const [start, end] of ranges) expect(text!.slice(start, end)).toBe(name);
  }
  // Afterwards without the flag: what was made is cached.
  expect((await explain()).hits.map(({ parts }) => parts)).toEqual(hits.map(({ parts }) => parts));
});
