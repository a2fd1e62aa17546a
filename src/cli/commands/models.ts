import { Command, Option } from 'commander';
import { type Document, fullText, type Task } from '../../core/index.js';
import { hubCache } from '../../hub/index.js';
import {
  downloadLine,
  estimatedTokens,
  fitTo,
  inInputForm,
  type ModelRow,
  modelRow,
  modelRows,
  openTokenizer,
  promptFor,
  publishedRow,
  type Readiness,
  readiness,
  tokenCounter,
  tokenizerRepositories,
} from '../../models/index.js';
import { openTask } from '../../tasks/index.js';
import { modelPage, parameterCount, type ShownText } from '../model-page.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { type Column, textTable } from '../table.js';

export const models = (): Command =>
  new Command()
    .addOption(new Option('--kind <kind>', 'only these').choices(['dense', 'sparse', 'late']))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
A row says how a model is used: prompts, pooling, limits, similarity, and which back ends can serve it. Nothing is
downloaded; of keys only the variable's name is looked at.

  $ r2med models --kind dense
  $ r2med models show bge --task Biology`,
    )
    .action(async (flags: { kind?: ModelRow['kind']; json?: boolean }) => {
      const rows = Object.values(modelRows()).filter(({ kind }) => !flags.kind || kind === flags.kind);
      const stated = await Promise.all(
        rows.map(async (row) => ({ ...row, readiness: await readiness(row, machine()) })),
      );
      await (flags.json ? printJson(stated) : printLine(modelTable(stated)));
    })
    .addCommand(show());

interface ShowFlags {
  readonly suite: string;
  readonly task: string;
  readonly asPublished?: boolean;
  readonly json?: boolean;
}

const show = (): Command =>
  new Command('show')
    .summary('a model, and the exact text it would get')
    .description(
      'Prints a row, how to run it, and the exact text it would get for the first query and document.',
    )
    .argument('<name>', 'row of `r2med models`')
    .option('--suite <name>', 'suite of the task', 'sample')
    .option('--task <name>', 'task whose first query and document are shown', 'Biology')
    .option('--as-published', 'settings of the published row where the default differs')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Tokens are counted with the model's own tokenizer when it is in the hub's cache.

  $ r2med models show e5 --task MedQA-Diag
  $ r2med models show medcpt --as-published`,
    )
    .exitOverride()
    // The parent has --json too and takes it wherever it stands.
    .action(async (name: string, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals<ShowFlags>();
      const asPublished = flags.asPublished ?? false;
      const row = asPublished ? publishedRow(modelRow(name)) : modelRow(name);
      const task = await openTask(flags.suite, flags.task);
      const page = {
        row,
        asPublished,
        readiness: await readiness(row, machine()),
        task: { suite: task.suite, name: task.name },
        texts: await shownTexts(row, task),
      };
      await (flags.json ? printJson(page) : printLine(modelPage(page)));
    });

const machine = () => ({ hubCache: hubCache(process.env), env: process.env });

const shownTexts = async (row: ModelRow, task: Task): Promise<readonly ShownText[]> => {
  const query = task.queries[0];
  const document = await firstDocument(task);
  return Promise.all([
    ...(query ? [shownText(row, 'query', task.name, query.id, query.text)] : []),
    ...(document ? [shownText(row, 'document', task.name, document.id, fullText(document))] : []),
  ]);
};

const firstDocument = async (task: Task): Promise<Document | undefined> => {
  for await (const [document] of task.corpus.rows()) if (document) return document;
  return undefined;
};

const shownText = async (
  row: ModelRow,
  role: 'query' | 'document',
  task: string,
  id: string,
  text: string,
): Promise<ShownText> => {
  const prompt = promptFor(row, role, task);
  const tokenizer = await openTokenizer(row, role, hubCache(process.env));
  const estimated = !tokenizer && row.pooling === 'service';
  const counted = tokenizer
    ? tokenCounter(tokenizer, row, role, prompt)
    : estimated
      ? estimatedTokens
      : undefined;
  const measured = counted && fitTo(text, row.tokens[role], counted);
  const kept = measured?.cut ? text.slice(0, -measured.cut.length) : text;
  const { prefix, suffix, ...said } = prompt;
  return {
    role,
    id,
    sent: `${prefix}${inInputForm(row.input, kept)}${suffix}`,
    ...said,
    ...(measured && { fit: measured }),
    estimated,
    ...(!measured && {
      needs: downloadLine(tokenizerRepositories(row, role)[0]!, ['tokenizer.json', 'tokenizer_config.json']),
    }),
  };
};

type StatedRow = ModelRow & { readonly readiness: readonly Readiness[] };

const modelTable = (rows: readonly StatedRow[]): string => {
  const column = (heading: string, align: Column['align'], cell: (row: StatedRow) => string): Column => ({
    heading,
    align,
    cells: rows.map(cell),
  });
  return textTable(
    [
      column('model', 'left', ({ name }) => name),
      column('kind', 'left', ({ kind }) => kind),
      column('dimensions', 'right', ({ dimensions }) => String(dimensions)),
      column('parameters', 'right', ({ parameters }) => parameterCount(parameters)),
      column('tokens (q / d)', 'right', ({ tokens }) => `${tokens.query} / ${tokens.document}`),
      column('back ends', 'left', ({ backends }) => [...new Set(backends.map(({ via }) => via))].join(', ')),
      column(
        'on this machine',
        'left',
        ({ readiness: states }) => (states.find(({ ready }) => ready) ?? states[0]!).state,
      ),
    ],
    screenWidth(),
  );
};
