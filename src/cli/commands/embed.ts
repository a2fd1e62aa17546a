import type { Command } from 'commander';
import { counted, InputError, parseShard, WorkError } from '../../core/index.js';
import { fileSafe } from '../../experiment/results/index.js';
import {
  type EmbeddedTask,
  embedTask,
  openDense,
  withSystemContext,
} from '../../experiment/systems/index.js';
import {
  mustBeWritable,
  type PartState,
  partedFolders,
  partName,
  partState,
  readManifest,
  vectorParts,
} from '../../platform/node/index.js';
import { table } from '../../platform/tables/index.js';
import { chosenTasks, openChosen } from '../../tasks/index.js';
import { EMBEDDER, type FlagValues, pick, TASKS, text, verb } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';

const FLAGS = {
  ...pick(TASKS, 'retriever out shard rows status offline threads memory cache json quiet', EMBEDDER),
  retriever: text('<name>', 'dense model, for example bge'),
  out: text('<folder>', 'folder to write vectors to', 'vectors'),
  shard: text('<i/n>', 'make part i of n, counted from 1'),
};

type EmbedFlags = FlagValues<typeof FLAGS>;

export const command = (): Command =>
  verb(FLAGS).action((flags: EmbedFlags) =>
    flags.status === undefined ? embedAll(flags) : showStatus(flags.status, flags),
  );

const embedAll = async (flags: EmbedFlags): Promise<void> => {
  const { retriever } = flags;
  if (!retriever) throw new InputError({ found: 'no model', fix: 'add --retriever bge' });
  const shard = flags.shard === undefined ? undefined : parseShard(flags.shard);
  const chosen = chosenTasks(flags);
  await mustBeWritable(flags.out);
  await stoppable(flags, (tools) =>
    withSystemContext(flags, tools, async (context) => {
      const done: EmbeddedTask[] = [];
      for (const each of chosen) {
        const task = await openChosen(each, tools, { offline: flags.offline ?? false, generations: [] });
        const opened = await openDense(retriever, { ...context, task });
        try {
          const folder = `${flags.out}/${fileSafe(task.name)}`;
          const options = { folder, ...(shard && { shard }), ...(flags.rows && { rowsPerPart: flags.rows }) };
          done.push(await embedTask(opened, task, options, tools));
        } finally {
          await opened.embedder.close();
        }
      }
      await (flags.json ? printJson({ tasks: done }) : printLine(madeTable(done)));
      mustSucceed(done);
    }),
  );
};

const madeTable = (done: readonly EmbeddedTask[]): string =>
  table(done, [
    ['folder', ({ folder }) => folder, 'left'],
    ['parts', ({ parts }) => parts],
    ['made now', ({ made }) => made],
  ]).text(screenWidth());

const mustSucceed = (done: readonly EmbeddedTask[]): void => {
  const failed = done.flatMap((each) => each.failed);
  if (failed.length === 0) return;
  throw new WorkError(
    `${counted(failed.length, 'text')} without a vector, since work failed: ${failed.slice(0, 3).join(', ')}${failed.length > 3 ? ', …' : ''}`,
    'correct the cause and run the same command again: only parts that lack something are made again',
  );
};

const showStatus = async (folder: string, flags: EmbedFlags): Promise<void> => {
  const folders = await partedFolders(folder);
  if (folders.length === 0)
    throw new InputError({ at: { file: folder }, found: 'no vectors of r2med embed', fix: 'check the name' });
  const found = [];
  for (const each of folders) {
    const manifest = (await readManifest(each))!;
    const states: { readonly name: string; readonly state: PartState }[] = [];
    for (const part of vectorParts(manifest))
      states.push({ name: partName(part), state: await partState(each, manifest, part) });
    const lacking = states.filter(({ state }) => state !== 'done');
    found.push({
      folder: each,
      model: manifest.model,
      parts: states.length,
      done: states.length - lacking.length,
      lacking,
    });
  }
  if (flags.json) await printJson({ folders: found });
  else
    await printLine(
      table(found, [
        ['folder', (each) => each.folder, 'left'],
        ['model', ({ model }) => model, 'left'],
        ['done', ({ done, parts }) => `${done} of ${parts}`],
        ['lacking', ({ lacking }) => lackingText(lacking), 'left'],
      ]).text(screenWidth()),
    );
  if (found.some(({ lacking }) => lacking.length > 0)) process.exitCode = 1;
};

const lackingText = (lacking: readonly { readonly name: string; readonly state: PartState }[]): string => {
  const shown = lacking.slice(0, 5).map(({ name, state }) => `${name} ${state}`);
  return [...shown, ...(lacking.length > shown.length ? ['…'] : [])].join(', ') || '–';
};
