import { defined, type Json } from '../../../core/index.js';
import type { Decision, JudgedCandidate, Origin } from '../item.js';
import { wordDiff } from '../reformulate/word-diff.js';
import type { StepReport } from '../step.js';
import type { ReleaseQuery, ReleaseTask } from './release-task.js';

const originOf = ({ source, id, licence, url }: Origin) => ({
  source,
  source_id: id,
  licence,
  ...defined({ url }),
});

/**
 * How every query came about: its source, every decision with its raw reply, and who judged which document. Of texts in which something was masked, the
 * words of models and people are left out, since they may quote it.
 */
export const queryProvenance = (
  { name, queries }: ReleaseTask,
  judged: readonly JudgedCandidate[],
  masked: ReadonlySet<string>,
): readonly object[] =>
  queries.map(({ item, text }) => ({
    task: name,
    id: item.id,
    family: item.family,
    ...originOf(item.origin),
    ...defined({ stage: item.stage, kind: item.kind }),
    ...changeOf(item.text, text),
    answer_in_query: isIn(item.answer ?? item.diagnosis?.name, text),
    decisions: item.trail.map((decision) =>
      masked.has(item.id) && decision.step !== 'repair' ? unquoted(named(decision)) : named(decision),
    ),
    judgements: judged
      .filter((each) => each.item === item.id)
      .map(({ item: query, ...rest }) =>
        [query, rest.passage, rest.duplicateOf ?? ''].some((id) => masked.has(id))
          ? { ...rest, judges: rest.judges.map(unquoted) }
          : rest,
      ),
  }));

const unquoted = ({ reason: _, raw: __, change: ___, ...rest }: Partial<Decision>): object => rest;

export const documentProvenance = (
  { name, documents }: ReleaseTask,
  masked: ReadonlySet<string>,
): readonly object[] =>
  documents.map(({ id, origin, title, source, start, end }) => ({
    task: name,
    id,
    ...originOf(origin),
    ...defined({ title: masked.has(id) ? undefined : title }),
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

/** `prepared:/home/me/a.jsonl` becomes `prepared:a.jsonl`: folders of the maker's machine stay private. */
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

/** How far the query is from the text that was collected, in words. */
const changeOf = (from: string, to: string) => {
  const count = (kind: 'removed' | 'added'): number =>
    wordDiff(from, to)
      .filter((part) => part.kind === kind)
      .reduce((sum, { words: own }) => sum + own.length, 0);
  return { words_removed: count('removed'), words_added: count('added') };
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
