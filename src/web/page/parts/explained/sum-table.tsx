import type { ExplainedScore, ScorePart } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import { Scroll } from '../scroll.js';
import { scaleOf } from './bar-scale.js';
import { ScoreBar } from './score-bar.js';

/** Parts that are listed at once; the others are one line until they are asked for. */
const LISTED = 12;

/** A score as a sum that a person can check, line by line; a part that another stage made is followed by its own sum. */
export const SumTable = ({
  name,
  score: { parts, score, kind },
}: {
  name: string;
  score: Pick<ExplainedScore, 'parts' | 'score' | 'kind'>;
}) => {
  const details = [...new Set(parts.flatMap((part) => Object.keys(part.details ?? {})))];
  const rest = parts.slice(LISTED);
  return (
    <>
      <Scroll label={`The score of ${name} as a sum`}>
        <table className="sum-table">
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col" className="number">
                Adds
              </th>
              {details.map((detail) => (
                <th key={detail} scope="col" className="number">
                  {detail}
                </th>
              ))}
            </tr>
          </thead>
          <Rows parts={parts.slice(0, rest.length > 1 ? LISTED : undefined)} details={details} />
          <tfoot>
            {rest.length > 1 && (
              <tr>
                <th scope="row">{rest.length} more</th>
                <td className="number">{format.part(rest.reduce((sum, { value }) => sum + value, 0))}</td>
                {details.length > 0 && <td colSpan={details.length} />}
              </tr>
            )}
            <tr>
              <th scope="row">Score</th>
              <td className="number">{format.part(score)}</td>
              {details.length > 0 && <td colSpan={details.length} />}
            </tr>
          </tfoot>
        </table>
      </Scroll>
      {rest.length > 1 && (
        <details className="fold">
          <summary>The {rest.length} smaller parts</summary>
          <Scroll label={`The smaller parts of the score of ${name}`}>
            <table className="sum-table">
              <Rows parts={rest} details={details} />
            </table>
          </Scroll>
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

const Rows = ({ parts, details }: { parts: readonly ScorePart[]; details: readonly string[] }) => (
  <tbody>
    {parts.map(({ name, value, details: own = {} }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order is fixed
      <tr key={i}>
        <th scope="row">
          <bdi>{name}</bdi>
        </th>
        <td className="number">{format.part(value)}</td>
        {details.map((detail) => (
          <td key={detail} className="number">
            <bdi>{detailText(own[detail])}</bdi>
          </td>
        ))}
      </tr>
    ))}
  </tbody>
);

const detailText = (value: number | string | undefined): string => {
  if (value === undefined) return format.none;
  return typeof value === 'string' ? value : format.part(value);
};
