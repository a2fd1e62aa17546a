import { defined, type Json } from '../../core/index.js';
import type { Decision, JudgedCandidate, Origin } from '../item.js';
import type { StepReport } from '../step.js';
import type { ReleaseQuery, ReleaseTask } from './release-task.js';

const originOf = ({ source, id, licence, url }: Origin) => ({
  source,
  source_id: id,
  licence,
  ...defined({ url }),
});

/** How every query came about: its source, every decision with its raw reply, and who judged which document. */
export const queryProvenance = (
  { name, queries }: ReleaseTask,
  judged: readonly JudgedCandidate[],
): readonly object[] =>
  queries.map(({ item, text }) => ({
    task: name,
    id: item.id,
    family: item.family,
    ...originOf(item.origin),
    ...defined({ stage: item.stage, kind: item.kind }),
    words_changed: wordsChanged(item.text, text),
    answer_in_query: isIn(item.answer ?? item.diagnosis?.name, text),
    decisions: item.trail.map(named),
    judgements: judged.filter((each) => each.item === item.id).map(({ item: _, ...rest }) => rest),
  }));

/** Where every document comes from. */
export const documentProvenance = ({ name, documents }: ReleaseTask): readonly object[] =>
  documents.map(({ id, origin, title, source, start, end }) => ({
    task: name,
    id,
    ...originOf(origin),
    ...defined({ title }),
    part_of: source,
    start,
    end,
  }));

/** How many came in and went on at every stage, and why the others did not. */
export const stageCounts = (reports: readonly StepReport[]): readonly object[] =>
  reports.map(({ step, in: came, out, held, settings, figures, usage }) => ({
    step,
    in: came,
    out,
    held,
    settings: withoutPaths(settings),
    figures: withoutPaths(figures),
    ...defined({ usage }),
  }));

const named = (decision: Decision): Decision => ({ ...decision, by: withoutFolder(decision.by) });

/** `prepared:/home/me/a.jsonl` becomes `prepared:a.jsonl`: folders of the maker's machine are nobody's business. */
const withoutFolder = (text: string): string =>
  /^prepared:|^(?:[A-Za-z]:)?[/\\]|\.(?:jsonl?|ya?ml|csv|tsv|txt|parquet)(?:#|$)/.test(text)
    ? text.replace(/^(prepared:)?.*[/\\]/, '$1')
    : text;

const withoutPaths = (value: Json): Json => {
  if (typeof value === 'string') return withoutFolder(value);
  if (Array.isArray(value)) return value.map((part: Json) => withoutPaths(part));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [withoutFolder(key), withoutPaths(part as Json)]),
  );
};

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words that were left out, added or replaced on the way from one text to the other (Levenshtein's distance over words). */
export const wordsChanged = (from: string, to: string): number => {
  const [a, b] = [words(from), words(to)];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, word] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (word === other ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
};

/** Whether the words of the answer occur in the query, in their order. */
const isIn = (answer: string | undefined, query: string): boolean =>
  answer !== undefined && ` ${words(query).join(' ')} `.includes(` ${words(answer).join(' ')} `);

/** Everybody who decided something about these queries, by step: models with their prompts, rules, reviewers. */
export const decidersOf = (queries: readonly ReleaseQuery[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const deciders = new Map<string, Set<string>>();
  for (const { item } of queries)
    for (const decision of item.trail) {
      const { step, by, prompt, seed } = named(decision);
      const who = `${by}${prompt ? `, prompt ${prompt.slice(0, 12)}` : ''}${seed === undefined ? '' : `, seed ${seed}`}`;
      deciders.set(step, (deciders.get(step) ?? new Set()).add(who));
    }
  return deciders;
};
