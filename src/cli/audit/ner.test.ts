import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.js';
import { r2med } from '../../../test/support/in-process.js';
import { jsonl } from '../../../test/support/written-folder.js';

const MODEL = `onnx:${fileURLToPath(new URL('../../../test/golden/ner', import.meta.url))}`;

/** Answers the first request well, and every later one with offsets outside the text. */
const BAD = `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, texts } = JSON.parse(line);
  const entities = texts.map((text) => (text === 'fever' ? [] : [{ start: 0, end: 1e6, label: 'PER' }]));
  console.log(JSON.stringify({ id, entities }));
}`;

const bench = () => {
  const folder = temporaryFolder();
  const file = (name: string): string => join(folder, name);
  writeFileSync(
    file('rows.jsonl'),
    jsonl(
      { id: 'd1', text: 'When Kofi came back from Accra the cough was gone.' },
      { id: 'd2', text: 'Gout is common.' },
    ),
  );
  writeFileSync(
    file('rows.yaml'),
    'family: source\nfiles: rows.jsonl\nsource: mine\nlicence: CC-BY-4.0\nfields: {id: id, text: text}\n',
  );
  writeFileSync(file('bad.mjs'), BAD);
  const collect = (...more: readonly string[]) =>
    r2med(['build', 'collect', '--work', file('work'), '--mapping', file('rows.yaml'), ...more]);
  return { file, collect, bad: `command:${process.execPath} ${file('bad.mjs')}` };
};

it('build collect holds back what the model finds, and its report names the model and no path', async () => {
  const { file, collect } = bench();
  expect(await collect('--ner', MODEL)).toMatchObject({ code: 0 });
  const held = JSON.parse(readFileSync(file('work/collect.held.jsonl'), 'utf8'));
  expect(held).toMatchObject({
    id: 'd1',
    why: 'personal data',
    findings: [{ text: 'Kofi', reason: 'PER by onnx-ner' }, { text: 'Accra' }],
  });
  const { settings } = JSON.parse(readFileSync(file('work/collect.report.json'), 'utf8'));
  expect(settings).toMatchObject({ ner: 'onnx-ner', nerModel: { kind: 'onnx-token-classifier' } });
  expect(JSON.stringify(settings)).not.toContain('golden');
  expect((await collect('--ner', MODEL)).stderr).toContain('was done already');
  expect(await collect()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('done with ner "onnx-ner"'),
  });
});

it('a model that answers nonsense ends build collect and audit, and nothing is written', async () => {
  const { file, collect, bad } = bench();
  const reason = expect.stringContaining('not known whether it names a person');
  expect(await collect('--ner', bad)).toMatchObject({ code: 1, stderr: reason });
  expect(() => readFileSync(file('work/sources.jsonl'))).toThrow('ENOENT');
  const audit = ['audit', '--suite', 'sample', '--task', 'Biology', '--only', 'checks'];
  expect(await r2med([...audit, '--ner', bad])).toMatchObject({ code: 1, stdout: '', stderr: reason });
  const { stdout } = await r2med([...audit, '--json', '--ner', MODEL]);
  expect(JSON.parse(stdout)).toMatchObject({ settings: { ner: 'onnx-ner' } });
});
