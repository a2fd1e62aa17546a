import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { exampleFolder } from '../support/example-folder.js';
import { callsIn, helpExamples, parseOnly } from '../support/help-examples.js';
import { r2med } from '../support/in-process.js';

/** What stands in the way of an example here, and what is done instead: words that are added, or its words are only read. */
const OTHERWISE: readonly (readonly [call: RegExp, reason: string, instead: string | 'read'])[] = [
  [/^prompts import|--prompts r2med-prompts/, 'clone of the reference implementation', 'read'],
  [
    /^run .*(served|gpt4|bge|e5-small|my-lab|--mode eval|--suite (r2med|nano))/,
    'server, key, weights or hub',
    '--dry-run',
  ],
  [/^run .*onnx:/, 'weights', 'read'],
  [/^(generate|judge|answer) .*(served:|gpt)/, 'server or key', '--dry-run'],
  [/^build (classify|all) /, 'key, and answers of a model', '--dry-run'],
  [/^tune .*(bge-reranker|leave-one)/, 'weights, or minutes on eight tasks', '--dry-run'],
  [/^tune /, 'minutes on eight tasks and all settings', '--task Biology --trials 4'],
  [
    /^nano efficiency --suite sample --retriever|^run --experiment/,
    'minutes on eight tasks',
    '--task Biology',
  ],
  [
    /^(fetch|reproduce|nano profile)( --(check|model|task|verify|offline|system|suite r2med|suite nano|recompute|record|all).*)?$/,
    'hub',
    'read',
  ],
  [/^nano efficiency --retriever bge|^embed --retriever bge|^audit .*bge/, 'weights', 'read'],
  [/^engine |^doctor --(model|engine)/, 'cluster, or weights and Python', 'read'],
  [/Wards-Evidence|finding-review/, 'candidate of a build, which review comes before', 'read'],
  [/^build diff |^submit .*--dataset/, 'releases, which review comes before', 'read'],
  [/^(web|review serve)\b/, 'stays open until Ctrl-C', 'read'],
];

/** Calls whose answer is exit code 1: no record of the sample suite can be handed in. */
const ANSWERS_ONE = /^submit --check/;

const examples = await helpExamples();
let made: Awaited<ReturnType<typeof exampleFolder>>;
beforeAll(async () => {
  made = await exampleFolder();
});

it('every verb has examples, and each line of the table stands for some', () => {
  expect(examples.length).toBeGreaterThan(40);
  const calls = examples.flatMap(([, lines]) => lines.flatMap(callsIn)).map(({ words }) => words.join(' '));
  const idle = [...OTHERWISE.map(([call]) => call), ANSWERS_ONE].filter(
    (each) => !calls.some((call) => each.test(call)),
  );
  expect(idle).toEqual([]);
});

it.each(examples)('the examples of %s run on the sample suite as they stand', async (_, lines) => {
  const cwd = temporaryFolder();
  cpSync(made.folder, cwd, { recursive: true, verbatimSymlinks: true });
  for (const line of lines)
    for (const { words, from, to, input = '' } of callsIn(line)) {
      const call = words.join(' ');
      const [, , instead = ''] = OTHERWISE.find(([each]) => each.test(call)) ?? [];
      if (instead === 'read') {
        await parseOnly(words);
        continue;
      }
      const typed = from ? readFileSync(join(cwd, from), 'utf8') : input;
      const { code, stdout, stderr } = await r2med(
        [...words, ...(call.includes('--dry-run') ? [] : instead.split(' ').filter(Boolean))],
        { cwd, env: made.env, input: typed },
      );
      if (to) writeFileSync(join(cwd, to), stdout);
      expect([call, code, stderr]).toEqual([call, ANSWERS_ONE.test(call) ? 1 : 0, expect.any(String)]);
    }
});
