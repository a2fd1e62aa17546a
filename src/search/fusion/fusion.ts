import type { DocId, Json, Ranking } from '../../core/index.js';

/** A way to make one ranking of several: a value that can be printed, compared and hashed, as stages can. */
export interface Fusion {
  /** The word a system's text has for it: `rrf`. */
  readonly name: string;
  /** What a system's text says in brackets besides the systems; defaults are left out. */
  readonly settings: Readonly<Record<string, string>>;
  /** Everything that can change the order, and nothing that cannot. */
  readonly spec: Json;
  /** How many rankings it takes; any number by default. */
  readonly sources?: number;
  /**
   * Every document of the rankings once, best first, in `byRank` order; with `topK` at most that number. The cut is the
   * fusion's own, so that a published rule for ties at it can be followed whatever order the hits are printed in.
   */
  fuse(rankings: readonly Ranking[], topK?: number): Ranking;
  /** What each ranking adds to the score of a document, one share per ranking, in their order. */
  shares?(rankings: readonly Ranking[], docId: DocId): readonly Share[];
}

/** What one ranking adds to a fused score. */
export interface Share {
  readonly value: number;
  /** What the value was made of, besides rank and score: weight, normalised score. */
  readonly details: Readonly<Record<string, number>>;
}

/** The place of a document in a ranking, from 1. */
export const rankIn = (hits: Ranking, docId: DocId): number | undefined =>
  hits.findIndex((hit) => hit.docId === docId) + 1 || undefined;

/** Adds the smallest parts first, so that a sum does not hang on the order in which rankings are given. */
export const sumOf = (parts: number[]): number =>
  parts.sort((a, b) => a - b).reduce((sum, part) => sum + part, 0);
