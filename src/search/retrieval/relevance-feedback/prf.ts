import {
  declaring,
  type Exclusions,
  type Json,
  nameWithSettings,
  setting,
  settledSettings,
} from '../../../core/index.js';

const share = (help: string, byDefault: number) =>
  setting.number(help, byDefault, {
    expected: 'a number of 0 or more',
    holds: (value) => value >= 0,
    range: [0, 1],
  });

const SETTINGS = {
  fbDocs: setting.count('documents of the first list whose vectors are read', 3, [1, 20]),
  method: setting.oneOf(
    ['average', 'rocchio'],
    'the mean of query and documents, or a sum with weights',
    'average',
  ),
  alpha: share('weight of the query, for rocchio', 0.9),
  beta: share("weight of the documents' mean, for rocchio", 0.1),
} as const;

/** Moves the vector of a query towards those of what it finds. */
export interface VectorFeedback {
  readonly name: string;
  readonly spec: Json;
  readonly fbDocs: number;
  /**
   * Vectors whose mean is searched with: those of the query and of documents, each by its weight. Where all weights are equal, they are the
   * vectors themselves.
   */
  move(query: readonly Float32Array[], documents: readonly Float32Array[]): readonly Float32Array[];
}

/** Feedback for a retriever, and what its queries are not to read. */
export interface VectorFeedbackUse {
  readonly method: VectorFeedback;
  readonly excluded?: Exclusions | undefined;
}

/**
 * Pseudo-relevance feedback for dense vectors (Li et al., 2021; Pyserini's `--prf-method`): a second search, with the first documents' vectors
 * added to the query's.
 */
export const prf = declaring(
  SETTINGS,
  (options: { readonly [Name in keyof typeof SETTINGS]?: unknown } = {}) => {
    const settled = settledSettings('prf', SETTINGS, options);
    const { fbDocs, method, alpha, beta } = settled;
    const used = method === 'average' ? { fbDocs, method } : settled;
    return {
      name: nameWithSettings('prf', SETTINGS, used),
      spec: { feedback: 'prf', ...used },
      fbDocs,
      move: (query, documents) => {
        if (documents.length === 0) return query;
        const all = query.length + documents.length;
        const [own, theirs] =
          method === 'average'
            ? [all / (documents.length + 1) / query.length, all / (documents.length + 1)]
            : [(all * alpha) / query.length, (all * beta) / documents.length];
        return [...query.map((each) => times(each, own)), ...documents.map((each) => times(each, theirs))];
      },
    } satisfies VectorFeedback as VectorFeedback;
  },
);

const times = (vector: Float32Array, factor: number): Float32Array =>
  factor === 1 ? vector : vector.map((value) => value * factor);
