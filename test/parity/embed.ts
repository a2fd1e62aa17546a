// Embeds the cases of embed_oracle.py through examples/embed.py, as `--python` does, and compares: embed.ts FOLDER PYTHON
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '../../src/core/index.js';
import { type ModelEntry, modelEntry } from '../../src/models/embedders/index.js';
import { openPython } from '../../src/models/embedders/open-python.js';
import { nodeTools } from '../../src/platform/node/index.js';

interface Case {
  readonly name: string;
  readonly row: Partial<ModelEntry> & {
    readonly loader: 'modules' | 'pooling' | 'encode';
    readonly tokens: number;
  };
  readonly role: Role;
  readonly prompts: Readonly<Record<Role, { readonly prefix: string }>>;
  readonly texts: readonly string[];
  readonly vectors: readonly (readonly number[])[];
}

const [folder, python] = process.argv.slice(2) as [string, string];
const tools = nodeTools({ quiet: true });
const cases = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as readonly Case[];

const rowOf = ({ row: { loader, tokens, ...row }, prompts, vectors }: Case): ModelEntry => {
  const { revision: _, queryModel: __, eos: ___, padding: ____, ...base } = modelEntry('contriever');
  const template = { template: `${prompts.query.prefix}{text}` };
  return {
    ...base,
    ...row,
    dimensions: vectors[0]!.length,
    tokens: { query: tokens, document: tokens },
    backends: [{ via: 'python', loader, packages: ['sentence-transformers'] }],
    prompts: { query: template, document: template, rewriteTakesQueryInstruction: true },
  };
};

const place = { task: 'Biology', asPublished: false, env: process.env, hubCache: '/nowhere', tools };
const ensureModel = (): never => {
  throw new Error('nothing is fetched here');
};
let worst = 0;
for (const each of cases) {
  const embedder = await openPython(rowOf(each), {}, { ...place, ensureModel }, python);
  let largest = 0;
  for await (const { embedded, failed } of embedder.embed(each.texts, each.role, tools)) {
    if (failed.length > 0) throw new Error(JSON.stringify(failed));
    for (const { place: at, vector } of embedded) {
      const wanted = each.vectors[at]!;
      if (vector.length !== wanted.length) throw new Error(`${vector.length} numbers, not ${wanted.length}`);
      for (const [i, value] of vector.entries()) largest = Math.max(largest, Math.abs(value - wanted[i]!));
    }
  }
  const { cut, tokens } = embedder.usage();
  await embedder.close();
  console.log(
    `${each.name}: largest difference ${largest.toExponential(1)}; ${tokens} tokens, ${cut[each.role]} cut`,
  );
  worst = Math.max(worst, largest);
}
process.exit(worst < 1e-5 ? 0 : 1);
