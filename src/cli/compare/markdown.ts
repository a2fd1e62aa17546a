import {
  type ChangedQuery,
  type ComparedSystem,
  type ComparedTops,
  type MovedDocument,
  type MovedQuery,
  overallComparison,
  type SlicedComparison,
  UNKNOWN_WITHOUT_JUDGEMENTS,
  type Verdict,
} from '../../analysis/comparison/index.js';
import { counted } from '../../core/index.js';
import { markdownCode, markdownText, scoreText } from '../../platform/tables/index.js';
import { chance, comparisonTable, points, slicesTable } from '../comparison-text.js';
import { agreementTable } from './agreement-text.js';

/** What a comment on a pull request is made of. */
export interface CommentInput {
  /** Names the gate: a comment with the same title is the same comment, updated. */
  readonly title: string;
  readonly measure: string;
  readonly baseline: string;
  readonly systems: readonly {
    readonly system: ComparedSystem;
    readonly slices: readonly SlicedComparison[];
    readonly moved: readonly MovedQuery[];
  }[];
  readonly tops: readonly ComparedTops[];
  readonly showQueries: number;
  readonly verdicts: readonly Verdict[] | undefined;
  /** What a reader must know: tasks that were not compared, results that are incomplete. */
  readonly remarks: readonly string[];
}

/** GitHub takes 65,536 characters in a comment; a script may add a few. */
const MOST_CHARACTERS = 60_000;

/** The first line of a comment, which no reader sees: a script finds the comment again by it. */
export const markerOf = (title: string): string =>
  `<!-- r2med compare: ${title.replace(/[^\p{L}\p{N} ._/-]|--/gu, '_')} -->`;

/** A comparison as a comment on a pull request: the verdict first, then tables, and the queries folded in. */
export const commentText = (input: CommentInput): string => {
  const { title, verdicts, systems, tops, remarks } = input;
  const head = [
    `${markerOf(title)}\n### ${markdownText(title)}: ${outcome(verdicts)}`,
    ...(verdicts && verdicts.length > 0
      ? [
          verdicts
            .map(({ said }) => `- ${markdownText(said).replace(/^(holds|fails):/, '**$1:**')}`)
            .join('\n'),
        ]
      : []),
    ...systems.flatMap(({ system, slices }) => systemBlocks(system, slices, input)),
    ...tops.map((compared) =>
      [
        `A ${markdownCode(input.baseline)}, B ${markdownCode(compared.system)}\n\n${agreementTable(compared).markdown()}`,
        `Note: ${UNKNOWN_WITHOUT_JUDGEMENTS}.`,
      ].join('\n\n'),
    ),
    ...(remarks.length > 0 ? [remarks.map((remark) => `> ${markdownText(remark)}`).join('\n>\n')] : []),
  ];
  const folds = [
    ...systems.map(({ system, moved }) => movedFold(system, moved)),
    ...tops.map(({ changed, k }) => changedFold(changed, k, input.showQueries)),
  ].filter((fold) => fold.items.length > 0);
  return withFolds(head.join('\n\n'), folds);
};

const outcome = (verdicts: readonly Verdict[] | undefined): string => {
  if (!verdicts) return 'compared, no gate';
  const failed = verdicts.filter(({ holds }) => !holds).length;
  if (failed === 0) return 'passed';
  return verdicts.length === 1 ? 'failed' : `failed (${failed} of ${counted(verdicts.length, 'check')})`;
};

const systemBlocks = (
  system: ComparedSystem,
  slices: readonly SlicedComparison[],
  { measure, baseline }: CommentInput,
): readonly string[] => {
  const { a, b, difference, interval, randomisation, queries } = overallComparison(system);
  const sure = queries < 2 ? '' : `, 95 % interval ${points(interval.low)} to ${points(interval.high)}`;
  return [
    `**${measure} ${points(difference)}** (${scoreText(a)} → ${scoreText(b)}${sure}, p ${markdownText(chance(randomisation.p))}): ` +
      `A ${markdownCode(baseline)}, B ${markdownCode(system.system)}`,
    comparisonTable(system, measure).markdown(),
    ...slices.map((sliced) => slicesTable(sliced).markdown()),
  ];
};

interface Fold {
  readonly summary: string;
  readonly items: readonly string[];
  /** How many there are, of which the items are the first. */
  readonly all: number;
}

const movedFold = (system: ComparedSystem, moved: readonly MovedQuery[]): Fold => {
  const all = overallComparison(system);
  return {
    summary: `${counted(all.wins + all.losses, 'query', 'queries')} moved: ${all.wins} better, ${all.losses} worse`,
    all: all.wins + all.losses,
    items: moved.map(({ task, id, a, b, difference, text, rose, fell }) =>
      [
        `- **${points(difference)}** ${markdownText(task)} ${markdownCode(id)} ${scoreText(a)} → ${scoreText(b)}`,
        ...(text ? [`: ${markdownCode(text)}`] : []),
        ...documents('rose', rose),
        ...documents('fell', fell),
      ].join(''),
    ),
  };
};

const documents = (verb: string, moved: readonly MovedDocument[]): readonly string[] =>
  moved.length === 0
    ? []
    : [
        `; ${verb}: ${moved
          .slice(0, 3)
          .map(({ id, from, to }) => `${markdownCode(id)} ${from ?? '–'} → ${to ?? '–'}`)
          .join(', ')}`,
      ];

const changedFold = (changed: readonly ChangedQuery[], k: number, most: number): Fold => ({
  summary: `${counted(changed.length, 'query', 'queries')} with other documents in the top ${k}`,
  all: changed.length,
  items: changed
    .slice(0, most)
    .map(
      ({ task, id, overlap, entered, left }) =>
        `- ${task ? `${markdownText(task)} ` : ''}${markdownCode(id)} overlap ${scoreText(overlap)}; in: ${codes(entered)}; out: ${codes(left)}`,
    ),
});

const codes = (ids: readonly string[]): string =>
  ids.length === 0 ? '–' : ids.slice(0, 3).map(markdownCode).join(', ') + (ids.length > 3 ? ', …' : '');

/** Adds what is folded in, as far as a comment may be long. */
const withFolds = (head: string, folds: readonly Fold[]): string => {
  let text =
    head.length > MOST_CHARACTERS
      ? `${head.slice(0, MOST_CHARACTERS)}\n\n… cut: the comment would be too long`
      : head;
  for (const { summary, items, all } of folds) {
    const shown: string[] = [];
    let room = MOST_CHARACTERS - text.length;
    for (const item of items) {
      room -= item.length + 1;
      if (room > 0) shown.push(item);
    }
    const more = all - shown.length;
    if (shown.length > 0)
      text += `\n\n<details><summary>${summary}</summary>\n\n${shown.join('\n')}${more > 0 ? `\n- … and ${more} more` : ''}\n\n</details>`;
  }
  return text;
};
