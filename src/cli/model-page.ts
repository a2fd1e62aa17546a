import type { Role } from '../core/index.js';
import type { ModelBackend, ModelEntry, TokenFit } from '../models/embedders/index.js';
import type { Readiness } from '../models/registry/index.js';
import { countText } from '../platform/tables/index.js';
import { aboutFacts, factLine, factLines, lastFacts } from './fact-lines.js';

/** One text of a task as a model would get it. */
export interface ShownText {
  readonly role: Role;
  readonly id: string;
  /** Prompt and text in the form they are sent in, cut where the limit cuts. */
  readonly sent: string;
  readonly inputType?: string;
  readonly note?: string;
  /** Absent when the tokenizer is not on this machine. */
  readonly fit?: TokenFit;
  readonly estimated: boolean;
  /** The line that fetches the tokenizer. */
  readonly needs?: string;
}

export interface ModelPage {
  readonly row: ModelEntry;
  readonly asPublished: boolean;
  readonly readiness: readonly Readiness[];
  /** Of a dense model: whether vectors are stored that it can be compared with, and the command that compares or stores them. */
  readonly probes?: { readonly stored: boolean; readonly command: string };
  readonly task: { readonly suite: string; readonly name: string };
  readonly texts: readonly ShownText[];
}

/** A row in readable form, how to run it, and the exact texts. */
export const modelPage = (page: ModelPage): string =>
  [facts(page), backends(page), ...page.texts.map((text) => shownText(text, page))].join('\n\n');

/** 22.7M, 335M, 7.11B. */
export const parameterCount = (count: number | null): string =>
  count === null
    ? '–'
    : count < 1e9
      ? `${Number((count / 1e6).toPrecision(3))}M`
      : `${Number((count / 1e9).toPrecision(3))}B`;

const facts = ({ row: entry, asPublished }: ModelPage): string =>
  factLines(`${entry.name}: ${entry.model} (${entry.kind})`, [
    ['queries by', entry.queryModel],
    ['revision', entry.revision],
    ['vectors', vectors(entry)],
    ['parameters', entry.parameters === null ? undefined : parameterCount(entry.parameters)],
    ...aboutFacts(entry),
    ['limits', limits(entry)],
    ['pooling', `${entry.pooling}${entry.poolInstruction ? '' : ', instruction tokens left out'}`],
    ['end token', entry.eos && `${entry.eos.rule}${entry.eos.token ? ` ${entry.eos.token}` : ''}`],
    ['padding', entry.padding],
    ['number type', entry.numberType],
    ['documents', entry.documentInput === 'text' ? undefined : 'a pair of an empty title and the text'],
    [
      'rewrites',
      entry.prompts.query.template === '{text}'
        ? undefined
        : `${entry.prompts.rewriteTakesQueryInstruction ? 'carry' : 'do not carry'} the query's instruction`,
    ],
    ['price', entry.price && `$${entry.price.usdPerMillionTokens} per million tokens (${entry.price.asOf})`],
    ['published', publishedNames(entry)],
    [
      asPublished ? 'as published' : 'differs',
      entry.asPublished && `${entry.asPublished.why}${asPublished ? '' : ' Shown with --as-published.'}`,
    ],
    ...lastFacts(entry),
  ]);

const vectors = (entry: ModelEntry): string => {
  const length =
    entry.normalized === 'service'
      ? 'normalised by the service'
      : entry.normalized
        ? 'normalised'
        : 'not normalised';
  const sizes = entry.matryoshka ? ` (or ${entry.matryoshka.map(countText).join(', ')})` : '';
  return `${countText(entry.dimensions)} dimensions${sizes}, ${length}, compared by ${entry.similarity}`;
};

const limits = ({ tokens, context }: ModelEntry): string =>
  `query ${countText(tokens.query)}, document ${countText(tokens.document)} tokens` +
  (context ? `; the model reads ${countText(context)}` : '');

const publishedNames = ({ published }: ModelEntry): string | undefined =>
  published &&
  Object.entries(published)
    .map(([source, system]) => `${system} (${source})`)
    .join(', ');

const backends = ({ row: entry, readiness, probes }: ModelPage): string =>
  [
    'Back ends',
    ...entry.backends.flatMap((backend, i) => backendLines(backend, readiness[i]!)),
    ...(probes ? probeLines(probes) : []),
  ].join('\n');

const probeLines = ({ stored, command }: NonNullable<ModelPage['probes']>): readonly string[] => [
  stored
    ? factLine('vectors', 'are stored for fixed texts; to compare them with those made here:')
    : factLine(
        'unconfirmed',
        'in Python: no vectors are stored to compare with; to store those of a machine that is right:',
      ),
  factLine('', `$ ${command}`),
];

const backendLines = (backend: ModelBackend, { state, fix }: Readiness): readonly string[] => {
  if (backend.via === 'served')
    return Object.entries(backend.servers).map(([server, start]) => factLine(server, `$ ${start}`));
  const at = 'file' in backend ? `${backend.repository} ${backend.file}: ${state}` : state;
  return [factLine(backend.via, at), ...(fix ? [factLine('', `$ ${fix}`)] : [])];
};

const shownText = (shown: ShownText, { task }: ModelPage): string => {
  const heading = `${shown.role === 'query' ? 'Query' : 'Document'} ${shown.id} of ${task.name} (${task.suite})`;
  const type = shown.inputType ? `, as input type ${shown.inputType}` : '';
  return [
    `${heading}, the exact text sent${type}`,
    ...shown.sent.split('\n').map((line) => `  │ ${line}`),
    `  ${length(shown)}`,
    ...(shown.note ? [`  ${shown.note}`] : []),
  ].join('\n');
};

/** So much of what is cut is shown. */
const GLIMPSE = 60;

const length = ({ fit, estimated, needs }: ShownText): string => {
  if (!fit) return `token count: needs the tokenizer: $ ${needs}`;
  const tokens = `${estimated ? 'about ' : ''}${countText(fit.tokens)} of ${countText(fit.limit)} tokens`;
  const told = estimated ? `${tokens} (estimated: four characters a token)` : tokens;
  if (fit.cut === '') return `${told}; nothing is cut`;
  const glimpse = fit.cut.replace(/\s+/g, ' ').trim();
  const from = glimpse.length > GLIMPSE ? `${glimpse.slice(0, GLIMPSE)}…` : glimpse;
  return `${told}; the last ${countText(fit.cut.length)} characters are cut, from about "${from}"`;
};
