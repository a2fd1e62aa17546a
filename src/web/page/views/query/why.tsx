import { shownName } from '../../../../core/index.js';
import type { NearestMiss } from '../../../../experiment/record/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { ShownSystem } from '../../../page-data/index.js';

/** Why, in two sentences: where the best evidence is and what it shares, and what beat it on which words. */
export const Why = ({
  system: { system, gold, why, nearestMiss },
  answerWords,
}: {
  system: ShownSystem;
  /** Words of the best evidence that are in the answer and not in the query. */
  answerWords: readonly string[];
}) => {
  const rank = gold[0]?.rank;
  return (
    <section className="why" aria-label={`Why, in ${system}`}>
      <h3>
        {heading(rank)} <bdi>{system}</bdi>
      </h3>
      <p>
        <bdi>{sentence(why)}</bdi>.
      </p>
      {nearestMiss && <Miss miss={nearestMiss} />}
      {rank !== 1 && answerWords.length > 0 && (
        <p>
          {answerWords.map((word, i) => (
            <span key={word}>
              {i > 0 && (i === answerWords.length - 1 ? ' and ' : ', ')}
              <b>
                <bdi>{word}</bdi>
              </b>
            </span>
          ))}{' '}
          would have found it: {answerWords.length === 1 ? 'that word is' : 'those words are'} in the answer,
          not in the query.
        </p>
      )}
    </section>
  );
};

/** The field of the explanation is called gold; people read of relevant documents. */
const sentence = (why: string): string => {
  const said = why.replace(/^gold\b/, 'relevant document');
  return said.slice(0, 1).toUpperCase() + said.slice(1);
};

const heading = (rank: number | null | undefined): string => {
  if (rank === undefined) return 'What happened in';
  if (rank === 1) return 'Why it is found first in';
  return rank !== null && rank <= 10 ? `Why the evidence is at ${rank} in` : 'Why it failed in';
};

/** What beat the best evidence: the first of all, and the one right before it. */
const Miss = ({ miss: { first, ...nearest } }: { miss: NearestMiss }) => (
  <p>
    {first && (
      <>
        <Beaten by={first} verb="beats it" />; nearest,{' '}
      </>
    )}
    <Beaten by={nearest} verb={first ? 'is ahead' : 'beats it'} />.
  </p>
);

const Beaten = ({ by, verb }: { by: Omit<NearestMiss, 'gold' | 'first'>; verb: string }) => {
  const ahead = by.differences.map(shownName);
  return (
    <>
      <b>
        <bdi>{by.docId}</bdi>
      </b>{' '}
      at {by.rank} {by.margin === 0 ? 'has the same score' : verb}
      {by.margin !== null && by.margin !== 0 && ` by ${format.part(by.margin)}`}
      {ahead.length > 0 && (
        <>
          {by.margin === null ? ' on ' : ', on '}
          <bdi>{ahead.join(', ')}</bdi>
        </>
      )}
    </>
  );
};
