import { WorkError } from './errors.js';
import type { Json } from './json.js';
import type { Tools } from './tools.js';

/** A question, its answer and a text of something else: whatever ranks texts knows their order. */
export const KNOWN_ORDER = {
  query: 'What causes gout?',
  answer: 'Gout is caused by crystals of uric acid in the joints.',
  unrelated: 'The train to the airport leaves from platform four every twenty minutes.',
} as const;

/** How well a model finds that the two texts fit the question. */
export type KnownScores = Readonly<Record<'answer' | 'unrelated', number>>;

/** What is wrong with a model that does not put the answer first, in words; undefined for all others. */
export const wrongOrder = ({ answer, unrelated }: KnownScores): string | undefined =>
  answer > unrelated
    ? undefined
    : `the answer to "${KNOWN_ORDER.query}" scores ${answer.toPrecision(3)}, a text about trains ${unrelated.toPrecision(3)}`;

/** Whether a model knows the order that is known. */
export interface OrderCheck {
  /** What is known from an earlier time, without asking the model: results made of its answers say the same again. */
  look(tools: Tools): Promise<void>;
  /** Asks the model, once: before it is asked for anything else, which may take long or cost much. */
  ask(tools: Tools): Promise<void>;
  /** What is wrong; undefined where nothing is, or nothing is known. */
  readonly wrong: string | undefined;
}

interface AskedModel {
  readonly name: string;
  readonly spec: Json;
  /** Why, where it answers nothing at all; undefined where only a part is missing: that is reported when it is asked for more. */
  scores(tools: Tools): Promise<KnownScores | { readonly failed: string } | undefined>;
}

/** A model in the wrong order is said to be so, and goes on: a number of it is its own, and marked. */
export const orderCheck = ({ name, spec, scores }: AskedModel): OrderCheck => {
  const key = { kind: 'known-order', version: 1, texts: KNOWN_ORDER, model: spec };
  let wrong: string | undefined;
  let asked: Promise<void> | undefined;
  const tell = (found: string, { warn }: Tools): void => {
    if (found && found !== wrong)
      warn(`${name}: ${found}. It may not be the model that is meant: check its settings, or its server`);
    wrong = found || undefined;
  };
  return {
    look: async (tools) => {
      const stored = asked ? undefined : await tools.cache.get(key);
      if (stored) tell(new TextDecoder().decode(stored), tools);
    },
    ask: (tools) => {
      const asking = async (): Promise<void> => {
        const known = await scores(tools);
        if (!known) return;
        // These are plain words: it would not answer anything else either.
        if ('failed' in known)
          throw new WorkError(
            `${name} does not answer: ${known.failed}`,
            'correct the model, then run the same command again',
          );
        const found = wrongOrder(known) ?? '';
        await tools.cache.put(key, [new TextEncoder().encode(found)]);
        tell(found, tools);
      };
      asked ??= asking().catch((error: unknown) => {
        asked = undefined;
        throw error;
      });
      return asked;
    },
    get wrong() {
      return wrong;
    },
  };
};
