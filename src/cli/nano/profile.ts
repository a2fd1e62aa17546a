import type { Command } from 'commander';
import {
  type CheckedFigure,
  checkProfile,
  compareBm25,
  type GroupProfile,
  type ListComparison,
  type NamedRetriever,
  profileGroup,
  profileTask,
  sourceLists,
  type TaskProfile,
} from '../../benchmarks/nano/index.js';
import { InputError, type Tools } from '../../core/index.js';
import { publishedSources } from '../../experiment/results/index.js';
import { type SystemContext, system, withSystemContext } from '../../experiment/systems/index.js';
import { writeAtomic } from '../../platform/node/index.js';
import { chosenTasks, openChosen, suite, tellNotes } from '../../tasks/index.js';
import { type FlagValues, MODELS, part, pick, TASKS, worded } from '../flags/index.js';
import { htmlPage } from '../html-page.js';
import { printJson, printLine, tableText } from '../output.js';
import { stoppable } from '../stopping.js';
import { checkTable, comparisonTable, dataTable, listsLine, scoreTable } from './profile-table.js';

const FLAGS = {
  ...pick(TASKS, 'dense recompute check markdown html offline threads memory cache json quiet', MODELS),
  suite: worded('suite', 'r2med, nano or sample (default: nano; none with --data)'),
};

type ProfileFlags = FlagValues<typeof FLAGS>;

const SUMMARY = 'show counts, lengths and candidate-list scores of tasks';

export const nanoProfile = (): Command => part('profile', SUMMARY, FLAGS).action(profile);

const profile = (flags: ProfileFlags): Promise<void> =>
  stoppable(flags, (tools) =>
    withSystemContext(flags, tools, (context) => profileTasks(flags, context, tools)),
  );

const profileTasks = async (flags: ProfileFlags, context: Omit<SystemContext, 'task'>, tools: Tools) => {
  const suiteName = flags.suite ?? (flags.data ? undefined : 'nano');
  const dense = denseOf(flags, context);
  const published = flags.check ? publishedFor(suiteName, dense) : undefined;
  const profiles: TaskProfile[] = [];
  const comparisons: ListComparison[] = [];
  for (const chosen of chosenTasks({ ...flags, ...(suiteName && { suite: suiteName }) })) {
    const task = await openChosen(chosen, tools, { offline: flags.offline ?? false, generations: [] });
    await tellNotes(task, tools);
    const lists = await sourceLists(task, dense ? { dense } : {}, tools);
    profiles.push(await profileTask(task, lists));
    if (flags.recompute) comparisons.push(await compareBm25(task, tools));
  }
  const group = profileGroup(profiles);
  const figures = published && checkProfile(group, suite(suiteName!).tasks, published);
  await tell(group, comparisons, figures, flags);
  if (figures?.some(({ verdict }) => verdict !== 'same')) process.exitCode = 1;
};

const publishedFor = (suiteName: string | undefined, dense: NamedRetriever | undefined) => {
  if (dense)
    throw new InputError({
      found: '--check with --dense',
      expected: 'the published lists',
      fix: 'leave one of the two out',
    });
  const published = suiteName === undefined ? [] : publishedSources(suiteName);
  if (published.some(({ systems }) => systems.some((row) => row.queryWeighted))) return published;
  throw new InputError({
    found: suiteName ? `--check for suite ${suiteName}` : '--check for a folder',
    expected: 'a suite whose profile was published: nano',
    fix: 'leave out --check, or profile --suite nano',
  });
};

const denseOf = (
  { dense: name }: ProfileFlags,
  context: Omit<SystemContext, 'task'>,
): NamedRetriever | undefined =>
  name === undefined ? undefined : { name, make: (task, topK) => system(name, { ...context, task, topK }) };

const tell = async (
  group: GroupProfile,
  comparisons: readonly ListComparison[],
  figures: readonly CheckedFigure[] | undefined,
  flags: ProfileFlags,
): Promise<void> => {
  if (flags.html !== undefined) await writeAtomic(flags.html, [pageOf(group, comparisons, figures)]);
  if (flags.json)
    return printJson({
      ...group,
      ...(flags.recompute && { comparisons }),
      ...(figures && { check: figures }),
    });
  const differing = differingIn(figures);
  const parts = [
    tableText(dataTable(group), flags.markdown),
    tableText(scoreTable(group), flags.markdown),
    listsLine(group),
    ...(comparisons.length > 0
      ? [
          `The stored BM25 lists compared with ${comparisons[0]!.system}, made here:`,
          tableText(comparisonTable(comparisons), flags.markdown),
          ONLY_TIES,
        ]
      : []),
    ...(differing.length > 0 ? [tableText(checkTable(differing), flags.markdown)] : []),
    ...(figures ? [sameLine(figures)] : []),
  ];
  await printLine(parts.join('\n\n'));
};

const ONLY_TIES =
  'only ties: the lists differ only in the order of equal scores, which bm25s does not define.';

const differingIn = (figures: readonly CheckedFigure[] = []): readonly CheckedFigure[] =>
  figures.filter(({ verdict }) => verdict !== 'same');

const sameLine = (figures: readonly CheckedFigure[]): string =>
  `${figures.length - differingIn(figures).length} of ${figures.length} published figures are the same here.`;

const pageOf = (
  group: GroupProfile,
  comparisons: readonly ListComparison[],
  figures: readonly CheckedFigure[] | undefined,
): string => {
  const differing = differingIn(figures);
  return htmlPage(`Profile of ${titleOf(group)}`, [
    { caption: 'Tasks', table: dataTable(group) },
    { caption: 'How well the lists find the positives', table: scoreTable(group) },
    listsLine(group),
    ...(comparisons.length > 0
      ? [
          { caption: 'Stored BM25 lists compared with those made here', table: comparisonTable(comparisons) },
          ONLY_TIES,
        ]
      : []),
    ...(differing.length > 0
      ? [{ caption: 'Figures that are not as published', table: checkTable(differing) }]
      : []),
    ...(figures ? [sameLine(figures)] : []),
  ]);
};

/** The names of a few tasks, the number of many. */
const titleOf = ({ tasks }: GroupProfile): string =>
  tasks.length > 3 ? `${tasks.length} tasks` : tasks.map(({ task }) => task).join(', ');
