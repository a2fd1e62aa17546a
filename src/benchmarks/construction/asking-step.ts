import type { z } from 'zod';
import type { Json } from '../../core/index.js';
import { type Answered, askAll, planAll, type Questions, questionsOn } from './ask-all.js';
import { BuildItem, type Held, heldCounts, heldItem } from './item.js';
import { type BuildStep, defineStep, type StepContext } from './step.js';

/** What becomes of an item: it goes on, or is held back and why. */
interface ItemOutcome {
  readonly item: BuildItem;
  readonly why?: string;
  readonly detail?: string;
  /** A share of words, for figures. */
  readonly change?: number;
}

interface AskingStep<Schema extends z.ZodObject, Value>
  extends Pick<BuildStep<Schema>, 'name' | 'help' | 'example' | 'settings'> {
  /** The file of items that it reads, and the one of those that go on. */
  readonly from: string;
  readonly to: string;
  /** Which items of the file it is about; all by default. */
  isConcerned?(item: BuildItem): boolean;
  isAsked(item: BuildItem, settings: z.infer<Schema>): boolean;
  readonly question: Omit<Questions<BuildItem, Value>, 'step' | 'subjects' | 'idOf' | 'template'>;
  decide(item: BuildItem, answer: Answered<Value>, settings: z.infer<Schema>): ItemOutcome;
  /** An item that nobody is asked about goes on; as it is by default. */
  unasked?(item: BuildItem, settings: z.infer<Schema>): BuildItem;
  figures(passed: readonly ItemOutcome[]): Json;
}

/** A step that asks the model of its settings one question about items, and passes each on or holds it back. */
export const askingStep = <Schema extends z.ZodObject<{ llm: z.ZodString }>, Value>({
  from,
  to,
  isConcerned = () => true,
  isAsked,
  question,
  decide,
  unasked = (item) => item,
  figures,
  ...step
}: AskingStep<Schema, Value>): BuildStep<Schema> => {
  const { name } = step;
  const prepared = async ({ work, prompts, settings, respondent }: StepContext<z.infer<Schema>>) => {
    const items = (await work.read(from, BuildItem)).filter(isConcerned);
    const questions = questionsOn(
      name,
      items.filter((item) => isAsked(item, settings)),
      prompts,
      { idOf: ({ id }) => id, ...question },
    );
    return { items, questions, respondent: await respondent((settings as { readonly llm: string }).llm) };
  };
  return defineStep<Schema>({
    ...step,
    reads: [from],
    writes: [to, `${name}.held`],
    prompts: [`build-${name}`],
    asks: (settings) => [(settings as { readonly llm: string }).llm],
    plan: async (context) => {
      const { questions, respondent } = await prepared(context);
      return planAll(questions, respondent);
    },
    run: async (context) => {
      const { work, tools, settings } = context;
      const { items, questions, respondent } = await prepared(context);
      const { answered, undecided } = await askAll(questions, respondent, tools);
      const passed: ItemOutcome[] = [];
      const held: Held[] = [];
      for (const item of items) {
        const answer = answered.get(item.id);
        if (!isAsked(item, settings)) passed.push({ item: unasked(item, settings) });
        if (!answer) continue;
        const outcome = decide(item, answer, settings);
        if (outcome.why === undefined) passed.push(outcome);
        else held.push(heldItem(outcome.item, outcome.why, outcome.detail));
      }
      const next = passed.map(({ item }) => item);
      await work.write(to, next);
      await work.write(`${name}.held`, held);
      const counts = { in: items.length, out: passed.length, held: heldCounts(held) };
      return { ...counts, undecided, figures: figures(passed) };
    },
  });
};
