import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { findingItems } from '../../benchmarks/construction/index.js';
import { commandLine, InputError, type Task } from '../../core/index.js';
import { cannotRead, mustBeWritable, sweep, writeAtomic } from '../../platform/node/index.js';
import { chosenTasks, openChosen } from '../../tasks/index.js';
import { type FlagValues, part, pick, required, text, worded } from '../flags/index.js';
import { printJson, printLine } from '../output.js';
import { stoppable } from '../stopping.js';

const SUMMARY = 'let experts decide what is done about findings of an audit';

const FLAGS = {
  ...pick('data columns split out offline json quiet'),
  data: required(worded('data', 'folder of the task that was audited; repeatable')),
  only: worded('only', 'check whose findings are taken; repeatable'),
  out: required(text('<folder>', 'new folder of the review')),
};

export const reviewFindings = (): Command =>
  part('findings', SUMMARY, FLAGS)
    .argument('<file>', 'file that r2med audit --findings wrote')
    .action((file: string, flags: FlagValues<typeof FLAGS>) =>
      stoppable(flags, async (tools) => {
        const { out, only, offline = false } = flags;
        await mustBeNew(out);
        const tasks: Task[] = [];
        for (const chosen of chosenTasks(flags)) tasks.push(await openChosen(chosen, tools, { offline }));
        const { items, leftOut } = await findingItems(file, tasks, only);
        await writeAtomic(
          join(out, 'items.jsonl'),
          items.map((item) => `${JSON.stringify(item)}\n`),
        );
        if (flags.json) return printJson({ folder: out, items: items.length, leftOut });
        await printLine(out);
        tools.note(
          `${items.length} items${leftOut > 0 ? `; ${leftOut} findings about no text are left out` : ''}.`,
        );
        tools.note(`Next: ${commandLine('review', 'plan', out, '--reviewer', 'NAME', '--reviewer', 'NAME')}`);
      }),
    );

/** Answers belong to items: those of another review must not be filed under these. */
const mustBeNew = async (folder: string): Promise<void> => {
  await mustBeWritable(folder);
  // What a killed call left is no review.
  sweep(folder);
  const [first] = await readdir(folder).catch(cannotRead(folder, []));
  if (first !== undefined)
    throw new InputError({
      at: { file: folder },
      found: `a folder that has ${first}`,
      expected: 'a folder that is empty or not there yet',
      fix: 'choose another --out',
    });
};
