import type { Readiness } from '../models/registry/index.js';
import type { RerankerBackend, RerankerEntry } from '../models/scorers/index.js';
import { countText, table } from '../platform/tables/index.js';
import { aboutFacts, factLine, factLines, lastFacts } from './fact-lines.js';
import { parameterCount } from './model-page.js';

/** A row of `data/rerankers.json` and how it can run on this machine. */
export interface StatedReranker {
  readonly row: RerankerEntry;
  readonly readiness: readonly Readiness[];
}

/** Ids of models are long, so they come last: what does not fit goes into a block of its own. */
export const rerankerTable = (stated: readonly StatedReranker[], width: number): string =>
  table(stated, [
    ['reranker', ({ row }) => row.name, 'left'],
    ['head', ({ row }) => row.head, 'left'],
    ['parameters', ({ row }) => parameterCount(row.parameters)],
    ['tokens', ({ row }) => countText(row.tokens)],
    ['back ends', ({ row }) => [...new Set(row.backends.map(({ via }) => via))].join(', '), 'left'],
    ['licence', ({ row }) => row.licence ?? '–', 'left'],
    [
      'on this machine',
      ({ readiness }) => (readiness.find(({ ready }) => ready) ?? readiness[0]!).state,
      'left',
    ],
    ['model', ({ row }) => row.model, 'left'],
  ]).text(width);

/** A row in readable form, how to run it, and what is put around query and document. */
export const rerankerPage = (stated: StatedReranker, asPublished: boolean): string =>
  [facts(stated.row, asPublished), form(stated.row), backends(stated)].join('\n\n');

const HEADS: Readonly<Record<RerankerEntry['head'], string>> = {
  'one-logit': 'the only logit',
  'two-logits': 'the second of two logits, without softmax',
  'yes-no': 'the probability of one answer against the other',
  service: 'what the service says',
};

const TRUNCATIONS: Readonly<Record<RerankerEntry['truncation'], string>> = {
  'longest-first': 'the longer text gives way first',
  'only-second': 'only the document is cut',
  service: 'cut by the server',
};

const facts = (row: RerankerEntry, asPublished: boolean): string =>
  factLines(`${row.name}: ${row.model} (reranker)`, [
    ['revision', row.revision],
    ['parameters', row.parameters === null ? undefined : parameterCount(row.parameters)],
    ...aboutFacts(row),
    ['score', HEADS[row.head] + (row.answers ? `: ${row.answers.yes}, ${row.answers.no}` : '')],
    ['documents', row.listwise ? 'read together, so that a score depends on what else was sent' : undefined],
    ['limit', limit(row)],
    ['number type', row.numberType],
    ['price', price(row)],
    [
      'published',
      row.published &&
        Object.entries(row.published)
          .map(([source, systems]) => `${systems.join(', ')} (${source})`)
          .join(', '),
    ],
    [
      asPublished ? 'as published' : 'differs',
      row.asPublished && `${row.asPublished.why}${asPublished ? '' : ' Shown with --as-published.'}`,
    ],
    ...lastFacts(row),
  ]);

const limit = ({ tokens, context, truncation }: RerankerEntry): string =>
  `${countText(tokens)} tokens a pair; ${TRUNCATIONS[truncation]}` +
  (context ? `; the model reads ${countText(context)}` : '');

const price = ({ price: known }: RerankerEntry): string | undefined =>
  known &&
  ('usdPerMillionTokens' in known
    ? `$${known.usdPerMillionTokens} per million tokens (${known.asOf})`
    : `$${known.usdPerThousandSearches} per thousand searches (${known.asOf})`);

const form = ({ form: templates, instruction }: RerankerEntry): string =>
  [
    'What it reads',
    ...block('query', templates.query),
    ...block('document', templates.document),
    ...(instruction ? block('instruction', instruction) : []),
  ].join('\n');

const block = (name: string, text: string): readonly string[] =>
  text.split('\n').map((each, i) => factLine(i === 0 ? name : '', `│ ${each}`));

const backends = ({ row, readiness }: StatedReranker): string =>
  ['Back ends', ...row.backends.flatMap((backend, i) => backendLines(backend, readiness[i]!))].join('\n');

const backendLines = (backend: RerankerBackend, { state, fix }: Readiness): readonly string[] => {
  if (backend.via === 'served') return [factLine(backend.dialect, `$ ${backend.start}`)];
  const name = backend.via === 'service' ? backend.dialect : backend.via;
  const at = 'file' in backend ? `${backend.repository} ${backend.file}: ${state}` : state;
  return [factLine(name, at), ...(fix ? [factLine('', `$ ${fix}`)] : [])];
};
