import type { Command } from 'commander';
import { InputError } from '../../core/index.js';
import { readSigningKey } from '../../experiment/results/index.js';
import { reproducibleSystems } from '../../experiment/running/index.js';
import { withSystemContext } from '../../experiment/systems/index.js';
import { mustBeWritable } from '../../platform/node/index.js';
import {
  append,
  type FlagValues,
  flagName,
  LLM,
  MODELS,
  pick,
  read,
  text,
  usually,
  verb,
  worded,
} from '../flags/index.js';
import { planText, reproduceAll } from '../reproduce-published.js';
import { reproduceRecord } from '../reproduce-record.js';
import { stoppable } from '../stopping.js';

const FLAGS = {
  ...pick(
    'suite system task data source measure record out sign overwrite offline threads memory cache dryRun',
  ),
  ...pick(
    'includeIncomplete all json quiet engine engineTimeout engineSample rerankerEndpoint rerankerFolder prompts',
    MODELS,
    LLM,
  ),
  suite: text('<name>', 'r2med or nano', 'r2med'),
  system: read(
    '<name>',
    'published system, for example bm25 or "hyde-*.bm25"; repeatable (default: bm25; all of suite nano). With --record: how the model was called',
    append,
  ),
  data: worded('data', 'with --record: the folder of its task, if it is elsewhere now'),
  generations: text(
    '<where>',
    'with --record: file or folder of the generated texts (default: as in the record)',
  ),
  all: worded(
    'all',
    'every published system; rows that cannot run are listed. With --record: every difference',
  ),
  dryRun: worded('dryRun', 'list what would run, what is saved already and what is missing; run nothing'),
  out: usually('out', 'reproduced'),
};

type ReproduceFlags = FlagValues<typeof FLAGS>;

export const command = (): Command => verb(FLAGS).action(reproduce);

const reproduce = async ({ record, generations, ...flags }: ReproduceFlags): Promise<void> => {
  // Without this, who asked for a signature would not notice that there is none.
  for (const flag of ['sign', 'dryRun'] as const) if (record && flags[flag]) throw notWithRecord(flag);
  if (record) return reproduceRecord({ ...flags, record, ...(generations !== undefined && { generations }) });
  const patterns = flags.all && !flags.system ? ['*'] : flags.system;
  const wanted = reproducibleSystems(flags.suite, { ...flags, ...(patterns && { system: patterns }) });
  if (!flags.dryRun) await mustBeWritable(flags.out);
  // A wrong file is said before hours of work.
  const key = flags.sign ? await readSigningKey(flags.sign) : undefined;
  await stoppable(flags, (tools) =>
    withSystemContext(flags.dryRun ? { ...flags, offline: true } : flags, tools, (context) =>
      flags.dryRun
        ? planText(wanted, flags, context)
        : reproduceAll(wanted, { ...flags, ...(key && { key }) }, context, tools),
    ),
  );
};

const notWithRecord = (flag: string): InputError =>
  new InputError({
    found: `${flagName(flag)} with --record`,
    expected: 'a record that is run again and compared; no folder is written',
    fix: `leave out ${flagName(flag)}; without --record it is for the published systems`,
  });
