import type { Fit, ModelBackend, ModelRow, Readiness, Role } from '../models/index.js';

/** One text of a task as a model would get it. */
export interface ShownText {
  readonly role: Role;
  readonly id: string;
  /** Prompt and text in the form they are sent in, cut where the limit cuts. */
  readonly sent: string;
  readonly inputType?: string;
  readonly note?: string;
  /** Absent when the tokenizer is not on this machine. */
  readonly fit?: Fit;
  readonly estimated: boolean;
  /** The line that fetches the tokenizer. */
  readonly needs?: string;
}

export interface ModelPage {
  readonly row: ModelRow;
  readonly asPublished: boolean;
  readonly readiness: readonly Readiness[];
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

const count = (value: number): string => value.toLocaleString('en');

const facts = ({ row, asPublished }: ModelPage): string => {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['queries by', row.queryModel],
    ['revision', row.revision],
    ['vectors', vectors(row)],
    ['parameters', row.parameters === null ? undefined : parameterCount(row.parameters)],
    ['limits', limits(row)],
    ['pooling', `${row.pooling}${row.poolInstruction ? '' : ', instruction tokens left out'}`],
    ['end token', row.eos && `${row.eos.rule}${row.eos.token ? ` ${row.eos.token}` : ''}`],
    ['padding', row.padding],
    ['number type', row.numberType],
    ['documents', row.documentInput === 'text' ? undefined : 'a pair of an empty title and the text'],
    [
      'rewrites',
      row.prompts.query.template === '{text}'
        ? undefined
        : `${row.prompts.rewriteTakesQueryInstruction ? 'carry' : 'do not carry'} the query's instruction`,
    ],
    ['price', row.price && `$${row.price.usdPerMillionTokens} per million tokens (${row.price.asOf})`],
    ['published', publishedNames(row)],
    [
      asPublished ? 'as published' : 'differs',
      row.asPublished && `${row.asPublished.why}${asPublished ? '' : ' Shown with --as-published.'}`,
    ],
    ['source', row.source],
    ...row.notes.map((note) => ['note', note] as const),
    ['unconfirmed', row.unconfirmed.length > 0 ? row.unconfirmed.join(', ') : undefined],
  ];
  const told = lines.filter(([, value]) => value !== undefined);
  return [
    `${row.name}: ${row.model} (${row.kind})`,
    ...told.map(([name, value]) => `  ${name.padEnd(13)} ${value}`),
  ].join('\n');
};

const vectors = (row: ModelRow): string => {
  const length =
    row.normalized === 'service'
      ? 'normalised by the service'
      : row.normalized
        ? 'normalised'
        : 'not normalised';
  const sizes = row.matryoshka ? ` (or ${row.matryoshka.map(count).join(', ')})` : '';
  return `${count(row.dimensions)} dimensions${sizes}, ${length}, compared by ${row.similarity}`;
};

const limits = ({ tokens, context }: ModelRow): string =>
  `query ${count(tokens.query)}, document ${count(tokens.document)} tokens` +
  (context ? `; the model reads ${count(context)}` : '');

const publishedNames = ({ published }: ModelRow): string | undefined =>
  published &&
  Object.entries(published)
    .map(([source, system]) => `${system} (${source})`)
    .join(', ');

const backends = ({ row, readiness }: ModelPage): string =>
  ['Back ends', ...row.backends.flatMap((backend, i) => backendLines(backend, readiness[i]!))].join('\n');

const backendLines = (backend: ModelBackend, { state, fix }: Readiness): readonly string[] => {
  const line = (name: string, text: string): string => `  ${name.padEnd(13)} ${text}`;
  if (backend.via === 'served')
    return Object.entries(backend.servers).map(([server, start]) => line(server, `$ ${start}`));
  const at = 'file' in backend ? `${backend.repository} ${backend.file}: ${state}` : state;
  return [line(backend.via, at), ...(fix ? [line('', `$ ${fix}`)] : [])];
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
  const tokens = `${estimated ? 'about ' : ''}${count(fit.tokens)} of ${count(fit.limit)} tokens`;
  const told = estimated ? `${tokens} (estimated: four characters a token)` : tokens;
  if (fit.cut === '') return `${told}; nothing is cut`;
  const glimpse = fit.cut.replace(/\s+/g, ' ').trim();
  const from = glimpse.length > GLIMPSE ? `${glimpse.slice(0, GLIMPSE)}…` : glimpse;
  return `${told}; the last ${count(fit.cut.length)} characters are cut, from about "${from}"`;
};
