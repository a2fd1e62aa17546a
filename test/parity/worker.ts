// Runs some cases of worker_oracle.py through python/worker.py, as `--python` does, and compares: worker.ts FOLDER PYTHON
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '../../src/core/index.js';
import { type ModelEntry, modelEntry } from '../../src/models/embedders/index.js';
import { openPython } from '../../src/models/embedders/open-python.js';
import { type RerankerEntry, rerankerEntries } from '../../src/models/scorers/index.js';
import { openPython as openPythonScorer } from '../../src/models/scorers/open-python.js';
import { nodeTools } from '../../src/platform/node/index.js';

interface Case {
  readonly name: string;
  readonly row: { readonly tokens: number };
  readonly expected: readonly (readonly number[])[];
}
interface TextsCase extends Case {
  readonly row: Partial<ModelEntry> & Case['row'] & { readonly loader: 'modules' | 'pooling' | 'encode' };
  readonly role: Role;
  readonly prompts: Readonly<Record<Role, { readonly prefix: string }>>;
  readonly texts: readonly string[];
}
interface PairsCase extends Case {
  readonly row: Partial<RerankerEntry> & Case['row'];
  readonly pairs: readonly (readonly [string, string])[];
}

const [folder, python] = process.argv.slice(2) as [string, string];
const tools = nodeTools({ quiet: true });
const cases = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as readonly (
  | TextsCase
  | PairsCase
)[];

/** Those whose settings differ most; each starts a Python. */
const SOME =
  /^(a sentence-transformers model|… without|the model's own|MistralModel-None.*left|Llama.*longest|yes against)/;

const entryOf = ({ row: { loader, tokens, ...row }, prompts, expected }: TextsCase): ModelEntry => {
  const { revision: _, queryModel: __, eos: ___, padding: ____, ...base } = modelEntry('contriever');
  const template = { template: `${prompts.query.prefix}{text}` };
  return {
    ...base,
    ...row,
    dimensions: expected[0]!.length,
    tokens: { query: tokens, document: tokens },
    backends: [{ via: 'python', loader, packages: ['sentence-transformers'] }],
    prompts: { query: template, document: template, rewriteTakesQueryInstruction: true },
  };
};

const ensureModel = (): never => {
  throw new Error('nothing is fetched here');
};
const place = {
  ...{ task: 'Biology', asPublished: false, env: process.env, hubCache: '/nowhere', tools, ensureModel },
};

const embedded = async (each: TextsCase): Promise<(readonly number[])[]> => {
  const embedder = await openPython(entryOf(each), { python }, place);
  const found: (readonly number[])[] = [];
  for await (const { embedded: some, failed } of embedder.embed(each.texts, each.role, tools)) {
    if (failed.length > 0) throw new Error(JSON.stringify(failed));
    for (const { place: at, vector } of some) found[at] = [...vector];
  }
  await embedder.close();
  return found;
};

const scored = async ({ row, pairs }: PairsCase): Promise<(readonly number[])[]> => {
  const base = rerankerEntries()[row.answers ? 'qwen3-reranker-0.6b' : 'rankllama']!;
  const { scorer } = await openPythonScorer({ ...base, ...row } as RerankerEntry, { python }, place);
  const found: (readonly number[])[] = [];
  const asked = pairs.map(([query, document]) => ({ query, document }));
  for await (const { scored: some, failed } of scorer.score(asked, tools)) {
    if (failed.length > 0) throw new Error(JSON.stringify(failed));
    for (const { place: at, score } of some) found[at] = [score];
  }
  await scorer.close();
  return found;
};

let worst = 0;
const some = cases.filter(({ name }) => SOME.test(name));
for (const each of some) {
  const found = await ('pairs' in each ? scored(each) : embedded(each));
  const apart = each.expected.flatMap((row, i) =>
    row.map((value, j) => Math.abs(value - (found[i]?.[j] ?? 1e9))),
  );
  const scale = Math.max(1, ...each.expected.flat().map(Math.abs));
  const largest = Math.max(...apart) / scale;
  if (found[0]?.length !== each.expected[0]!.length)
    throw new Error(`${each.name}: ${found[0]?.length} numbers`);
  console.log(`${each.name}: largest difference ${largest.toExponential(1)}`);
  worst = Math.max(worst, largest);
}
console.log(`${some.length} cases through Node, largest difference ${worst.toExponential(1)}`);
process.exit(worst < 1e-5 ? 0 : 1);
