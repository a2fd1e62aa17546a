import { docId, queryId, type Task } from '../../src/core/index.js';
import { type MadeTask, madeTask } from './made-task.js';

export interface AuditedTask extends MadeTask {
  readonly answers: Readonly<Record<string, string>>;
  /** By query: documents that are excluded for it. */
  readonly excluded?: Readonly<Record<string, readonly string[]>>;
}

const ORGANS = ['heart', 'liver', 'spleen', 'kidney', 'lung', 'thyroid', 'pancreas', 'stomach'];
const SIGNS = ['murmur', 'oedema', 'pallor', 'tremor', 'jaundice', 'cyanosis', 'clubbing', 'ascites'];

/** Six sentences about an organ and a sign: no two numbers give texts that resemble each other. */
const passage = (i: number): string => {
  const organ = ORGANS[i % 8]!;
  const sign = SIGNS[(i * 3 + (i >> 3)) % 8]!;
  return [
    `Record ${i}00 describes ${organ} number ${i}.`,
    `Its ${sign} of grade ${i} was noted on day ${i * 7}.`,
    `Measurement ${i * 13} of the ${organ} gave ${i * 17} units against ${i * 19} before.`,
    `Treatment ${i * 23} relieved ${sign} ${i * 29}.`,
  ].join(' ');
};

/** A task in which no check finds anything. */
export const SOUND: AuditedTask = {
  documents: Array.from({ length: 30 }, (_, i) => ({ id: `d${i}`, text: passage(i + 1) })),
  queries: [
    { id: 'q1', text: 'A baker cannot climb stairs since spring; which organ explains it?' },
    { id: 'q2', text: 'Why would the skin of a newborn turn yellow within two days?' },
    { id: 'q3', text: 'Which test settles whether fatigue comes from a gland in the neck?' },
  ],
  judgements: [
    ['q1', 'd0', 1],
    ['q1', 'd8', 1],
    ['q2', 'd1', 1],
    ['q3', 'd5', 2],
    ['q3', 'd6', 0],
  ],
  answers: { q1: 'aortic stenosis', q2: 'haemolysis', q3: 'thyrotropin' },
};

export const auditedTask = (given: AuditedTask): Task => ({
  ...madeTask(given),
  labels: new Map(Object.entries(given.answers).map(([id, answer]) => [id, { answer }])),
  excluded: new Map(
    Object.entries(given.excluded ?? {}).map(([id, documents]) => [
      queryId(id),
      new Set(documents.map(docId)),
    ]),
  ),
});

const { documents, queries, judgements } = SOUND;

/** What shows that a check of the audit finds what it is for, and nothing else: `test/fixtures/audit-checks/<check>.ts`. */
export interface CheckCases {
  /** What turns the sound task into one in which this check finds one thing. None where a check needs many to find any. */
  readonly defects: readonly Partial<AuditedTask>[];
  /** What looks like the defect and is none. */
  readonly harmless?: readonly Partial<AuditedTask>[];
  /** The test of a check that needs many defects to find any. */
  readonly testedIn?: string;
  /** Defects of other checks, by their place in the list, in which this check rightly finds something too. */
  readonly alsoFinds?: Readonly<Record<string, readonly number[]>>;
}

export const withDocument = (...more: AuditedTask['documents']): Partial<AuditedTask> => ({
  documents: [...documents, ...more],
});

export const withQuery = (text: string, id = 'q4'): Partial<AuditedTask> => ({
  queries: [...queries, { id, text }],
  judgements: [...judgements, [id, 'd9', 1]],
});

/** The text of a document of the sound task. */
export const textOf = (document: number): string => documents[document]!.text;

export const LONG = 'The patient was followed for many years with changing findings, without a cause. ';

/** A document that is as the others are, but for a piece of text. */
export const inPassage = (piece: string): Partial<AuditedTask> =>
  withDocument({
    id: 'e',
    text: `The note says ${piece}, written in a passage that is as long as the others are, and about as dull as those.`,
  });
