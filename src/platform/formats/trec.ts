import { docId, queryId } from '../../core/index.js';
import { columnsOf } from './columns.js';
import { type JudgementParser, scoreOf, WHOLE_GRADES } from './numbers.js';
import type { HitRow, LineParser } from './rows.js';

export const TREC_JUDGEMENT_COLUMNS = ['query', 'iteration', 'document', 'grade'] as const;
export const TREC_RUN_COLUMNS = ['query', 'Q0', 'document', 'rank', 'score', 'system'] as const;

/** A line of a TREC qrels file. Where its second column differs from line to line, it is the aspect that was judged (ndeval's subtopic). */
export const parseTrecJudgement: JudgementParser = (text, at, rule = WHOLE_GRADES) => {
  const [query, aspect, document, grade] = columnsOf(text, TREC_JUDGEMENT_COLUMNS, at);
  return { queryId: queryId(query!), docId: docId(document!), grade: rule.read(grade!, at), aspect: aspect! };
};

export interface TrecHit extends HitRow {
  readonly system: string;
}

/** A line of a TREC run file, ids as written. The rank is not read: as in trec_eval, scores decide. */
export const parseTrecHit: LineParser<TrecHit> = (text, at) => {
  const [query, , document, , score, system] = columnsOf(text, TREC_RUN_COLUMNS, at);
  return { queryId: queryId(query!), docId: docId(document!), score: scoreOf(score!, at), system: system! };
};
