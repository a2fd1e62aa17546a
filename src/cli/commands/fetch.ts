import type { Command } from 'commander';
import { byteSize, commandLine, defined, filePrecision, InputError, type Tools } from '../../core/index.js';
import { fetchModel, type ModelReport, mustBeThere } from '../../platform/hub/index.js';
import { table } from '../../platform/tables/index.js';
import {
  chosenTasks,
  type FetchReport,
  fetchDataset,
  fetchTasks,
  isHubDataset,
  suite,
} from '../../tasks/index.js';
import { type ChosenModel, chosenModel } from '../chosen-models.js';
import { type FlagValues, pick, several, text, verb, worded } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';

const FLAGS = {
  ...pick('suite task data generations model precision verify offline json quiet'),
  suite: text('<name>', 'r2med, nano, medical or sample', 'r2med'),
  data: worded('data', 'dataset of the hub, hub:ORG/NAME[:CONFIG][#SPLIT]; repeatable'),
  generations: several(
    '<name...>',
    'also published generations: METHOD/LLM, for example hyde/gpt4, or all; repeatable',
  ),
  model: several(
    '<name...>',
    'model of `r2med models`, or a hub id; repeatable; alone, no task is downloaded',
  ),
  offline: worded('offline', 'use local files only: list what is here and what is missing'),
};

type FetchFlags = FlagValues<typeof FLAGS>;

export const command = (): Command =>
  verb(FLAGS).action((flags: FetchFlags, called: Command) =>
    stoppable(flags, (tools) => fetchChosen(flags, called, tools)),
  );

const fetchChosen = async (flags: FetchFlags, command: Command, tools: Tools): Promise<void> => {
  const offline = flags.offline ?? false;
  // All are looked up before anything is downloaded.
  const chosen = await Promise.all(separated(flags.model).map(chosenModel));
  const asksForTasks =
    (chosen.length === 0 && !flags.data) ||
    flags.task ||
    flags.generations ||
    command.getOptionValueSource('suite') !== 'default';
  const rows = asksForTasks
    ? chosenTasks({ suite: flags.suite, ...defined({ task: flags.task }) }).flatMap((each) =>
        'row' in each ? [each.row] : [],
      )
    : [];
  const rehash = flags.verify ?? false;
  const tasks: FetchReport[] = [];
  for (const data of flags.data ?? [])
    tasks.push(await fetchDataset(mustBeDataset(data), tools, { offline, rehash }));
  tasks.push(
    ...(await fetchTasks(rows, tools, { generations: separated(flags.generations), offline, rehash })),
  );
  if (asksForTasks && !flags.task)
    for (const { name, source } of suite(flags.suite).tasks)
      if (source.from === 'elsewhere') tools.note(`${name} cannot be fetched: ${source.how}`);
  const models: FetchedModel[] = [];
  for (const each of chosen) models.push(await fetchChosenModel(each, flags, tools));
  await (flags.json ? printJson({ tasks, models }) : printLine(reportTable(tasks, models)));
  if (tasks.length > 0 && tasks.every(({ state }) => state === 'comes with the package'))
    tools.note(`suite ${flags.suite} comes with the package: nothing to fetch`);
  mustBeThere([
    ...tasks.map(({ task, files }) => ({ name: task, files })),
    ...models.map(({ model, files }) => ({ name: model, files })),
  ]);
};

const mustBeDataset = (data: string): string => {
  if (isHubDataset(data)) return data;
  throw new InputError({
    found: `--data ${data}`,
    expected: 'hub:ORG/NAME',
    fix: `a folder needs no fetch: ${commandLine('run', '--data', data, '--retriever', 'bm25')}`,
  });
};

const separated = (names: readonly string[] = []): readonly string[] =>
  names.flatMap((each) => each.split(',')).map((name) => name.trim());

type FetchedModel = { readonly model: string } & ModelReport;

const fetchChosenModel = async (
  { model, wanted }: ChosenModel,
  { offline = false, verify = false, precision }: FetchFlags,
  tools: Tools,
): Promise<FetchedModel> => ({
  model,
  ...(await fetchModel(wanted, tools, {
    offline,
    rehash: verify,
    ...defined({ precision: filePrecision(precision) }),
  })),
});

interface Line extends Pick<FetchReport, 'state' | 'files' | 'bytes' | 'path'> {
  readonly name: string;
}

const reportTable = (tasks: readonly FetchReport[], models: readonly FetchedModel[]): string => {
  const lines: readonly Line[] = [
    ...tasks.map((report) => ({ ...report, name: report.task })),
    ...models.map((report) => ({ ...report, name: report.model, path: report.folder })),
  ];
  const heading = [...(tasks.length > 0 ? ['task'] : []), ...(models.length > 0 ? ['model'] : [])].join(
    ' / ',
  );

  const there = ({ files }: Line): number => files.filter(({ state }) => state !== 'missing').length;
  return table(lines, [
    [heading, ({ name }) => name, 'left'],
    [
      'files',
      (line) =>
        there(line) === line.files.length ? `${there(line)}` : `${there(line)} of ${line.files.length}`,
    ],
    ['bytes', (line) => byteSize(line.bytes)],
    ['state', ({ state }) => state, 'left'],
    ['path', ({ path }) => path, 'left'],
  ]).text(screenWidth());
};
