import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dumpJourney } from '../support/dump-journey.js';
import { rows } from '../support/generating.js';
import { SUBJECT_COUNT } from '../support/illustrated-dumps.js';

it('dumps of a forum and of articles become an audited release that its users can load', async () => {
  const { folder, type, served, toCandidates, toRelease } = await dumpJourney();
  await toCandidates();
  await type(`r2med build judge --judges ${served('alder')},${served('birch')}`);
  const reasoned = rows(readFileSync(join(folder, 'build/reasoned.jsonl'), 'utf8'));
  expect(reasoned).toHaveLength(SUBJECT_COUNT);
  expect(reasoned[0]).toMatchObject({
    family: 'post',
    origin: { licence: 'CC BY-SA 4.0' },
    stage: 'diagnosis',
    bodySystem: 'Skeletal',
    evidence: ['PMC99999101'],
    reasoning: expect.stringContaining('Final Answer: gout'),
    trail: ['classify', 'filter', 'reformulate', 'reason'].map((step) => ({ step })),
  });
  await toRelease();
});
