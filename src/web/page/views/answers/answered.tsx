import { useMemo } from 'react';
import { AnswerStrip, screenPalette } from '../../../../analysis/charts/index.js';
import type { Relation } from '../../../../evaluation/statistics/index.js';
import { format } from '../../../../platform/tables/index.js';
import {
  type AnswerSet,
  addresses,
  type Board,
  type BoardTask,
  type QueryScores,
} from '../../../page-data/index.js';
import { linkTo } from '../../address.js';
import { DataTable } from '../../parts/data-table.js';
import { Figure } from '../../parts/figure.js';
import { differences, IntervalChart } from '../../parts/interval-chart.js';
import { Measured } from '../../parts/measured.js';
import { Name, Section } from '../../parts/texts.js';
import { useResource } from '../../resources.js';
import { Ready } from '../../states.js';
import { countsOf, relationOf, scoredAnswers, setName } from './sets.js';

interface AnsweredProps {
  set: AnswerSet;
  /** All of the same LLM and judge, floor and ceiling among them. */
  sets: readonly AnswerSet[];
  task: BoardTask;
  board: Board;
  measure: string;
}

/** The answers with the documents of one system. */
export const Answered = (props: AnsweredProps) => (
  <>
    <Ready of={useResource(addresses.scores(props.task.key, props.set.system!.key))} what="its scores">
      {(scores) => <ByScore {...props} scores={scores} />}
    </Ready>
    <Sources {...props} />
  </>
);

const ByScore = ({ set, task, board, measure, scores }: AnsweredProps & { scores: QueryScores }) => {
  const scored = useMemo(() => scoredAnswers(set, scores, measure), [set, scores, measure]);
  const found = useMemo(() => relationOf(scored), [scored]);
  const href = (query: string): string =>
    linkTo('query', [task.key, query], { board: board.name, system: set.system!.key });
  const rows = scored.toSorted((a, b) => b.score - a.score);
  return (
    <>
      <p>{relationText(found, measure)}</p>
      <Figure
        title={`${measure} of every query, by its answer`}
        name={`answers-${task.name}`}
        data={rows.map(({ id, outcome, score }) => ({ query: id, answer: outcome, [measure]: score }))}
      >
        <div className="answer-strip">
          <Measured>
            {(width) => (
              <AnswerStrip
                points={scored.map((each) => ({
                  ...each,
                  key: each.query,
                  name: each.id,
                  href: href(each.query),
                }))}
                measure={measure}
                label={`${measure} of ${scored.length} queries, by whether the answer is right`}
                palette={screenPalette}
                width={Math.min(width, 900)}
              />
            )}
          </Measured>
        </div>
      </Figure>
      <Section id="answered-queries" title="Every query" small={`${rows.length} with a score`}>
        <DataTable
          label="Queries by score and answer"
          className="plain answered"
          rows={rows}
          keyOf={({ query }) => query}
          columns={[
            ['Query', ({ query, id }) => <Name href={href(query)}>{id}</Name>],
            [measure, ({ score }) => format.score(score)],
            ['Answer', ({ outcome }) => outcome.replace('-', ' '), 'text'],
          ]}
        />
      </Section>
    </>
  );
};

/** What the chart shows, in words; a difference whose interval has zero in it is not one. */
const relationText = (
  { right, wrong, difference, interval, pointBiserial }: Relation,
  measure: string,
): string => {
  if (difference === undefined || !interval)
    return `${right.queries} right and ${wrong.queries} wrong: where all answers are alike, they say nothing about the search.`;
  const apart = interval.low > 0 || interval.high < 0;
  const reading = !apart
    ? 'That may be chance'
    : difference > 0
      ? 'Queries answered right were searched better'
      : 'Queries answered right were searched worse';
  const r = pointBiserial && `; correlation ${pointBiserial.r.toFixed(2)}, p ${pointBiserial.p.toFixed(3)}`;
  return `Mean ${measure} is ${format.score(right.mean!)} where the answer is right and ${format.score(wrong.mean!)} where it is wrong: ${format.difference(difference)} (95 % interval ${differences(interval)}${r ?? ''}). ${reading}.`;
};

/** What a system's documents add to what the LLM knows, and how far they are from the relevant ones. */
const Sources = ({ set, sets, task, board, measure }: AnsweredProps) => {
  const rows = useMemo(() => sets.map((of) => ({ of, counts: countsOf(of) })), [sets]);
  const missing = (['closed book', 'relevant documents'] as const).filter(
    (from) => !sets.some((each) => each.from === from),
  );
  const link = ({ system }: AnswerSet): string | undefined =>
    system && linkTo('answers', [task.key], { board: board.name, measure, system: system.key });
  return (
    <Section
      id="sources"
      title="Right answers by what was shown"
      small={`${set.llm}, judged by ${set.judge}`}
    >
      <IntervalChart
        label="Share of right answers by what was shown"
        rows={rows.flatMap(({ of, counts: { accuracy, interval } }) =>
          accuracy === undefined || !interval
            ? []
            : [
                {
                  name: setName(of),
                  value: accuracy,
                  interval: [interval.low, interval.high] as const,
                  hollow: of.from !== 'system',
                  chosen: of === set,
                },
              ],
        )}
      />
      <DataTable
        label="Answers by what was shown"
        rows={rows}
        keyOf={({ of }, i) => `${i} ${setName(of)}`}
        rowClass={({ of }) => (of === set ? 'chosen' : undefined)}
        columns={[
          ['Documents of', ({ of }) => <Name href={link(of)}>{setName(of)}</Name>],
          ['Shown', ({ of }) => of.documents ?? 'none'],
          ['Right', ({ counts }) => counts.right],
          ['Wrong', ({ counts }) => counts.wrong],
          ['Not known', ({ counts }) => counts.unknown],
          ['Right, %', ({ counts }) => format.score(counts.accuracy)],
          [
            '95 % interval',
            ({ counts: { interval } }) => interval && format.interval([interval.low, interval.high]),
          ],
        ]}
      />
      <p className="note">
        Closed book, without documents, is the floor; the relevant documents are the ceiling.{' '}
        {missing.length > 0 && (
          <>
            Not run: {missing.join(', ')} (<code>{missing.map(flagOf).join(' ')}</code>).
          </>
        )}
      </p>
    </Section>
  );
};

const flagOf = (from: string): string => `--${from.replace(' ', '-')}`;
