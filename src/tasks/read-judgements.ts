import { type DocId, InputError, type Judgements, type QueryId } from '../core/index.js';
import { type GradeRule, judgementTable, WHOLE_GRADES } from '../platform/formats/index.js';
import type { FoundFile } from './format-match.js';
import { judgementRows } from './judgement-rows.js';
import { remark } from './wording.js';

export interface JudgementFile {
  readonly judgements: Judgements;
  readonly notes: readonly string[];
}

/** Judgements as a task has them; with `ANY_GRADES` as HAKARI-Bench's builder takes them. */
export const readJudgements = async (
  file: FoundFile,
  rule: GradeRule = WHOLE_GRADES,
): Promise<JudgementFile> => {
  const table = judgementTable(rule.missing === undefined ? 'error' : 'highest');
  let fractions = 0;
  let ungraded = 0;
  for await (const rows of judgementRows(file.path, rule, table.add)) {
    fractions += rows.filter(({ grade }) => !Number.isSafeInteger(grade)).length;
    ungraded += rows.filter((row) => row.ungraded).length;
  }
  const { repeated, regraded, judgements } = table;
  return {
    judgements,
    notes: [
      ...remark(repeated, 'repeated judgement', 'repeated judgements', 'left out', file.name),
      ...remark(ungraded, 'judgement has', 'judgements have', 'no grade: relevant', file.name),
      ...remark(fractions, 'grade is a fraction:', 'grades are fractions:', 'above 0 is relevant', file.name),
      ...remark(
        regraded,
        'pair is',
        'pairs are',
        'graded again, otherwise: relevant if any grade is above 0',
        file.name,
      ),
    ],
  };
};

/** The judgements that a query file's own lists of positives make, each graded 1 as all of R2MED's are. */
export const judgementsFrom = (
  positives: ReadonlyMap<QueryId, readonly DocId[]>,
  missing: {
    readonly folder: string;
    readonly file: string;
    readonly queries: FoundFile;
    readonly field: string;
  },
): JudgementFile => {
  if (positives.size === 0)
    throw new InputError({
      at: { file: missing.folder },
      found: `no ${missing.file}, and no "${missing.field}" in ${missing.queries.name}`,
      expected: 'judgements in one of the two',
      fix: `add ${missing.file}`,
    });
  return {
    judgements: new Map([...positives].map(([query, ids]) => [query, new Map(ids.map((id) => [id, 1]))])),
    notes: [
      `There is no ${missing.file}; the judgements are the "${missing.field}" lists of ${missing.queries.name}.`,
    ],
  };
};
