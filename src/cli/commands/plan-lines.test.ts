import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { planExperiment } from '../../experiment/plans/index.js';
import { givenFlags, planLines } from './run.js';

const FILE = `suite: sample
tasks: [Biology]
systems: [bm25, {system: bm25, topK: 7}]
measures: [nDCG@10]
topK: 50
out: from-file
`;
const file = () => join(writtenFolder({ 'e.yaml': FILE }), 'e.yaml');

describe('--experiment', () => {
  it('takes tasks, measures and folder from its file', async () => {
    const plan = await planExperiment(file());
    expect(plan).toMatchObject({ suite: 'sample', tasks: ['Biology'] });
    expect([plan.out, plan.measures.map(({ name }) => name)]).toEqual(['from-file', ['nDCG@10']]);
  });

  it('knows what was given from what is a default', () => {
    const command = new Command()
      .option('--top-k <n>', '', '100')
      .option('--out <folder>', '', 'results')
      .exitOverride();
    command.parse(['--out', 'results'], { from: 'user' });
    expect(givenFlags(command.opts(), command)).toEqual({ out: 'results' });
  });

  it('is told line by line before it runs', async () => {
    const { runs } = await planExperiment(file());
    expect(planLines(runs, ['A', 'B'])).toEqual([
      'A: bm25',
      'A: bm25 [topK=7] = bm25',
      'B: bm25',
      'B: bm25 [topK=7] = bm25',
    ]);
  });
});
