import { commandLine, givenAgain, WorkError } from '../../core/index.js';
import type { TermsSummary } from './counted-corpus.js';
import type { VectorsSummary } from './vector-rows.js';

/** What can be searched of a collection. The sum of rows says whether one is missing, or there twice. */
interface Found {
  readonly documents: number;
  readonly rows: number;
}

const hasEachRow = ({ documents, rows }: Found): boolean => rows === (documents * (documents - 1)) / 2;

/** Whether the terms that can be searched are those that were loaded: a collection may have lost a part since, or hide it. */
export const mustHaveTerms = (
  name: string,
  found: Found & { readonly tokens: number },
  { documents, tokens }: Pick<TermsSummary, 'documents' | 'tokens'>,
): void => {
  if (found.documents === documents && found.tokens === tokens && hasEachRow(found)) return;
  throw notAsLoaded(
    name,
    `${found.documents} documents of ${found.tokens} tokens; ${documents} of ${tokens} were loaded`,
  );
};

/** Likewise of vectors; a collection may lack rows that have none. */
export const mustHaveVectors = (
  name: string,
  found: Found & Pick<VectorsSummary, 'unsound' | 'longest'>,
  { documents, unsound, longest }: VectorsSummary,
  lacksRows: boolean,
): void => {
  const isWhole =
    found.documents === documents &&
    found.unsound === unsound &&
    found.longest === longest &&
    (lacksRows || hasEachRow(found));
  if (isWhole) return;
  throw notAsLoaded(
    name,
    `${found.documents} vectors, ${found.unsound} of them without a direction; ${documents} and ${unsound} were loaded`,
  );
};

const notAsLoaded = (name: string, what: string): WorkError =>
  new WorkError(
    `${name} has ${what}`,
    `${commandLine('engine', 'drop', name, ...givenAgain('--engine'))}, then run the same command again to load it afresh`,
  );
