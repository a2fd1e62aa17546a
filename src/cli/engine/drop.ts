import type { Command } from 'commander';
import { byteSize, InputError, WorkError } from '../../core/index.js';
import { sayPrompt } from '../../platform/node/index.js';
import type { Collection, Engine } from '../../search/engines/index.js';
import { part, pick } from '../flags/index.js';
import { printJson, printLine } from '../output.js';
import { stoppable } from '../stopping.js';
import { textsFrom } from '../texts-from.js';
import { type EngineFlags, LOOKING, placeOf, withEngine } from './opened-engine.js';

const FLAGS = pick('engine engineTimeout json quiet');

export const engineDrop = (): Command =>
  part('drop', 'delete an index that r2med made', FLAGS)
    .argument('<index>', 'whole name of the index, as `r2med engine status` prints it')
    .action((name: string, flags: EngineFlags) =>
      stoppable(flags, (tools) => withEngine(flags, tools, (engine) => drop(engine, name, flags), LOOKING)),
    );

const drop = async (engine: Engine, name: string, { json }: EngineFlags): Promise<void> => {
  const found = (await engine.collections()).find((each) => each.name === name);
  if (!found)
    throw new WorkError(
      `${placeOf(engine)} has no index ${name} that r2med made; nothing was deleted`,
      'r2med engine status lists those it has',
    );
  await confirmed(found);
  await engine.drop(name);
  await (json ? printJson({ dropped: found }) : printLine(`Deleted ${name} (${sizeOf(found)}).`));
};

/** An index may have taken hours to load: its name is typed twice. */
const confirmed = async (collection: Collection): Promise<void> => {
  const { name } = collection;
  sayPrompt(`This deletes ${name} (${sizeOf(collection)}). Type its name to go on: `);
  let typed: string | undefined;
  for await (const line of textsFrom(process.stdin)) {
    typed = line.trim();
    break;
  }
  if (typed === name) return;
  throw new InputError({
    found: typed ? `"${typed}" in place of the name; nothing was deleted` : 'no name; nothing was deleted',
    expected: name,
    fix: 'type the name as it was printed',
  });
};

const sizeOf = ({ documents, bytes: count }: Collection): string =>
  `${documents.toLocaleString('en')} documents, ${byteSize(count)}`;
