import type { Command } from 'commander';
import {
  commandLine,
  type Document,
  estimatedTokens,
  fullText,
  lookup,
  type Task,
} from '../../core/index.js';
import {
  findModelEntry,
  fitTo,
  inInputForm,
  type ModelEntry,
  modelEntries,
  openTokenizer,
  promptFor,
  publishedEntry,
  tokenCounter,
  tokenizerRepositories,
} from '../../models/embedders/index.js';
import { findLlm, type LlmEntry, llmReadiness, llmServices, llms } from '../../models/llms/index.js';
import { downloadLine, idsOf, type Readiness, readiness, storedProbes } from '../../models/registry/index.js';
import {
  findRerankerEntry,
  publishedReranker,
  type RerankerEntry,
  rerankerEntries,
} from '../../models/scorers/index.js';
import { hubCache } from '../../platform/hub/index.js';
import { table } from '../../platform/tables/index.js';
import { openTask } from '../../tasks/index.js';
import { type FlagValues, part, pick, text, verb } from '../flags/index.js';
import { llmPage, llmTable, type StatedLlm } from '../llm-page.js';
import { filtered } from '../model-filter.js';
import { modelPage, parameterCount, type ShownText } from '../model-page.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { rerankerPage, rerankerTable, type StatedReranker } from '../reranker-page.js';
import { verifyModel } from '../verify-model.js';

const FLAGS = pick('kind licence maxParameters notTrainedOn json');

export const command = (): Command =>
  verb(FLAGS)
    .argument('[name]', 'model to show')
    .action(async (name: string | undefined, flags: FlagValues<typeof FLAGS>) => {
      if (name) return showRow(name, { suite: 'sample', task: 'Biology', ...flags });
      if (flags.kind === 'llm') {
        const stated = statedLlms(filtered(Object.values(llms()), flags));
        return flags.json
          ? printJson(stated.map(({ row: entry, readiness: ways }) => ({ ...entry, readiness: ways })))
          : printLine(llmTable(stated, screenWidth()));
      }
      if (flags.kind === 'reranker') {
        const listed = filtered(Object.values(rerankerEntries()), flags);
        const stated = await Promise.all(listed.map(statedReranker));
        return flags.json
          ? printJson(stated.map(({ row, readiness: ways }) => ({ ...row, readiness: ways })))
          : printLine(rerankerTable(stated, screenWidth()));
      }
      const listed = filtered(Object.values(modelEntries()), flags);
      const rows = listed.filter(({ kind }) => !flags.kind || kind === flags.kind);
      const stated = await Promise.all(
        rows.map(async (entry) => ({ ...entry, readiness: await readiness(entry, machine()) })),
      );
      return flags.json ? printJson(stated) : printLine(modelTable(stated));
    })
    .addCommand(show())
    .addCommand(verifyModel());

const SHOW_FLAGS = {
  ...pick('suite task asPublished modelFolder json'),
  suite: text('<name>', 'r2med, nano or sample', 'sample'),
  task: text('<name>', 'task of the suite', 'Biology'),
};

type ShowFlags = FlagValues<typeof SHOW_FLAGS>;

const show = (): Command =>
  part('show', 'show a model and the exact text that it reads', SHOW_FLAGS)
    .description('show an entry, how to run it, and the exact text of the first query and document')
    .argument('<name>', 'model of `r2med models`')
    // The parent has --json too and takes it wherever it is.
    .action((name: string, _flags: unknown, command: Command) =>
      showRow(name, command.optsWithGlobals<ShowFlags>()),
    );

const showRow = async (name: string, flags: ShowFlags): Promise<void> => {
  const writer = findLlm(name);
  if (writer) {
    const [stated] = statedLlms([writer]) as [StatedLlm];
    return flags.json ? printJson(stated) : printLine(llmPage(stated));
  }
  const asPublished = flags.asPublished ?? false;
  const reranker = findRerankerEntry(name);
  if (reranker) {
    const stated = await statedReranker(asPublished ? publishedReranker(reranker) : reranker);
    return flags.json ? printJson({ ...stated, asPublished }) : printLine(rerankerPage(stated, asPublished));
  }
  // An unknown name may mean any kind.
  const entries = { ...modelEntries(), ...rerankerEntries(), ...llms() };
  const found =
    findModelEntry(name) ?? (lookup('model', entries, name, { also: idsOf(entries) }) as ModelEntry);
  const entry = asPublished ? publishedEntry(found) : found;
  const task = await openTask(flags.suite, flags.task);
  const page = {
    row: entry,
    asPublished,
    readiness: await readiness(entry, machine()),
    ...probesOf(entry),
    task: { suite: task.suite, name: task.name },
    texts: await shownTexts(entry, task, flags.modelFolder),
  };
  return flags.json ? printJson(page) : printLine(modelPage(page));
};

/** What can confirm that a dense model gives the vectors that it should. */
const probesOf = ({ name, kind, backends }: ModelEntry) => {
  const stored = storedProbes(name) !== undefined;
  const inPython = backends.some(({ via }) => via === 'python');
  if (kind !== 'dense' || !(stored || inPython)) return {};
  const words = [...(inPython ? ['--python', 'python3'] : []), ...(stored ? [] : ['--save'])];
  return { probes: { stored, command: commandLine('models', 'verify', name, ...words) } };
};

const statedLlms = (rows: readonly LlmEntry[]): readonly StatedLlm[] => {
  const services = llmServices();
  return rows.map((entry) => ({ row: entry, readiness: llmReadiness(entry, process.env, services) }));
};

const statedReranker = async (row: RerankerEntry): Promise<StatedReranker> => ({
  row,
  readiness: await readiness(row, machine()),
});

const machine = () => ({ hubCache: hubCache(process.env), env: process.env });

const shownTexts = async (entry: ModelEntry, task: Task, folder: string | undefined) => {
  const query = task.queries[0];
  const document = await firstDocument(task);
  const texts = [
    ...(query ? [{ role: 'query' as const, id: query.id, text: query.text }] : []),
    ...(document ? [{ role: 'document' as const, id: document.id, text: fullText(document) }] : []),
  ];
  return Promise.all(
    texts.map(async (each) => {
      const tokenizer = await openTokenizer(entry, each.role, hubCache(process.env), folder);
      return shownText(entry, task.name, each, tokenizer);
    }),
  );
};

const firstDocument = async (task: Task): Promise<Document | undefined> => {
  for await (const [document] of task.corpus.rows()) if (document) return document;
  return undefined;
};

const shownText = (
  entry: ModelEntry,
  task: string,
  { role, id, text }: { readonly role: 'query' | 'document'; readonly id: string; readonly text: string },
  tokenizer: Awaited<ReturnType<typeof openTokenizer>>,
): ShownText => {
  const prompt = promptFor(entry, role, task);
  const estimated = !tokenizer && entry.pooling === 'service';
  const counted = tokenizer
    ? tokenCounter(tokenizer, entry, role, prompt)
    : estimated
      ? estimatedTokens
      : undefined;
  const measured = counted && fitTo(text, entry.tokens[role], counted);
  const kept = measured?.cut ? text.slice(0, -measured.cut.length) : text;
  const { prefix, suffix, ...said } = prompt;
  return {
    role,
    id,
    sent: `${prefix}${inInputForm(entry.input, kept)}${suffix}`,
    ...said,
    ...(measured && { fit: measured }),
    estimated,
    ...(!measured && {
      needs: downloadLine(tokenizerRepositories(entry, role)[0]!, [
        'tokenizer.json',
        'tokenizer_config.json',
      ]),
    }),
  };
};

type StatedRow = ModelEntry & { readonly readiness: readonly Readiness[] };

const modelTable = (rows: readonly StatedRow[]): string =>
  table(rows, [
    ['model', ({ name }) => name, 'left'],
    ['kind', ({ kind }) => kind, 'left'],
    ['dimensions', ({ dimensions }) => dimensions],
    ['parameters', ({ parameters }) => parameterCount(parameters)],
    ['tokens (q / d)', ({ tokens }) => `${tokens.query} / ${tokens.document}`],
    ['back ends', ({ backends }) => [...new Set(backends.map(({ via }) => via))].join(', '), 'left'],
    ['licence', ({ licence }) => licence ?? '–', 'left'],
    [
      'on this machine',
      ({ readiness: states }) => (states.find(({ ready }) => ready) ?? states[0]!).state,
      'left',
    ],
  ]).text(screenWidth());
