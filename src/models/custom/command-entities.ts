import { type Entity, type EntityFinder, WorkError } from '../../core/index.js';
import { readEntities } from './read-entities.js';
import { type Reply, settleInBatches } from './settle-in-batches.js';
import {
  type CommandPlace,
  commandIdentity,
  FIRST_TEXT,
  type StartedCommand,
  startCommand,
} from './start-command.js';

/** Opens a command that finds entities; docs/guides/your-own-model.md has the protocol. */
export const openCommandEntities = (command: string, place: CommandPlace = {}): Promise<EntityFinder> =>
  startCommand(
    command,
    place,
    {
      request: { kind: 'entities', texts: [FIRST_TEXT] },
      expected: 'lines as docs/guides/your-own-model.md describes them, with "entities" for each text',
    },
    commandFinder,
  );

const commandFinder = (started: StartedCommand): EntityFinder => {
  const { name, batchSize, inFlight, first, wrong, close } = started;
  if (first.is === 'answer') {
    const read = fatesOf(first, [FIRST_TEXT]);
    const problem = 'refused' in read ? read.refused : 'failed' in read[0]! ? read[0].failed : undefined;
    if (problem !== undefined) throw wrong(problem);
  }
  const ask = async (texts: readonly string[]): Promise<Reply<readonly Entity[]>> => {
    const answered = await started.ask({ kind: 'entities', texts });
    return 'refused' in answered ? answered : fatesOf(answered, texts);
  };
  return {
    name,
    spec: commandIdentity(started, 'entities'),
    find: async (texts, { signal }) => {
      const found = new Array<readonly Entity[]>(texts.length);
      const batches = settleInBatches(texts, [...texts.keys()], ask, { batchSize, inFlight, signal });
      for await (const { done, failed } of batches) {
        if (failed[0]) throw textFailed(name, failed[0].reason, texts[failed[0].place]!);
        for (const { place, value } of done) found[place] = value;
      }
      return found;
    },
    close,
  };
};

/** What follows from a text that could not be read: nothing may be said about personal data in it. The text itself is not shown. */
export const textFailed = (name: string, reason: string, text: string): WorkError =>
  new WorkError(
    `${name} failed on a text of ${text.length} characters, so it is not known whether it names a person: ${reason}`,
    'correct the model, then run again; without --ner the rules alone look for personal data',
  );

type Answer = Extract<StartedCommand['first'], { readonly is: 'answer' }>;

const fatesOf = (
  { entities = [], errors }: Omit<Answer, 'is' | 'id'>,
  texts: readonly string[],
): Reply<readonly Entity[]> => {
  if (entities.length !== texts.length)
    return { refused: `${entities.length} lists of entities for ${texts.length} texts` };
  return texts.map((text, i) =>
    typeof errors[i] === 'string'
      ? { failed: errors[i] || 'no reason given' }
      : readEntities(entities[i], text),
  );
};
