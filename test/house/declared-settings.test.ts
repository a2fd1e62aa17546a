import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { experimentJsonSchema } from '../../src/experiment/plans/experiment-schema.js';
import { checkSystem, declaredStages } from '../../src/experiment/systems/index.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const stages = Object.entries(declaredStages());
const examples = stages.flatMap(([, { example }]) => example ?? []);

describe('the settings that stages declare', () => {
  it.each(examples)('make a system that is understood: %s', (example) => {
    expect(() => checkSystem(example)).not.toThrow();
  });

  it('complete the systems of an experiment in an editor', () => {
    const file = join(ROOT, 'schema/experiment.schema.json');
    const schema = JSON.parse(JSON.stringify(experimentJsonSchema(examples)));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(schema);
    expect(examples).toContain('bm25 > listwise(gpt4, 10, window=20, passes=1, words=300)');
  });
});
