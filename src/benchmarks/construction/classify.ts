import { z } from 'zod';
import { askingStep } from './asking-step.js';
import { BODY_SYSTEMS, CLASSES, countsOf, decided } from './item.js';
import { postsSetting } from './posts-setting.js';
import { fieldsReader, labelIn, questionValues } from './prompt-texts.js';
import { llmSetting } from './respondent.js';

const STAGES = Object.keys(CLASSES) as (keyof typeof CLASSES)[];
const NOT_USABLE = 'not usable';
const SEVERAL = 'several';

type Class =
  | { readonly stage: keyof typeof CLASSES; readonly kind: string }
  | typeof NOT_USABLE
  | typeof SEVERAL;

/** The classes as prompts and replies spell them: `diagnosis / disease`. */
export const CLASS_LABELS: ReadonlyMap<string, Class> = new Map<string, Class>([
  ...STAGES.flatMap((stage) =>
    CLASSES[stage].map((kind) => [`${stage} / ${kind}`, { stage, kind }] as const),
  ),
  [SEVERAL, SEVERAL],
  [NOT_USABLE, NOT_USABLE],
]);

/** Reads a reply of the classifier: reason, class and body system, each once and spelled as requested. */
export const readClass = fieldsReader(
  { Reason: 'text', Class: 'line', 'Body system': 'line' },
  ({ Reason: reason, Class: given, 'Body system': system }) => {
    const label = labelIn(given, [...CLASS_LABELS.keys()]);
    const bodySystem = labelIn(system, BODY_SYSTEMS);
    if (label === undefined) return { unreadable: `the class "${given}"` };
    if (bodySystem === undefined) return { unreadable: `the body system "${system}"` };
    return { value: { reason, class: CLASS_LABELS.get(label)!, bodySystem } };
  },
);

export const classify = askingStep({
  name: 'classify',
  help: 'sort questions by clinical stage, kind and body system',
  example: '--llm gpt4 --budget 1',
  from: 'items',
  to: 'classified',
  settings: z.strictObject({ llm: llmSetting, posts: postsSetting }),
  isConcerned: ({ family }) => family !== 'case',
  isAsked: ({ family }, { posts }) => family !== 'post' || posts,
  question: { valuesOf: questionValues, read: readClass },
  decide: (item, { value: { reason, class: found, bodySystem }, by }) => {
    const decision = { step: 'classify', reason, ...by };
    if (typeof found === 'string') {
      const why = found === SEVERAL ? 'several classes' : NOT_USABLE;
      return { item: decided(item, { ...decision, label: found }), why, detail: reason };
    }
    const label = `${found.stage} / ${found.kind}; ${bodySystem}`;
    return { item: decided(item, { ...decision, label }, { ...found, bodySystem }) };
  },
  figures: (passed) => ({
    classes: countsOf(passed.flatMap(({ item: { stage, kind } }) => (stage ? [`${stage} / ${kind}`] : []))),
    bodySystems: countsOf(passed.flatMap(({ item: { bodySystem } }) => bodySystem ?? [])),
  }),
});
