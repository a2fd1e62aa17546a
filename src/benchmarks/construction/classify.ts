import { z } from 'zod';
import { askAll, planAll, type Questions } from './ask-all.js';
import {
  BODY_SYSTEMS,
  BuildItem,
  CLASSES,
  countsOf,
  decided,
  type Held,
  heldCounts,
  heldItem,
} from './item.js';
import { answerText, labelIn, material, optionLines, type ReplyReading, readFields } from './prompt-texts.js';
import { llmSetting } from './respondent.js';
import { defineStep, type StepContext } from './step.js';

const settings = z.strictObject({ llm: llmSetting });
type Context = StepContext<z.infer<typeof settings>>;

const STAGES = Object.keys(CLASSES) as (keyof typeof CLASSES)[];
const NOT_USABLE = 'not usable';
const SEVERAL = 'several';

interface Classified {
  readonly reason: string;
  readonly class:
    | { readonly stage: keyof typeof CLASSES; readonly kind: string }
    | typeof NOT_USABLE
    | typeof SEVERAL;
  readonly bodySystem: (typeof BODY_SYSTEMS)[number];
}

/** The classes as prompts and replies spell them: `diagnosis / disease`. */
export const CLASS_LABELS: ReadonlyMap<string, Classified['class']> = new Map<string, Classified['class']>([
  ...STAGES.flatMap((stage) =>
    CLASSES[stage].map((kind) => [`${stage} / ${kind}`, { stage, kind }] as const),
  ),
  [SEVERAL, SEVERAL],
  [NOT_USABLE, NOT_USABLE],
]);

/** Reads a reply of the classifier: reason, class and body system, each once and spelled as requested. */
export const readClass = (reply: string): ReplyReading<Classified> => {
  const fields = readFields(reply, { Reason: 'text', Class: 'line', 'Body system': 'line' });
  if ('unreadable' in fields) return fields;
  const { Reason: reason, Class: given, 'Body system': system } = fields.value;
  const label = labelIn(given, [...CLASS_LABELS.keys()]);
  const bodySystem = labelIn(system, BODY_SYSTEMS);
  if (label === undefined) return { unreadable: `the class "${given}"` };
  if (bodySystem === undefined) return { unreadable: `the body system "${system}"` };
  return { value: { reason, class: CLASS_LABELS.get(label)!, bodySystem } };
};

/** Posts are not sorted: they are asked as they stand. */
const isAsked = ({ family }: BuildItem): boolean => family === 'exam' || family === 'treatment';

const subjectsOf = async ({ work }: Context): Promise<readonly BuildItem[]> =>
  (await work.read('items', BuildItem)).filter(({ family }) => family !== 'case');

const questionsOf = (
  items: readonly BuildItem[],
  { prompts }: Context,
): Questions<BuildItem, Classified> => ({
  step: 'classify',
  subjects: items.filter(isAsked),
  idOf: ({ id }) => id,
  template: prompts.template('build-classify', 'default'),
  valuesOf: (item) => ({
    QUESTION: material(item.text),
    OPTIONS: optionLines(item),
    ANSWER: answerText(item),
  }),
  read: readClass,
});

export const classify = defineStep({
  name: 'classify',
  help: 'sort questions by clinical stage, kind and body system',
  example: '--llm gpt4 --budget 1',
  reads: ['items'],
  writes: ['classified', 'classify.held'],
  settings,
  prompts: ['build-classify'],
  asks: ({ llm }) => [llm],
  plan: async (context) =>
    planAll(questionsOf(await subjectsOf(context), context), await context.respondent(context.settings.llm)),
  run: async (context) => {
    const { work, tools } = context;
    const items = await subjectsOf(context);
    const respondent = await context.respondent(context.settings.llm);
    const { answered, undecided } = await askAll(questionsOf(items, context), respondent, tools);
    const classified: BuildItem[] = [];
    const held: Held[] = [];
    for (const item of items) {
      const answer = answered.get(item.id);
      if (!isAsked(item)) classified.push(item);
      if (!answer) continue;
      const { reason, class: found, bodySystem } = answer.value;
      const decision = { step: 'classify', reason, ...answer.by };
      if (typeof found === 'string') {
        const why = found === SEVERAL ? 'several classes' : NOT_USABLE;
        held.push(heldItem(decided(item, { ...decision, label: found }), why, reason));
        continue;
      }
      const label = `${found.stage} / ${found.kind}; ${bodySystem}`;
      classified.push(decided(item, { ...decision, label }, { ...found, bodySystem }));
    }
    await work.write('classified', classified);
    await work.write('classify.held', held);
    return {
      in: items.length,
      out: classified.length,
      held: heldCounts(held),
      undecided,
      figures: {
        classes: countsOf(classified.flatMap(({ stage, kind }) => (stage ? [`${stage} / ${kind}`] : []))),
        bodySystems: countsOf(classified.flatMap(({ bodySystem }) => bodySystem ?? [])),
      },
    };
  },
});
