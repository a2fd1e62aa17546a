import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { commandLine, defined, InputError } from '../../core/index.js';
import { nodeTools } from '../../platform/node/index.js';
import { countText, table } from '../../platform/tables/index.js';
import {
  checkJoin,
  chosenTasks,
  type JoinCheck,
  type JoinedIds,
  mustJoin,
  mustTakeTask,
  openChosen,
  openFolder,
  TASK_LAYOUTS,
  tellNotes,
  writeTask,
} from '../../tasks/index.js';
import { type FlagValues, oneOf, pick, required, text, verb } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';

const FLAGS = {
  ...pick('columns split out format overwrite offline json quiet'),
  out: required(text('<folder>', 'folder to write the task to')),
  format: oneOf('<name>', 'layout of the files', TASK_LAYOUTS, 'r2med'),
};

type ImportFlags = FlagValues<typeof FLAGS>;

export const command = (): Command =>
  verb(FLAGS)
    .argument('<source>', 'folder of data in any layout, FOLDER#SPLIT, or hub:ORG/NAME')
    .action(importTask);

const importTask = async (source: string, flags: ImportFlags): Promise<void> => {
  const { out, format, overwrite = false, offline = false, columns, split } = flags;
  const tools = nodeTools({ quiet: flags.quiet ?? false });
  const [chosen, ...more] = chosenTasks({ data: [source], ...defined({ columns, split }) });
  if (!chosen || more.length > 0)
    throw new InputError({
      at: { file: source },
      found: `${more.length + 1} tasks`,
      expected: 'one task',
      fix: `name one of them, as ${'folder' in chosen! ? chosen.folder : source}`,
    });
  if ('folder' in chosen && resolve(chosen.folder.split('#')[0]!) === resolve(out))
    throw new InputError({ found: `--out ${out}, which is the source`, fix: 'choose another --out' });
  await mustTakeTask(out, overwrite);
  const task = await openChosen(chosen, tools, { offline });
  const join = await checkJoin(task);
  if (!flags.json) await printLine(joinTable(join));
  mustJoin(task, (await task.statistics()).unjoined);
  await tellNotes(task, tools);
  const files = await writeTask(task, out, format);
  const written = await openFolder(out);
  if (flags.json)
    return printJson({
      task: basename(resolve(out)),
      source,
      format,
      folder: out,
      files,
      contentHash: written.contentHash,
      join,
      notes: (await task.statistics()).notes,
    });
  tools.note(
    `${out}: ${files.join(', ')}. Next: ${commandLine('audit', '--data', out)}, or ${commandLine('run', '--data', out, '--retriever', 'bm25')}`,
  );
};

/** Whether ids of both sides meet, with examples: what is wrong with a join is seen by looking at ids. */
const joinTable = (join: JoinCheck): string => {
  const { examples } = join;
  const counts: readonly (readonly [string, string, readonly string[]])[] = [
    ['documents', countText(join.documents), examples.documents],
    ['queries', countText(join.queries), examples.queries],
    ['judgements', `${countText(join.judgements)}, ${countText(join.relevant)} relevant`, []],
    ['judged queries among the queries', of(join.judgedQueries), examples.judgedQueries],
    ['judged documents among the documents', of(join.judgedDocuments), examples.judgedDocuments],
    ['queries with judgements', of(join.queriesWithJudgements), []],
  ];
  const missing = [join.judgedQueries, join.judgedDocuments, join.queriesWithJudgements];
  return table(
    counts.map(([what, count, ids], i) => ({ what, count, ids, missing: missing[i - 3]?.missing ?? [] })),
    [
      ['', ({ what }) => what, 'left'],
      ['count', ({ count }) => count, 'left'],
      ['ids', ({ ids }) => ids.join(', '), 'left'],
      ['missing', ({ missing: ids }) => ids.join(', '), 'left'],
    ],
  ).text(screenWidth());
};

const of = ({ count, found }: JoinedIds): string => `${countText(found)} of ${countText(count)}`;
