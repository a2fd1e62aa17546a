import type { Hit, QueryId } from '../../core/index.js';
import { evaluate, HitRate, MicroRecall, nDCG } from '../../evaluation/measures/index.js';
import type { CandidateList } from './candidate-lists.js';
import { judgementsOf, type NanoSet } from './nano-set.js';

/** A split in numbers: what a dataset card shows. Lengths are means in code points, as Python counts; a safeguard does not count. */
export type SplitFigures = ReturnType<typeof figuresOf>;

const MEASURES = [nDCG.at(10), HitRate.at(10), MicroRecall.at(100)];

export const figuresOf = (set: NanoSet, lists: readonly CandidateList[], hybridDepth: number) => ({
  queries: set.queries.length,
  documents: set.documents.length,
  positives: set.positives.length,
  queryCharacters: meanLength(set.queries),
  documentCharacters: meanLength(set.documents),
  lists: lists.map((list) => listFigures(set, list, list.kind === 'hybrid' ? hybridDepth : undefined)),
});

const listFigures = (set: NanoSet, list: CandidateList, depth: number | undefined) => {
  const run = new Map<QueryId, readonly Hit[]>(
    [...list.documents].map(([query, ids]) => [
      query,
      ids.slice(0, depth).map((docId, i) => ({ docId, score: -i })),
    ]),
  );
  const { means } = evaluate(run, judgementsOf(set), MEASURES);
  return {
    config: list.config,
    system: list.system,
    'nDCG@10': means['nDCG@10']!,
    'Hit@10': means['Hit@10']!,
    'MicroRecall@100': means['MicroRecall@100']!,
    safeguards: list.safeguards,
  };
};

const meanLength = (rows: readonly { readonly text: string }[]): number =>
  rows.reduce((sum, { text }) => sum + codePoints(text), 0) / rows.length;

const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};
