import {
  agreementGates,
  compareTops,
  rankedFile,
  UNKNOWN_WITHOUT_JUDGEMENTS,
} from '../../analysis/comparison/index.js';
import { InputError, printableLine } from '../../core/index.js';
import { isFile, nodeTools } from '../../platform/node/index.js';
import { movedCount } from '../comparison-text.js';
import type { ValuesOf } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { agreementText } from './agreement-text.js';
import { concluded } from './conclusion.js';
import type { GateFlags, GateRequest } from './gate-request.js';
import { commentText } from './markdown.js';

type UnjudgedFlags = GateFlags &
  ValuesOf<'suite task data slice cost limit all title markdown json quiet'> & {
    readonly measure?: string;
    readonly judgements?: string;
  };

/** Whether run files are compared that nothing judges: agreement alone is asked for, and no task is named. */
export const isUnjudged = async (
  texts: readonly string[],
  { k, worse, thresholds }: GateRequest,
  { measure, suite, task, data, judgements }: UnjudgedFlags,
): Promise<boolean> => {
  if (k === undefined || worse !== undefined || thresholds.length > 0) return false;
  if ([measure, suite, task, data, judgements].some((given) => given !== undefined)) return false;
  return (await Promise.all(texts.map(isFile))).every(Boolean);
};

/** Compares run files with the first, by their hits alone. */
export const compareUnjudged = async (
  texts: readonly string[],
  { k, asks, agreement }: GateRequest,
  flags: UnjudgedFlags,
): Promise<void> => {
  for (const flag of ['slice', 'cost'] as const)
    if (flags[flag])
      throw new InputError({
        found: `--${flag} without judgements`,
        fix: 'add --data FOLDER, or leave it out',
      });
  const [baseline, ...others] = await Promise.all(texts.map(rankedFile));
  const tops = others.map((other) => compareTops(baseline!, other, k!));
  const verdicts = asks
    ? tops.flatMap((compared) => agreementGates(compared, agreement, flags.failIfChanged))
    : undefined;
  if (flags.json)
    await printJson({ baseline: baseline!.name, agreement: tops, ...(verdicts && { gates: verdicts }) });
  else if (flags.markdown)
    await printLine(
      commentText({
        title: flags.title ?? 'r2med',
        measure: '',
        baseline: baseline!.name,
        systems: [],
        tops,
        showQueries: movedCount(flags),
        verdicts,
        remarks: [],
      }),
    );
  else
    await printLine(
      tops
        .map((compared) => {
          const names = `A  ${printableLine(baseline!.name)}\nB  ${printableLine(compared.system)}`;
          return `${names}\n\n${agreementText(compared, movedCount(flags), screenWidth())}`;
        })
        .join('\n\n\n'),
    );
  nodeTools({ quiet: flags.quiet ?? false }).note(
    `\nShares of queries in percent, overlap and RBO times 100. Nothing was judged; ${UNKNOWN_WITHOUT_JUDGEMENTS}.`,
  );
  await concluded(verdicts, flags);
};
