import type { DocId, ErrorLocation, Grades, Judgements, QueryId } from '../../core/index.js';
import { isBeirHeader, parseBeirJudgement } from './beir.js';
import { parseJsonJudgement } from './json-rows.js';
import type { JudgementParser } from './numbers.js';
import { type JudgementRow, malformed, quoted } from './rows.js';
import { parseTrecJudgement } from './trec.js';

interface LineFormat {
  readonly parse: JudgementParser;
  /** Whether the first line names the columns and judges nothing. */
  readonly header: boolean;
  /** A line of it, for errors. */
  readonly example: string;
  /** Whether a file that begins with this line, the first that is not blank, has the format. */
  begins(line: string): boolean;
}

/** How the lines of a judgements file are read, by name; the first format that a file begins like is its own. */
export const judgementFormats = {
  jsonl: {
    parse: parseJsonJudgement,
    header: false,
    example: '{"q_id": "q1", "p_id": "d7", "score": 1}',
    begins: (line) => line.trimStart().startsWith('{'),
  },
  beir: { parse: parseBeirJudgement, header: true, example: 'q1⇥d7⇥1', begins: isBeirHeader },
  trec: { parse: parseTrecJudgement, header: false, example: 'q1 0 d7 1', begins: () => true },
} as const satisfies Record<string, LineFormat>;

export type JudgementFormatName = keyof typeof judgementFormats;

/** The line format of a judgements file. */
export interface JudgementFormat extends Pick<LineFormat, 'parse' | 'header' | 'example'> {
  readonly name: JudgementFormatName;
}

/** Which line format a judgements file has, detected by its first line that is not blank. */
export const judgementFormat = (firstLine: string): JudgementFormat => {
  const names = Object.keys(judgementFormats) as JudgementFormatName[];
  const name = names.find((each) => judgementFormats[each].begins(firstLine))!;
  return { name, ...judgementFormats[name] };
};

/** Judgements gathered row by row, in file order. */
export interface JudgementTable {
  add(row: JudgementRow, at: ErrorLocation): void;
  readonly judgements: Judgements;
  /** Rows that repeat an earlier row with the same grade. */
  readonly repeated: number;
  /** Rows that gave a pair another grade than an earlier row; the highest counts. */
  readonly regraded: number;
}

/** An empty table. A pair judged twice with different grades is an error that names both lines, or keeps the highest. */
export const judgementTable = (regrading: 'error' | 'highest' = 'error'): JudgementTable => {
  const judgements = new Map<QueryId, GradesWithAspects>();
  /** Lines, not places: those may carry their text. */
  const lines = new Map<Grades, Map<DocId, number | undefined>>();
  const aspects = aspectTable(judgements);
  let repeated = 0;
  let regraded = 0;
  return {
    judgements,
    get repeated() {
      return repeated;
    },
    get regraded() {
      return regraded;
    },
    add({ queryId, docId, grade, aspect }, at) {
      let grades = judgements.get(queryId);
      if (!grades) {
        grades = new Map();
        judgements.set(queryId, grades);
        lines.set(grades, new Map());
      }
      const highest = grades.get(docId);
      const seen = aspects.seen(grades, docId, aspect, highest);
      if (seen === undefined) {
        grades.set(docId, Math.max(grade, highest ?? grade));
        aspects.add(grades, docId, aspect, grade);
        lines.get(grades)!.set(docId, at.line);
      } else if (seen === grade) repeated++;
      else if (regrading === 'highest') {
        regraded++;
        grades.set(docId, Math.max(highest!, grade));
        aspects.add(grades, docId, aspect, Math.max(seen, grade));
      } else {
        const several = grades.aspects !== undefined;
        const first = several
          ? `for aspect ${quoted(aspect!)} before`
          : `in line ${lines.get(grades)!.get(docId)}`;
        throw malformed(at, {
          found: `grade ${grade} for query ${quoted(queryId)} and document ${quoted(docId)}, graded ${seen} ${first}`,
          expected: `one grade per query${several ? ', aspect' : ''} and document`,
          fix: 'delete one of the two lines',
        });
      }
    },
  };
};

type GradesWithAspects = Map<DocId, number> & { aspects?: Map<DocId, Map<string, number>> };

/** Grades by aspect, kept from the first row on that names another aspect than all before it: most files have one, and it says nothing. */
const aspectTable = (judgements: ReadonlyMap<QueryId, GradesWithAspects>) => {
  let first: string | undefined;
  let several = false;
  const keep = (grades: GradesWithAspects, docId: DocId, aspect: string, grade: number): void => {
    grades.aspects ??= new Map();
    const byAspect = grades.aspects.get(docId);
    if (byAspect) byAspect.set(aspect, grade);
    else grades.aspects.set(docId, new Map([[aspect, grade]]));
  };
  return {
    /** The grade that a pair already has for this aspect. */
    seen(grades: GradesWithAspects, docId: DocId, aspect: string | undefined, highest: number | undefined) {
      if (aspect !== undefined && !several) {
        first ??= aspect;
        several = aspect !== first;
        if (several)
          for (const each of judgements.values())
            for (const [document, grade] of each) keep(each, document, first, grade);
      }
      return several && aspect !== undefined ? grades.aspects?.get(docId)?.get(aspect) : highest;
    },
    add(grades: GradesWithAspects, docId: DocId, aspect: string | undefined, grade: number): void {
      if (several && aspect !== undefined) keep(grades, docId, aspect, grade);
    },
  };
};
