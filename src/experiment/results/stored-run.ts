import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import {
  type DocId,
  documentIds,
  failedWithin,
  InputError,
  type JsonObject,
  type QueryId,
  type Retriever,
  type Run,
} from '../../core/index.js';
import { readError, sha256 } from '../../platform/node/index.js';
import { RUN, readRecord } from './inspect.js';
import { mustBeSealedRun, readRun } from './runs/index.js';

/** Settings of a stored run as a retriever. */
export interface StoredRunOptions {
  /** Hits kept of each ranking; all by default. */
  readonly topK?: number;
  /** The task's queries: a run of others is an error. */
  readonly queries?: Iterable<QueryId>;
  /** How a system's text names it; `stored:FILE` by default. */
  readonly name?: string;
}

/**
 * A run file, in any format that `readRun` knows, as a retriever: it searches nothing and hands over what the file says.
 * A query that the file lacks gets an empty ranking and is counted; ids that the task does not have are an error. The run
 * of an incomplete result makes results that are incomplete too.
 */
export const storedRun = async (
  file: string,
  { topK, queries, name = `stored:${file}` }: StoredRunOptions = {},
): Promise<Retriever> => {
  await mustBeSealedRun(file);
  const { run, format, notes } = await readRun(file);
  if (queries) mustKnow('query', run.keys(), new Set(queries), file);
  // The same path may hold another run tomorrow.
  const content = sha256(
    await readFile(file).catch((error: unknown) => Promise.reject(readError(file, error))),
  );
  const failed = failedWithin(failedInRecord(file), `in ${name}`);
  return {
    name,
    spec: { retriever: 'stored', run: content, ...(topK !== undefined && { topK }) },
    open: async (corpus, tools) => {
      mustKnow('document', documentsOf(run), await documentIds(corpus), file);
      for (const note of notes) tools.note(`${file}: ${note}`);
      let missingQueries = 0;
      return {
        run: async (batch) =>
          batch.map((query) => {
            const hits = run.get(query.id);
            if (!hits) missingQueries += 1;
            return { query, hits: hits?.slice(0, topK) ?? [] };
          }),
        get facts() {
          return { storedRun: { file, format, missingQueries }, ...failed };
        },
      };
    },
  };
};

/** The stored run that missing work is said to be in: `stored:bge` of `documents without a vector (in stored:bge)`. */
export const storedRunOf = (missing: string): string | undefined => {
  const at = missing.lastIndexOf(WITHIN);
  return at < 0 ? undefined : missing.slice(at + WITHIN.length - 'stored:'.length, -')'.length);
};

const WITHIN = ' (in stored:';

/** What the record next to a run says is missing; a run file from elsewhere has none, whatever else is in its folder. */
const failedInRecord = (file: string): JsonObject => {
  try {
    const { incomplete } = readRecord(dirname(file))?.record ?? {};
    return incomplete ? { failed: incomplete as JsonObject } : {};
  } catch (error) {
    if (basename(file) === RUN) throw error;
    return {};
  }
};

function* documentsOf(run: Run): Generator<DocId> {
  for (const hits of run.values()) for (const { docId } of hits) yield docId;
}

const mustKnow = <Id extends string>(
  kind: 'query' | 'document',
  found: Iterable<Id>,
  known: ReadonlySet<Id>,
  file: string,
): void => {
  const unknown = [...new Set(found)].filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  const others = unknown.length === 1 ? '' : ` and ${unknown.length - 1} more`;
  throw new InputError({
    at: { file },
    found: `${kind} "${unknown[0]}"${others} that the task does not have`,
    expected: `a run of the same task, whose ids are its own`,
    fix: 'check which task the run was made on',
  });
};
