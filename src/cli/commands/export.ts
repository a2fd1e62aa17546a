import { join, relative, sep } from 'node:path';
import { Argument, type Command } from 'commander';
import {
  type ExportFormat,
  type ExportInput,
  exportFormats,
  exportInput,
  writeExport,
} from '../../analysis/export/index.js';
import { cachedOnly, counted, defined, groupBy, Stopped, styled } from '../../core/index.js';
import { parseTableMeasure } from '../../evaluation/measures/index.js';
import { withMeasures } from '../../experiment/rescoring/index.js';
import { withSystemContext } from '../../experiment/systems/index.js';
import { mustBeWritable, nodeTools, sayLine } from '../../platform/node/index.js';
import { chosenAnywhere, chosenPart, chosenRecords } from '../chosen-records.js';
import {
  type FlagValues,
  onlySuite,
  pick,
  recordedSystem,
  required,
  TASKS,
  text,
  verb,
  worded,
} from '../flags/index.js';
import { tellIncomplete } from '../incomplete-results.js';
import { taskHeadings } from '../leaderboard-table.js';
import { type LimitFlags, moreLine, shownRows } from '../limits.js';
import { printJson, printLine } from '../output.js';
import { showsOthers, withPublished } from '../published-rows.js';
import { recordTable, shortNames } from '../short-names.js';
import { siteAnswers } from '../site-answers.js';
import { type SiteInput, siteFormat } from '../site-format.js';

/** Every format of the library, and the page as files, which the library does not know. */
const formats = { ...exportFormats, site: siteFormat } as const satisfies Record<
  string,
  ExportFormat<SiteInput>
>;

type FormatName = keyof typeof formats;

const FLAGS = {
  ...pick(
    'results answersFolder out system',
    TASKS,
    'measure published hakari baseline modelName modelRevision draft overwrite',
  ),
  ...pick('includeIncomplete limit all json quiet'),
  limit: worded('limit', 'number of file names to print (default: 20)'),
  out: required(text('<folder>', 'folder to write to')),
  system: recordedSystem(),
  suite: onlySuite(),
};

type ExportFlags = FlagValues<typeof FLAGS>;

export const command = (): Command =>
  verb(FLAGS)
    .addArgument(new Argument('<format>', 'what to write').choices(Object.keys(formats)))
    .addHelpText(
      'after',
      `
Formats:
${formatLines()}

Prints the files that were written. All are made before one is put in its
place; files of others are not replaced without --overwrite.

  $ r2med export csv --suite sample --out tables
  $ r2med export latex --published --out paper
  $ r2med export mteb --system bge --out mteb-results
  $ r2med export site --suite sample --out public
  $ r2med submit --check --system bge`,
    )
    .action(exportRecords);

const WIDTH = 64;

/** The formats with what they write, in lines of at most 80 columns. */
const formatLines = (): string =>
  Object.entries(formats)
    .flatMap(([name, { summary }]) => {
      const lines = [''];
      for (const word of summary.split(' '))
        if (`${lines.at(-1)} ${word}`.length > WIDTH) lines.push(word);
        else lines.push(`${lines.pop()} ${word}`.trim());
      return lines.map((line, i) => `  ${(i === 0 ? name : '').padEnd(9)} ${line}`);
    })
    .join('\n');

const exportRecords = async (name: FormatName, flags: ExportFlags): Promise<void> => {
  await mustBeWritable(flags.out);
  const format: ExportFormat<SiteInput> = formats[name];
  const folders = { results: [flags.results], data: flags.data ?? [], answers: [flags.answersFolder] };
  if (!format.wholeFolder) return writeFiles(name, await chosenInput(flags), folders, flags);
  const part = chosenPart(flags);
  const input = exportInput(await chosenAnywhere(flags, part));
  const tools = nodeTools({ quiet: true });
  // No model is fetched or called for a page.
  await withSystemContext({ offline: true }, cachedOnly(tools), async (context) => {
    const { explain, close } = siteAnswers(context, tools);
    try {
      await writeFiles(name, input, { ...folders, part, explain }, flags);
    } finally {
      await close();
    }
  });
};

const writeFiles = async (
  name: FormatName,
  input: ExportInput,
  folders: SiteInput['folders'],
  flags: ExportFlags,
): Promise<void> => {
  const { files, notes } = await formats[name].files({
    ...input,
    includeIncomplete: flags.includeIncomplete ?? false,
    draft: flags.draft ?? false,
    folders,
    model: defined({ name: flags.modelName, revision: flags.modelRevision }),
    ...defined({ baseline: flags.baseline }),
  });
  const written = await interruptible((signal) =>
    writeExport(flags.out, files, { overwrite: flags.overwrite ?? false, signal }),
  );
  await (flags.json
    ? printJson({ format: name, files: written, notes })
    : printLine(fileLines(flags.out, written, flags).join('\n')));
  if (!flags.quiet) for (const note of notes) sayLine(note);
};

const FILES = 20;

/** The files that were written; of more than a screen holds, how many are in which folder. */
const fileLines = (out: string, files: readonly string[], limits: LimitFlags): readonly string[] => {
  const most = shownRows(limits, FILES);
  if (files.length <= most) return files;
  if (limits.limit !== undefined) return [...files.slice(0, most), ...moreLine(files.length - most, 'file')];
  const folders = groupBy(files, (file) => relative(out, file).split(sep, 1)[0]!);
  const lines = [...folders].map(([first, inside]) =>
    inside.length > 1 ? `${join(out, first, sep)}  ${counted(inside.length, 'file')}` : inside[0]!,
  );
  return [
    `${counted(files.length, 'file')} in ${out}`,
    ...lines.slice(0, most).map((line) => `  ${line}`),
    ...(lines.length > most
      ? moreLine(lines.length - most, 'folder')
      : [styled('faint', 'Every name: --all')]),
  ];
};

const chosenInput = async (flags: ExportFlags): Promise<ExportInput> => {
  const measure = parseTableMeasure(flags.measure).name;
  const chosen = await chosenRecords(flags, { orNone: showsOthers(flags) });
  const results = await withMeasures(chosen, [measure]);
  const { includeIncomplete = false } = flags;
  tellIncomplete(results, includeIncomplete);
  const own = recordTable(results, { ...flags, measure });
  const { table, published } = showsOthers(flags)
    ? await withPublished(own, results, flags)
    : { table: own, published: [] };
  return { results, table, published, headings: taskHeadings(table.tasks, shortNames()) };
};

/** Ctrl-C ends the work between two files, and what was made so far is removed. */
const interruptible = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  const stop = (): void => controller.abort(new Stopped());
  for (const name of SIGNALS) process.once(name, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
};

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
