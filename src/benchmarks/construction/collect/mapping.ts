import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { byCodePoint, InputError } from '../../../core/index.js';
import { readError } from '../../../platform/node/index.js';
import { FAMILIES } from '../item.js';
import { readYamlFile } from '../yaml-file.js';
import { withCollection } from './collections.js';
import { Release } from './personal-data.js';

const Text = z.string().min(1);
const Path = Text.describe('a column, or a path into it: meta.id, answers.0.text');
const OneOrMore = z.union([Path, z.array(Path).min(1)]);

const COMMON = {
  /** A collection of `data/collections.json`: how its files are read, and its columns. */
  like: Text.optional(),
  /** Of StackExchange: fewest votes of an answer that was not accepted. */
  votes: z.int().min(0).optional(),
  /** Fields without which a row is held back, besides those that its family needs. */
  needs: z.array(z.enum(['answer', 'evidence', 'title', 'url'])).default([]),
  /** One or several, from the folder of the mapping file: files, or folders of them. */
  files: z.union([Text, z.array(Text).min(1)]),
  /** Put before every id, so that those of several collections stay apart. */
  prefix: z.string().default(''),
  /** The collection and its terms, where they are the same for all. */
  source: Text.optional(),
  licence: Text.optional(),
  /** Flagged texts that a person looked at and lets pass. */
  release: z.array(Release).default([]),
};

/** Columns that every family may have; without `id` it is the file and the line. */
const ORIGIN = {
  id: Path.optional(),
  source: Path.optional(),
  licence: Path.optional(),
  url: Path.optional(),
  /** Several are joined by an empty line, as title and body of a post. */
  text: OneOrMore,
};

const Options = z.union([Path, z.record(Text, Path)]);

const ItemMapping = z.strictObject({
  family: z.enum(FAMILIES),
  ...COMMON,
  /** How `answer` names the option; detected where that is certain. */
  answerAs: z.enum(['label', 'text', 'index-from-0', 'index-from-1']).optional(),
  fields: z.strictObject({
    ...ORIGIN,
    /** A column with a list or an object of options, or the column of each: `{A: opa, B: opb}`. */
    options: Options.optional(),
    answer: Path.optional(),
    evidence: Path.optional(),
    diagnosis: Path.optional(),
    diagnosisCode: Path.optional(),
  }),
});

const SourceMapping = z.strictObject({
  family: z.literal('source'),
  ...COMMON,
  fields: z.strictObject({ ...ORIGIN, title: Path.optional() }),
});

const Whole = z.discriminatedUnion('family', [ItemMapping, SourceMapping]).superRefine((mapping, context) => {
  const needs = (field: string, why: string): void => {
    if (!Object.hasOwn(mapping.fields, field))
      context.addIssue({ code: 'custom', path: ['fields'], message: `no field "${field}": ${why}` });
  };
  for (const name of ['source', 'licence'] as const)
    if (mapping[name] === undefined && mapping.fields[name] === undefined)
      context.addIssue({
        code: 'custom',
        path: [],
        message: `no ${name}: write "${name}: …" for all items, or its column under fields`,
      });
  if (mapping.family === 'exam') for (const field of ['options', 'answer']) needs(field, 'an exam has it');
  if (mapping.family === 'treatment') needs('answer', 'a treatment case has it');
  if (mapping.family === 'case') needs('diagnosis', 'a case report has it');
});

const Mapping = z.preprocess(withCollection, Whole);

export type ItemMapping = z.infer<typeof ItemMapping>;
export type SourceMapping = z.infer<typeof SourceMapping>;

/** How the rows of the user's files become items or sources. */
export type Mapping = ItemMapping | SourceMapping;

/** A mapping file, with the whole paths of the files that it names. */
export interface MappingFile {
  readonly file: string;
  readonly mapping: Mapping;
  readonly files: readonly string[];
}

export const readMapping = async (file: string): Promise<MappingFile> => {
  const mapping = await readYamlFile(file, Mapping, {
    expected: 'a mapping: family, files, source, licence, fields',
    fix: 'see "The mapping file" in docs/reference/build-steps.md',
  });
  const names = typeof mapping.files === 'string' ? [mapping.files] : mapping.files;
  const files = await Promise.all(names.map((name) => filesAt(resolve(dirname(file), name), file)));
  return { file, mapping, files: files.flat() };
};

/** Names of files that rows or articles are read from. */
const DATA = /\.(?:xml|nxml|jsonl?|ndjson|csv|tsv|txt|parquet)(?:\.gz)?$/i;

/** The file itself, or all files with rows below a folder, in the order of their names. */
const filesAt = async (path: string, mapping: string): Promise<readonly string[]> => {
  const place = await stat(path).catch((error: unknown) => {
    throw namedIn(mapping, path, readError(path, error));
  });
  if (!place.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && DATA.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort(byCodePoint);
  if (files.length > 0) return files;
  throw new InputError({
    at: { file: mapping },
    found: `no files with rows in ${path}`,
    expected: 'files that end in .xml, .nxml, .json, .jsonl, .csv, .tsv, .txt or .parquet',
    fix: 'name another folder, or the files themselves',
  });
};

/** The reader of the error looks for the name where it was written: in the mapping. */
const namedIn = (mapping: string, path: string, error: unknown): unknown =>
  error instanceof InputError
    ? new InputError(
        { ...error.details, at: { file: mapping }, found: `${path}: ${error.details.found}` },
        { cause: error },
      )
    : error;
