import type { SystemKind } from '../../../analysis/leaderboard/index.js';

/** The kinds of systems, by what they do. */
export const KINDS: Readonly<Record<SystemKind, string>> = {
  retriever: 'Retriever',
  generated: 'Generated text',
  reranked: 'Reranked',
};

export const Kind = ({ kind }: { kind: SystemKind }) => (
  <span className="kind">
    <i className={`kind-${kind}`} aria-hidden="true" />
    {KINDS[kind]}
  </span>
);
