import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import {
  canonicalJson,
  InputError,
  type Json,
  type JsonObject,
  type QueryId,
  queryId,
} from '../core/index.js';
import { malformed } from '../platform/formats/index.js';
import { type Line, readLines, readRecordFile, sha256 } from '../platform/node/index.js';
import { type DataWarnings, emptyFile, idIn, noWarnings, readRow, textIn, textsIn } from './rows.js';

/** What a model wrote for a query. */
export interface Generation {
  readonly id: QueryId;
  /** The query's own text when it was written. */
  readonly text: string;
  /** The model's raw outputs, reasoning included; mostly there is one. */
  readonly hyDocs: readonly [string, ...string[]];
}

/** The same, with its place in the file. */
export interface StoredRow extends Generation {
  readonly line: number;
  /** Of the line as it stands in the file. */
  readonly hash: string;
}

export const GENERATIONS_FILE = 'query_with_hydoc.jsonl';
const SHAPE = '{"id": "…", "text": "…", "hy_doc": "…"}';

/** Reads stored generations. */
export const readGenerations = async (file: string): Promise<readonly Generation[]> =>
  (await readGenerationRows(file)).map(({ id, text, hyDocs }) => ({ id, text, hyDocs }));

/** The rows also list the positives of each query (`doc_id`): those are never looked at. */
export const readGenerationRows = async (file: string): Promise<readonly StoredRow[]> => {
  const rows = new Map<QueryId, StoredRow>();
  const warnings = noWarnings();
  for await (const lines of readLines(file))
    for (const line of lines) {
      const row = readRow(line, SHAPE, (fields) => ({
        id: queryId(idIn(fields, 'id', line, warnings)),
        text: textIn(fields, 'text', line, warnings),
        hyDocs: hyDocsIn(fields, line, warnings),
        line: line.line,
        hash: lineHash(line.text),
      }));
      const first = rows.get(row.id);
      if (first && !isSame(first, row))
        throw new InputError({
          at: { file, line: line.line },
          found: `query "${row.id}" with other texts than in line ${first.line}`,
          expected: 'one generation per query',
          fix: 'delete one of the two lines',
        });
      if (!first) rows.set(row.id, row);
    }
  if (rows.size === 0) throw emptyFile(file, SHAPE);
  return [...rows.values()];
};

const HASH_CHARACTERS = 16;

/** Of a line without its end; enough of it to notice a change that nobody tried to hide. */
export const lineHash = (line: string): string => sha256(line).slice(0, HASH_CHARACTERS);

/**
 * The raw outputs of a row. R2MED's files have one, `hy_doc`; ours list all of several in `hy_docs` next to it, so that
 * a reader who knows only the former still finds the first.
 */
const hyDocsIn = (fields: JsonObject, line: Line, warnings: DataWarnings): Generation['hyDocs'] => {
  const first = textIn(fields, 'hy_doc', line, warnings);
  if ((fields.hy_docs ?? null) === null) return [first];
  const all = textsIn(fields, 'hy_docs', line, warnings);
  if (all[0] !== first)
    throw malformed(line, {
      found: 'a "hy_doc" that is not the first of "hy_docs"',
      expected: 'the same text in both',
      fix: 'change both, or take "hy_docs" out to have one text per query',
    });
  return all;
};

const isSame = (a: Generation, b: Generation): boolean =>
  a.text === b.text &&
  a.hyDocs.length === b.hyDocs.length &&
  a.hyDocs.every((text, i) => text === b.hyDocs[i]);

/**
 * The folder of the generations of a method and model. The reference implementation's folders are spelled with hyphens, the
 * hub's configs with underscores: the latter is taken when only it is there.
 */
export const generationsPath = (folder: string, method: string, llm: string): string => {
  const files = generationFiles(method, llm).flatMap((name) => [
    join(folder, name),
    join(folder, `${name}.gz`),
  ]);
  return files.find((path) => existsSync(path)) ?? files[0]!;
};

/** The names, in a task's folder or hub repository, that the generations of a method and model may have. */
export const generationFiles = (method: string, llm: string): readonly [string, ...string[]] => {
  for (const name of [method, llm])
    if (!/^[\w.-]+$/.test(name) || /^\.+$/.test(name))
      throw new InputError({
        found: `"${name}"`,
        expected: 'the name of a method or model, such as hyde or qwen-7b',
        fix: 'use letters, digits, dots and dashes only',
      });
  const underscored = llm.replaceAll('-', '_');
  return [
    `${method}/${llm}/${GENERATIONS_FILE}`,
    `${method}/${underscored}/${GENERATIONS_FILE}`,
    `${method.replaceAll('-', '_')}/${underscored}/${GENERATIONS_FILE}`,
  ];
};

/** The method and model, as `hyde/gpt4`, whose generations a file in a task's folder holds. */
export const generationsOfFile = (file: string): string | undefined => {
  const [method, llm, name, ...deeper] = file.split('/');
  const named = [method, llm].every((part) => /^\w[\w.-]*$/.test(part ?? ''));
  return named && name === GENERATIONS_FILE && deeper.length === 0 ? `${method}/${llm}` : undefined;
};

/** The task that texts were written or judged for. */
export const recordedTask = z.strictObject({
  name: z.string(),
  suite: z.string(),
  revision: z.string(),
  contentHash: z.string(),
});

/** What the answers took, those from the store included. */
export const recordedUsage = z.strictObject({
  calls: z.int(),
  tokensIn: z.int(),
  tokensOut: z.int(),
  usd: z.number().optional(),
  /** Dollars per million tokens by which `usd` was counted, and the day of that price. */
  price: z
    .strictObject({ usdPerMillionIn: z.number(), usdPerMillionOut: z.number(), at: z.string() })
    .optional(),
  /** That the model took for all calls, one after the other. Earlier versions did not count them. */
  seconds: z.number().optional(),
  estimated: z.int(),
});

export const recordedProvenance = z.strictObject({
  tool: z.string(),
  at: z.iso.datetime(),
  /** Whose words the prompts are, where they are not the package's own; their hashes are among the settings. */
  prompts: z.string().optional(),
});

export const RECORD_FILE = 'generation.json';

/** A hash of each line of a file, in their order, and one of its record. */
export const recordedSeal = z.strictObject({ lines: z.array(z.string()), record: z.string() });
type Seal = z.infer<typeof recordedSeal>;

/** What was written, with what: `generation.json` next to the texts. */
export const GenerationRecord = z.strictObject({
  version: z.literal(1),
  method: z.string(),
  llm: z.strictObject({
    name: z.string(),
    /** What identifies the model: dialect and model id. Never an address or a key. */
    spec: z.json(),
    /** Where the answer begins in its output. */
    reasoning: z.string(),
  }),
  /** Everything about the method that can change what is written: prompts, limits, retriever. */
  writer: z.record(z.string(), z.json()),
  /** As requested; what is absent was left to the service. */
  sampling: z.record(z.string(), z.json()),
  samples: z.int().positive(),
  /** The seed of each sample, where one is set: the seed plus the sample's number. */
  seeds: z.array(z.int()).optional(),
  task: recordedTask,
  counts: z.strictObject({
    /** Of the task. */
    queries: z.int(),
    /** Queries with a text. */
    written: z.int(),
    /** Queries that lack a sample because a call failed. */
    failed: z.int(),
    /** Queries with texts of which none comes to an answer: the model was cut off inside its reasoning. */
    unanswered: z.int(),
    /** Texts whose answer was truncated by the limit of tokens. Earlier versions did not count them. */
    truncated: z.int().optional(),
  }),
  /** Whether every query of the task has all its samples. */
  complete: z.boolean(),
  usage: recordedUsage,
  provenance: recordedProvenance,
  /** What says that nothing was changed: a hash of each line of the texts, in their order, and one of this record. */
  seal: recordedSeal.optional(),
});
export type GenerationRecord = z.infer<typeof GenerationRecord>;

/** The part of a record that decides what the texts are. */
export type GenerationSettings = Pick<
  GenerationRecord,
  'method' | 'llm' | 'writer' | 'sampling' | 'samples' | 'seeds' | 'task'
>;

/** The record of the texts in a folder, or undefined where there is none. */
export const readGenerationRecord = (folder: string): Promise<GenerationRecord | undefined> =>
  readRecordFile(
    join(folder, RECORD_FILE),
    GenerationRecord,
    'write again with --overwrite, or move the folder away',
  );

/** A record that says what the lines of its file are, by their hashes. */
export const sealedRecord = <R extends { readonly seal?: Seal | undefined }>(
  record: R,
  lines: readonly string[],
): R & { readonly seal: Seal } => {
  const { seal: _, ...rest } = record;
  const all = { lines: [...lines], ...rest } as unknown as Json;
  return { ...(rest as R), seal: { lines: [...lines], record: sha256(canonicalJson(all)) } };
};

/** Refuses texts, or a record of them, that were changed since they were written. Without a seal nobody can tell. */
export const mustBeAsWritten = (
  file: string,
  rows: readonly StoredRow[],
  record: GenerationRecord | undefined,
): void => {
  const { seal } = record ?? {};
  if (!record || !seal) return;
  const expected = 'what r2med generate wrote';
  const fix = `write them again with r2med generate --overwrite (answers are cached), or delete the ${RECORD_FILE} next to them: then they count as texts of others`;
  if (sealedRecord(record, seal.lines).seal.record !== seal.record)
    throw new InputError({
      at: { file: join(dirname(file), RECORD_FILE) },
      found: 'a record that was changed',
      expected,
      fix,
    });
  const changed = rows.find(({ hash }, i) => hash !== seal.lines[i]);
  if (changed)
    throw new InputError({
      at: { file, line: changed.line },
      found: `the text of query "${changed.id}", which was changed`,
      expected,
      fix,
    });
  if (rows.length < seal.lines.length)
    throw new InputError({
      at: { file },
      found: `${rows.length} lines`,
      expected: `the ${seal.lines.length} lines that r2med generate wrote`,
      fix,
    });
};
