import type { Check } from './check.js';
import { answerInQuery } from './checks/answer-in-query.js';
import { answerInRelevant } from './checks/answer-in-relevant.js';
import { conflictingIds } from './checks/conflicting-ids.js';
import { controlCharacters } from './checks/control-characters.js';
import { documentLengths } from './checks/document-lengths.js';
import { emptyDocuments } from './checks/empty-documents.js';
import { emptyQueries } from './checks/empty-queries.js';
import { forumNotes } from './checks/forum-notes.js';
import { longDocuments } from './checks/long-documents.js';
import { longQueries } from './checks/long-queries.js';
import { markup } from './checks/markup.js';
import { maskingMarks } from './checks/masking-marks.js';
import { missingDocuments } from './checks/missing-documents.js';
import { missingQueries } from './checks/missing-queries.js';
import { mojibake } from './checks/mojibake.js';
import { nearDuplicateQueries } from './checks/near-duplicate-queries.js';
import { nearDuplicates } from './checks/near-duplicates.js';
import { personalData } from './checks/personal-data.js';
import { placesAndDates } from './checks/places-and-dates.js';
import { queriesWithoutRelevant } from './checks/queries-without-relevant.js';
import { queryInRelevant } from './checks/query-in-relevant.js';
import { queryLengths } from './checks/query-lengths.js';
import { repeatedIds } from './checks/repeated-ids.js';
import { repeatedQueries } from './checks/repeated-queries.js';
import { repeatedTexts } from './checks/repeated-texts.js';
import { severalPatients } from './checks/several-patients.js';
import { shortDocuments } from './checks/short-documents.js';
import { shortQueries } from './checks/short-queries.js';
import { shortRelevantDocuments } from './checks/short-relevant-documents.js';
import { suspectedFalseNegatives } from './checks/suspected-false-negatives.js';
import { unjudgedQueries } from './checks/unjudged-queries.js';

/** Every check, in the order of reports: judgements, then queries and answers, then documents, then what texts look like. */
export const auditChecks: readonly Check[] = [
  missingDocuments,
  missingQueries,
  queriesWithoutRelevant,
  unjudgedQueries,
  shortRelevantDocuments,
  queryInRelevant,
  suspectedFalseNegatives,
  emptyQueries,
  shortQueries,
  repeatedQueries,
  nearDuplicateQueries,
  answerInQuery,
  answerInRelevant,
  severalPatients,
  longQueries,
  queryLengths,
  conflictingIds,
  repeatedIds,
  repeatedTexts,
  nearDuplicates,
  emptyDocuments,
  shortDocuments,
  longDocuments,
  documentLengths,
  mojibake,
  controlCharacters,
  markup,
  personalData,
  placesAndDates,
  maskingMarks,
  forumNotes,
];
