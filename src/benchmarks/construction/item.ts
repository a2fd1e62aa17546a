import { z } from 'zod';
import { defined, groupBy } from '../../core/index.js';

export const FAMILIES = ['exam', 'post', 'treatment', 'case'] as const;

/** The clinical stage of a question, with its kinds. */
export const CLASSES = {
  examination: ['laboratory', 'imaging', 'endoscopic', 'other'],
  diagnosis: ['disease', 'syndrome', 'etiological', 'functional'],
  treatment: ['pharmacological', 'surgical', 'other', 'preventive'],
} as const;

/** The twelve values of MedXpertQA's `body_system`. */
export const BODY_SYSTEMS = [
  ...(['Cardiovascular', 'Digestive', 'Endocrine', 'Integumentary', 'Lymphatic', 'Muscular'] as const),
  ...(['Nervous', 'Reproductive', 'Respiratory', 'Skeletal', 'Urinary', 'Other / NA'] as const),
] as const;

/** Where something comes from, and on which terms. */
export const Origin = z.strictObject({
  /** Name of the collection: "MedQA", "our hospital's forum". */
  source: z.string().min(1),
  /** An SPDX name, or the words of the owner. */
  licence: z.string().min(1),
  id: z.string().min(1),
  url: z.string().optional(),
});
export type Origin = z.infer<typeof Origin>;

/** One decision about one item: who decided what, and why. Raw replies are saved, so that any of them can be read again. */
export const Decision = z.strictObject({
  step: z.string(),
  /** What was decided: a label, `pass`, a grade. */
  label: z.string(),
  reason: z.string(),
  /** `rule`, the name of a model, or `prepared:<name>`. */
  by: z.string(),
  /** Hash of the prompt template, where a model was asked. */
  prompt: z.string().optional(),
  seed: z.number().optional(),
  raw: z.string().optional(),
  /** What was changed, for people: `[-Which of the following-] [+What+] is …`. */
  change: z.string().optional(),
});
export type Decision = z.infer<typeof Decision>;

/** A question, post or case on its way to a query. Every step adds to it and takes nothing away. */
export const BuildItem = z.strictObject({
  id: z.string().min(1),
  family: z.enum(FAMILIES),
  origin: Origin,
  /** The question, post or case report as it was collected. */
  text: z.string().min(1),
  /** Of a multiple-choice question. */
  options: z.array(z.strictObject({ label: z.string(), text: z.string() })).optional(),
  answer: z.string().optional(),
  /** Sources of evidence that the item itself names: links of an answer, the article of a case. Ids of collected sources. */
  evidence: z.array(z.string()).optional(),
  /** Of a case: the confirmed diagnosis, with its code where there is one. */
  diagnosis: z.strictObject({ name: z.string(), code: z.string().optional() }).optional(),
  /** Set by `classify`. */
  stage: z.enum(['examination', 'diagnosis', 'treatment']).optional(),
  kind: z.string().optional(),
  bodySystem: z.enum(BODY_SYSTEMS).optional(),
  /** Set by `reformulate`, and by `cases`: the text that will be searched with. */
  query: z.string().optional(),
  /** Set by `reason`: numbered steps from query to answer. */
  reasoning: z.string().optional(),
  /** All decisions, oldest first. */
  trail: z.array(Decision),
});
export type BuildItem = z.infer<typeof BuildItem>;

/** A text that evidence is taken from: a page, an article, a textbook section, a case report. */
export const SourceText = z.strictObject({
  id: z.string().min(1),
  origin: Origin,
  title: z.string().optional(),
  text: z.string().min(1),
  /** Decisions about it, oldest first. */
  trail: z.array(Decision).optional(),
});
export type SourceText = z.infer<typeof SourceText>;

/** What a step holds back, and why: never passed on, never lost. A row of `<step>.held.jsonl`. */
export const Held = z.strictObject({
  id: z.string(),
  /** The reason, as reports count it: `personal data`, `too simple`. */
  why: z.string().min(1),
  detail: z.string().optional(),
  /** Where in the user's files. */
  at: z.strictObject({ file: z.string(), line: z.number() }).optional(),
  /** What was found in its texts: which kind, in which text, the words, and what gave it away. */
  findings: z
    .array(z.strictObject({ where: z.string(), kind: z.string(), text: z.string(), reason: z.string() }))
    .optional(),
  item: BuildItem.optional(),
  source: SourceText.optional(),
});
export type Held = z.infer<typeof Held>;

/** A passage of a source: what will be a document. */
export const Passage = z.strictObject({
  id: z.string().min(1),
  origin: Origin,
  title: z.string().optional(),
  text: z.string().min(1),
  /** The source it is a part of, and where: `source.text.slice(start, end)` holds it. */
  source: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  /** Set where it begins or ends inside a sentence that was too long. */
  cut: z.literal(true).optional(),
});
export type Passage = z.infer<typeof Passage>;

/** A candidate document of a query, and who found it. */
export const PooledCandidate = z.strictObject({
  item: z.string(),
  passage: z.string(),
  /** Every list that it was in: view (`query`, `answer`, `reasoning`, `given`), retriever and rank, which counts from 1. */
  found: z.array(z.strictObject({ view: z.string(), retriever: z.string(), rank: z.int().min(1) })).min(1),
  /** Passages with nearly the same text, found or not. They are not judged, and get the label of this one. */
  duplicates: z.array(z.strictObject({ passage: z.string(), jaccard: z.number() })).optional(),
});
export type PooledCandidate = z.infer<typeof PooledCandidate>;

/** A candidate with the grades of its judges. */
export const JudgedCandidate = z.strictObject({
  item: z.string(),
  passage: z.string(),
  /** `relevant` goes to the judgements, `unjudged` is neither: listed as excluded, and by choice not in the corpus. */
  label: z.enum(['relevant', 'not-relevant', 'unjudged']),
  /** Both scores of every judge, on the scale of the step. */
  judges: z.array(
    z.strictObject({
      judge: z.string(),
      answerRelevance: z.number(),
      reasoningSupport: z.number(),
      reason: z.string(),
      prompt: z.string().optional(),
      raw: z.string().optional(),
    }),
  ),
  /** Who decided, where it was not the judges: `review`, `same-diagnosis`, `near-duplicate`. */
  by: z.string().optional(),
  /** Of `near-duplicate`: the passage that was judged. */
  duplicateOf: z.string().optional(),
});
export type JudgedCandidate = z.infer<typeof JudgedCandidate>;

/** An item with one decision more. */
export const decided = <Change extends Partial<BuildItem>>(
  item: BuildItem,
  decision: Decision,
  change?: Change,
): BuildItem => ({ ...item, ...change, trail: [...item.trail, decision] });

/** An item that is held back, with the decision that did it. */
export const heldItem = (item: BuildItem, why: string, detail?: string): Held => ({
  id: item.id,
  why,
  ...defined({ detail }),
  item,
});

/** How often each value occurs, the most frequent first. */
export const tallied = (values: Iterable<string>): ReadonlyMap<string, number> => {
  const counts = [...groupBy(values, (value) => value)].map(([value, same]) => [value, same.length] as const);
  return new Map(counts.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
};

export const countsOf = (values: Iterable<string>): Readonly<Record<string, number>> =>
  Object.fromEntries(tallied(values));

/** How many were held back for each reason. */
export const heldCounts = (held: readonly Pick<Held, 'why'>[]): Readonly<Record<string, number>> =>
  countsOf(held.map(({ why }) => why));
