// The tables of registered models in docs/, from data/: a block between `<!-- models: services -->` and `<!-- end of models -->` lists the
// entries of this kind.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** 22.7M, 335M, 7.11B. */
const size = (count) => {
  if (count === null) return '–';
  const [unit, letter] = count < 1e9 ? [1e6, 'M'] : [1e9, 'B'];
  return `${Number((count / unit).toPrecision(3))}${letter}`;
};

const NAMES = { python: 'Python', code: 'its own code' };

const backend = (each) => {
  if (each.via === 'onnx') return 'file' in each ? 'ONNX' : 'ONNX after export';
  if (each.via === 'served') return each.dialect ?? Object.keys(each.servers).join(', ');
  return each.via === 'service' ? each.key : NAMES[each.via];
};

/** Servers of one model are one group; other back ends stand apart. */
const backends = (all) => {
  const groups = [];
  for (const each of all) {
    const last = groups.at(-1);
    if (last?.via === 'served' && each.via === 'served') last.text += `, ${backend(each)}`;
    else groups.push({ via: each.via, text: backend(each) });
  }
  return groups.map(({ text }) => text).join('; ');
};

const name = ({ name: of }) => `\`${of}\``;
const model = (entry) =>
  entry.queryModel && entry.queryModel !== entry.model
    ? `${entry.queryModel} and ${entry.model}`
    : entry.model;
const licence = (entry) => entry.licence ?? '–';
const price = ({ price: known }) => (known ? `${known.usdPerMillionTokens} (${known.asOf})` : '–');

const EMBEDDER = [
  ['Name', name],
  ['Model', model],
  ['Dimensions', ({ dimensions }) => dimensions],
  ['Parameters', ({ parameters }) => size(parameters)],
  ['Tokens (query / document)', ({ tokens }) => `${tokens.query} / ${tokens.document}`],
  ['Similarity', ({ similarity }) => similarity],
  ['Licence', licence],
  ['Back ends', (entry) => backends(entry.backends)],
];

const SERVICE = [
  ['Name', name],
  ['Model', model],
  ['Dimensions', ({ dimensions }) => dimensions],
  ['Tokens', ({ tokens }) => tokens.document],
  ['USD per million tokens', price],
  ['Key', (entry) => backends(entry.backends)],
];

const SCORES = {
  'one-logit': () => 'logit',
  'two-logits': () => 'second of two logits',
  'yes-no': ({ answers }) => `${answers.yes} against ${answers.no}`,
  service: () => "the service's",
};

const RERANKER = [
  ['Name', name],
  ['Model', model],
  ['Parameters', ({ parameters }) => size(parameters)],
  ['Tokens', ({ tokens }) => tokens],
  ['Score', (entry) => SCORES[entry.head](entry)],
  ['Licence', licence],
  ['Back ends', (entry) => backends(entry.backends)],
];

const R2MED = 14;
const isService = ({ pooling }) => pooling === 'service';

const TABLES = {
  'of R2MED': ({ models }) => [EMBEDDER, models.slice(0, R2MED)],
  'other open': ({ models }) => [
    EMBEDDER,
    models.slice(R2MED).filter((entry) => entry.kind === 'dense' && !isService(entry)),
  ],
  services: ({ models }) => [SERVICE, models.slice(R2MED).filter(isService)],
  'sparse and late': ({ models }) => [EMBEDDER, models.filter(({ kind }) => kind !== 'dense')],
  rerankers: ({ rerankers }) => [RERANKER, rerankers],
};

const line = (cells) => `| ${cells.join(' | ')} |`;

const table = (columns, entries) =>
  [
    line(columns.map(([heading]) => heading)),
    `|${columns.map(() => '---').join('|')}|`,
    ...entries.map((entry) => line(columns.map(([, cell]) => cell(entry)))),
  ].join('\n');

const BLOCK = /(<!-- models: (.*?) -->\n)[\s\S]*?(\n<!-- end of models -->)/g;

/** The pages of docs/ that list models. */
export const write = ({ read, root }) => {
  const data = (file) => JSON.parse(readFileSync(join(root, 'data', file), 'utf8'));
  const registries = { ...data('models.json'), ...data('rerankers.json') };
  const filled = (file) =>
    read(file).replace(BLOCK, (_, start, kind, end) => start + table(...TABLES[kind](registries)) + end);
  return Object.fromEntries(
    ['docs/reference/models.md', 'docs/reference/rerankers.md'].map((file) => [file, filled(file)]),
  );
};
