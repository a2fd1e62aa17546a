import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findPersonalData } from '../../src/benchmarks/personal-data/index.js';
import { measured, sentencesOf } from '../support/planted-personal-data.js';

const SAMPLE = fileURLToPath(new URL('../../data/sample', import.meta.url));

describe('planted identifiers', () => {
  it('are all found in the sentences that the rules were written with, and nothing else is', () => {
    const { missed, wrong, clean } = measured(sentencesOf('written'));
    expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
    expect(clean).toBeGreaterThan(150);
  });
});

it('the sample suite, written without a thought of it, names nobody', () => {
  const files = readdirSync(SAMPLE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?:corpus|query)\.jsonl$/.test(file),
  );
  const texts = files.flatMap((file) =>
    readFileSync(join(SAMPLE, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly text: string }).text),
  );
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.flatMap((text) => findPersonalData(text))).toEqual([]);
});
