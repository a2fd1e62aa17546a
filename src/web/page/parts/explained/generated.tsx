import { format } from '../../../../platform/tables/index.js';
import type { ShownSystem } from '../../../page-data/index.js';
import { Quoted } from '../texts.js';

const words = (text: string): string => {
  const count = text.split(/\s+/u).filter(Boolean).length;
  return `${format.count(count)} ${count === 1 ? 'word' : 'words'}`;
};

/** What models wrote: texts for the query, with their thinking folded once more, and the answers of a reranker; and what a query became. */
export const Generated = ({ system: { generated, expanded, chosen, answers } }: { system: ShownSystem }) => (
  <>
    {chosen?.map(({ by, system, features }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
      <p key={i}>
        <bdi>{by}</bdi> took <bdi>{system}</bdi>{' '}
        <small>
          {features
            .map(({ name, value, threshold }) =>
              threshold === undefined
                ? `${name} ${value}`
                : `${name} ${Number(Number(value).toFixed(3))}, threshold ${threshold}`,
            )
            .join('; ')}
        </small>
      </p>
    ))}
    {generated.map(({ method, llm, text, thinking }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
      <details key={i} className="fold">
        <summary>
          What was written for it
          <small>
            <bdi>
              {method}({llm})
            </bdi>
            , {words(text)}
          </small>
        </summary>
        <Quoted className="reading">{text}</Quoted>
        {thinking !== undefined && (
          <details className="fold">
            <summary>
              What it thought before
              <small>{words(thinking)}, not searched with</small>
            </summary>
            <Quoted className="reading">{thinking}</Quoted>
          </details>
        )}
      </details>
    ))}
    {expanded?.map(({ by, terms }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
      <details key={i} className="fold">
        <summary>
          What the query became
          <small>
            <bdi>{by}</bdi>, {format.count(terms.length)} terms
          </small>
        </summary>
        <ol>
          {terms.map(({ term, weight, source }) => (
            <li key={term}>
              <bdi>{term}</bdi> {weight.toFixed(3)} <small>{source}</small>
            </li>
          ))}
        </ol>
      </details>
    ))}
    {answers && (
      <details className="fold">
        <summary>
          What the reranker answered
          <small>
            {format.count(answers.length)} {answers.length === 1 ? 'call' : 'calls'}
          </small>
        </summary>
        <ol>
          {answers.map((answer, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
            <li key={i} dir="auto">
              <bdi>{answer}</bdi>
            </li>
          ))}
        </ol>
      </details>
    )}
  </>
);
