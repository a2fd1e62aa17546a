import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
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

  it('are the tables of the documentation', () => {
    // Behind? node scripts/write-settings-tables.js
    const script = join(ROOT, 'scripts/write-settings-tables.js');
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('stand in the documentation, those of every stage', () => {
    const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
    const text = pages.map((name) => readFileSync(join(ROOT, 'docs', name), 'utf8')).join('\n');
    const listed = new Set(
      [...text.matchAll(/<!-- settings: (.*) -->/g)].flatMap(([, names]) => names!.split(', ')),
    );
    const expected = stages.filter(
      ([name, { settings }]) => Object.keys(settings).length > 0 && !name.startsWith('bm25-'),
    );
    expect(expected.map(([name]) => name).filter((name) => !listed.has(name))).toEqual([]);
  });

  it('complete the systems of an experiment in an editor', () => {
    // Behind? node scripts/write-experiment-schema.js
    const file = join(ROOT, 'schema/experiment.schema.json');
    const schema = JSON.parse(JSON.stringify(experimentJsonSchema(examples)));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(schema);
    expect(examples).toContain('bm25 > listwise(gpt4, 10, window=20, step=10, passes=1, words=300)');
  });
});
