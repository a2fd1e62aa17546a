import { docId, queryId } from '../core/index.js';
import { columnsOf } from './columns.js';
import { gradeOf, scoreOf } from './numbers.js';
import type { HitRow, JudgementRow, LineParser } from './rows.js';

export const TREC_JUDGEMENT_COLUMNS = ['query', 'iteration', 'document', 'grade'] as const;
export const TREC_RUN_COLUMNS = ['query', 'Q0', 'document', 'rank', 'score', 'system'] as const;

/** A line of a TREC qrels file. */
export const parseTrecJudgement: LineParser<JudgementRow> = (text, at) => {
  const [query, , document, grade] = columnsOf(text, TREC_JUDGEMENT_COLUMNS, at);
  return { queryId: queryId(query!), docId: docId(document!), grade: gradeOf(grade!.trim(), at) };
};

export interface TrecHit extends HitRow {
  /** As written; trec_eval and we rank by score. */
  readonly rank: string;
  readonly system: string;
}

/** A line of a TREC run file, ids as written. */
export const parseTrecHit: LineParser<TrecHit> = (text, at) => {
  const [query, , document, rank, score, system] = columnsOf(text, TREC_RUN_COLUMNS, at);
  return {
    queryId: queryId(query!),
    docId: docId(document!),
    score: scoreOf(score!.trim(), at),
    rank: rank!,
    system: system!,
  };
};
