import type { Check } from './check.js';
import { addressedTexts } from './checks/addressed-texts.js';
import { answerInQuery } from './checks/answer-in-query.js';
import { answerInRelevant } from './checks/answer-in-relevant.js';
import { answerOptions } from './checks/answer-options.js';
import { boilerplate } from './checks/boilerplate.js';
import { conflictingIds } from './checks/conflicting-ids.js';
import { controlCharacters } from './checks/control-characters.js';
import { cutTexts } from './checks/cut-texts.js';
import { cutWords } from './checks/cut-words.js';
import { documentLengths } from './checks/document-lengths.js';
import { emptyDocuments } from './checks/empty-documents.js';
import { emptyQueries } from './checks/empty-queries.js';
import { forumNotes } from './checks/forum-notes.js';
import { hubDocuments } from './checks/hub-documents.js';
import { judgementsByChance } from './checks/judgements-by-chance.js';
import { longDocuments } from './checks/long-documents.js';
import { longQueries } from './checks/long-queries.js';
import { markup } from './checks/markup.js';
import { maskingMarks } from './checks/masking-marks.js';
import { missingDocuments } from './checks/missing-documents.js';
import { missingQueries } from './checks/missing-queries.js';
import { mixedLanguages } from './checks/mixed-languages.js';
import { mixedScripts } from './checks/mixed-scripts.js';
import { modelPhrases } from './checks/model-phrases.js';
import { mojibake } from './checks/mojibake.js';
import { nearDuplicateQueries } from './checks/near-duplicate-queries.js';
import { nearDuplicates } from './checks/near-duplicates.js';
import { negativeGrades } from './checks/negative-grades.js';
import { noTexts } from './checks/no-texts.js';
import { personalData } from './checks/personal-data.js';
import { placesAndDates } from './checks/places-and-dates.js';
import { queriesByChance } from './checks/queries-by-chance.js';
import { queriesWithoutRelevant } from './checks/queries-without-relevant.js';
import { queryInRelevant } from './checks/query-in-relevant.js';
import { queryLengths } from './checks/query-lengths.js';
import { repeatedIds } from './checks/repeated-ids.js';
import { repeatedQueries } from './checks/repeated-queries.js';
import { repeatedRelevant } from './checks/repeated-relevant.js';
import { repeatedTexts } from './checks/repeated-texts.js';
import { revealingForm } from './checks/revealing-form.js';
import { revealingFrequency } from './checks/revealing-frequency.js';
import { revealingIds } from './checks/revealing-ids.js';
import { revealingLengths } from './checks/revealing-lengths.js';
import { revealingOrder } from './checks/revealing-order.js';
import { revealingQueryIds } from './checks/revealing-query-ids.js';
import { revealingQueryOrder } from './checks/revealing-query-order.js';
import { severalPatients } from './checks/several-patients.js';
import { shiftedJudgements } from './checks/shifted-judgements.js';
import { shortDocuments } from './checks/short-documents.js';
import { shortQueries } from './checks/short-queries.js';
import { shortRelevantDocuments } from './checks/short-relevant-documents.js';
import { suspectedFalseNegatives } from './checks/suspected-false-negatives.js';
import { unjudgedQueries } from './checks/unjudged-queries.js';

/** Every check, in the order of reports: whether the judgements mean anything, then judgements, then queries and answers, then documents, then what texts look like. */
export const auditChecks: readonly Check[] = [
  judgementsByChance,
  queriesByChance,
  shiftedJudgements,
  revealingOrder,
  revealingIds,
  revealingLengths,
  revealingForm,
  revealingFrequency,
  revealingQueryOrder,
  revealingQueryIds,
  hubDocuments,
  negativeGrades,
  missingDocuments,
  missingQueries,
  queriesWithoutRelevant,
  unjudgedQueries,
  shortRelevantDocuments,
  queryInRelevant,
  suspectedFalseNegatives,
  repeatedRelevant,
  emptyQueries,
  shortQueries,
  repeatedQueries,
  nearDuplicateQueries,
  answerInQuery,
  answerInRelevant,
  answerOptions,
  severalPatients,
  longQueries,
  queryLengths,
  conflictingIds,
  repeatedIds,
  repeatedTexts,
  nearDuplicates,
  boilerplate,
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
  modelPhrases,
  addressedTexts,
  noTexts,
  mixedScripts,
  mixedLanguages,
  cutTexts,
  cutWords,
];
