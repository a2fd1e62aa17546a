import { type ExplainedScore, type ScorePart, shownName } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import { type Column, DataTable } from '../data-table.js';
import { scaleOf } from './bar-scale.js';
import { ScoreBar } from './score-bar.js';

/** Parts that are listed at once; the others are one line until they are asked for. */
const LISTED = 12;

type SumTableProps = { name: string; score: Pick<ExplainedScore, 'parts' | 'score' | 'kind'> };

/** A score as a sum that a person can check, line by line; a part that another stage made is followed by its own sum. */
export const SumTable = ({ name, score: { parts, score, kind } }: SumTableProps) => {
  const details = [...new Set(parts.flatMap((part) => Object.keys(part.details ?? {})))];
  const rest = parts.slice(LISTED);
  const columns: readonly Column<ScorePart>[] = [
    ['Part', (part) => <bdi>{shownName(part)}</bdi>],
    ['Adds', ({ value }) => format.part(value)],
    ...details.map(
      (detail): Column<ScorePart> => [detail, (part) => <bdi>{detailText(part.details?.[detail])}</bdi>],
    ),
  ];
  const total = (of: string, value: number) => (
    <tr>
      <th scope="row">{of}</th>
      <td className="number">{format.part(value)}</td>
      {details.length > 0 && <td colSpan={details.length} />}
    </tr>
  );
  return (
    <>
      <DataTable
        label={`The score of ${name} as a sum`}
        className="sum-table"
        rows={parts.slice(0, rest.length > 1 ? LISTED : undefined)}
        keyOf={(_, i) => i}
        columns={columns}
        foot={
          <tfoot>
            {rest.length > 1 &&
              total(
                `${rest.length} more`,
                rest.reduce((sum, { value }) => sum + value, 0),
              )}
            {total('Score', score)}
          </tfoot>
        }
      />
      {rest.length > 1 && (
        <details className="fold">
          <summary>The {rest.length} smaller parts</summary>
          <DataTable
            label={`The smaller parts of the score of ${name}`}
            className="sum-table"
            rows={rest}
            keyOf={(_, i) => i}
            columns={columns}
            headless
          />
        </details>
      )}
      {parts.map(
        ({ name: part, from }) =>
          from &&
          from.kind !== 'given' &&
          from.parts.length > 0 && (
            <details className="fold" key={part}>
              <summary>
                <bdi>{kind === 'model' ? 'Before reranking' : part}</bdi>
                <small>
                  {from.rank === null ? 'not returned' : `at ${from.rank}`}, score {format.part(from.score)}
                </small>
              </summary>
              <ScoreBar parts={from.parts} score={from.score} scale={scaleOf([from.parts])} />
              <SumTable name={part} score={from} />
            </details>
          ),
      )}
    </>
  );
};

const detailText = (value: number | string | undefined): string => {
  if (value === undefined) return format.none;
  return typeof value === 'string' ? value : format.part(value);
};
