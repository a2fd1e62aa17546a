import type { Command } from 'commander';
import { checkSystems, type ReceiverVerdict, receivers } from '../../analysis/export/index.js';
import { checkRelease, readRelease } from '../../benchmarks/construction/index.js';
import { counted, defined, InputError, shellWord } from '../../core/index.js';
import { sayLine } from '../../platform/node/index.js';
import { countText, table } from '../../platform/tables/index.js';
import { chosenRecords } from '../chosen-records.js';
import { type FlagValues, onlySuite, pick, recordedSystem, TASKS, verb, worded } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';

const FLAGS = {
  ...pick('check dataset results system', TASKS, 'modelName modelRevision json quiet'),
  check: worded('check', 'list what each receiver finds missing; nothing is sent'),
  system: recordedSystem(),
  suite: onlySuite(),
};

interface Judged extends ReceiverVerdict {
  readonly receiver: string;
}

export const command = (): Command => verb(FLAGS).action(checkSubmission);

const checkSubmission = async (flags: FlagValues<typeof FLAGS>): Promise<void> => {
  if (!flags.check)
    throw new InputError({
      found: 'submit without --check',
      expected: 'r2med submit --check, which lists what is missing',
      fix: 'write the files with r2med export mteb or r2med export r2med, and hand them in by hand: r2med sends nothing',
    });
  if (flags.dataset !== undefined) return checkUpload(flags.dataset, flags);
  const results = await chosenRecords(flags);
  const settings = { model: defined({ name: flags.modelName, revision: flags.modelRevision }) };
  const judged: readonly Judged[] = Object.values(receivers).flatMap((receiver) =>
    checkSystems(receiver, results, settings).map((verdict) => ({ receiver: receiver.title, ...verdict })),
  );
  const refused = judged.filter(({ missing }) => missing.length > 0);
  await (flags.json ? printJson({ systems: judged, refused: refused.length }) : printLine(tableOf(judged)));
  if (!flags.quiet) for (const { receiver, step } of steps(judged)) sayLine(`${receiver}: by hand: ${step}`);
  if (refused.length > 0) process.exitCode = 1;
};

/** A release: what would be uploaded, whether its users could read it, and the command that uploads. */
const checkUpload = async (
  folder: string,
  { json, quiet }: { readonly json?: boolean; readonly quiet?: boolean },
): Promise<void> => {
  const verdict = await checkRelease(await readRelease(folder));
  const { name, version, files, bytes, layouts, missing } = verdict;
  const upload = `hf upload ORGANISATION/${name} ${shellWord(folder)} . --repo-type dataset`;
  if (json) await printJson({ ...verdict, upload });
  else {
    await printLine(
      table(layouts, [
        ['layout', ({ layout }) => layout, 'left'],
        ['task', ({ task }) => task, 'left'],
        ['queries', ({ queries }) => countText(queries)],
        ['documents', ({ documents }) => countText(documents)],
        ['judgements', ({ judgements }) => countText(judgements)],
      ]).text(screenWidth()),
    );
    if (missing.length > 0)
      await printLine(
        table(missing, [
          ['missing', ({ rule }) => rule, 'left'],
          ['found', ({ found }) => found, 'left'],
          ['fix', ({ fix }) => fix, 'left'],
        ]).text(screenWidth()),
      );
  }
  if (missing.length > 0) process.exitCode = 1;
  else if (!quiet)
    sayLine(
      `${name} ${version}: ${counted(files, 'file')}, ${(bytes / 1e6).toFixed(1)} MB. Nothing was sent. By hand: ${upload}`,
    );
};

const steps = (judged: readonly Judged[]) => [
  ...new Map(
    judged.flatMap(({ receiver, byHand }) =>
      byHand.map((step) => [`${receiver} ${step}`, { receiver, step }] as const),
    ),
  ).values(),
];

const tableOf = (judged: readonly Judged[]): string => {
  const rows = judged.flatMap(({ receiver, name, missing }) =>
    missing.length === 0
      ? [{ receiver, name, rule: 'ready', found: '', fix: '' }]
      : missing.map((each) => ({ receiver, name, ...each })),
  );

  return table(rows, [
    ['system', ({ name }) => name, 'left'],
    ['receiver', ({ receiver }) => receiver, 'left'],
    ['missing', ({ rule }) => rule, 'left'],
    ['found', ({ found }) => found, 'left'],
    ['fix', ({ fix }) => fix, 'left'],
  ]).text(screenWidth());
};
