import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { FAMILIES } from '../item.js';
import { readYamlFile } from '../yaml-file.js';
import { Release } from './personal-data.js';

const Text = z.string().min(1);
const Path = Text.describe('a column, or a path into it: meta.id, answers.0.text');
const OneOrMore = z.union([Path, z.array(Path).min(1)]);

const COMMON = {
  /** One file or several, from the folder of the mapping file. */
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

const Mapping = z
  .discriminatedUnion('family', [ItemMapping, SourceMapping])
  .superRefine((mapping, context) => {
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
    fix: 'see "The mapping file" in docs/build.md',
  });
  const names = typeof mapping.files === 'string' ? [mapping.files] : mapping.files;
  return { file, mapping, files: names.map((name) => resolve(dirname(file), name)) };
};
