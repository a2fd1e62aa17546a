import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { InputError, nearest } from '../../core/index.js';
import { type PartPath, readYaml, tellingIssue } from '../../platform/formats/index.js';
import { readTextFile } from '../../platform/node/index.js';
import { type CheckSystem, type ExperimentPlan, expand, type PlaceOf } from './expand.js';
import { type Experiment, experimentSchema, runSettings } from './experiment-schema.js';
import { placeholdersOf } from './placeholders.js';

const TEXTS = ['.yaml', '.yml', '.json'];
const MODULES = ['.ts', '.mts', '.js', '.mjs'];

/** An experiment from its file, and the lines of its parts. */
export interface ExperimentFile {
  readonly experiment: Experiment;
  readonly placeOf: PlaceOf;
}

/** Reads an experiment: YAML or JSON, or the default export of a module. */
export const readExperiment = async (file: string): Promise<ExperimentFile> => {
  const ending = extname(file).toLowerCase();
  if (TEXTS.includes(ending)) {
    const { value, placeOf } = await readYaml(await readTextFile(file), file);
    return { experiment: parsed(value, placeOf), placeOf };
  }
  if (!MODULES.includes(ending))
    throw new InputError({
      at: { file },
      found: ending ? `a file that ends in ${ending}` : 'a file without an ending',
      expected: `an experiment in ${[...TEXTS, ...MODULES].join(', ')}`,
      fix: 'name the file, or give it one of these endings',
    });
  const placeOf = () => ({ file });
  return { experiment: parsed(await exported(file), placeOf), placeOf };
};

/** What a command line says of the systems of a file. */
export interface SystemChoices {
  /** Takes the place of the file's values of {llm}. */
  readonly llm?: string;
  /** Folder of prompts. A recipe then runs with its source's own, which were imported into it. */
  readonly prompts?: string;
}

/** Reads an experiment and works out what it runs. */
export const readPlan = async (
  file: string,
  check?: CheckSystem,
  { llm, prompts }: SystemChoices = {},
): Promise<ExperimentPlan> => {
  const { experiment, placeOf } = await readExperiment(file);
  const own = prompts === undefined ? undefined : experiment.recipe?.prompts;
  const { systems, variants } = { ...experiment, ...(own && { systems: own.systems }) };
  if (llm === undefined) return expand({ ...experiment, systems }, placeOf, check);
  if (!systems.some((row) => placeholdersOf(typeof row === 'string' ? row : row.system).includes('llm')))
    throw new InputError({
      at: { file },
      found: '--llm, and no system with {llm}',
      fix: 'write {llm} in the file where a system names its LLM, or leave --llm out',
    });
  return expand({ ...experiment, systems, variants: { ...variants, llm: [llm] } }, placeOf, check);
};

const exported = async (file: string): Promise<unknown> => {
  try {
    return ((await import(pathToFileURL(resolve(file)).href)) as { default?: unknown }).default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_UNKNOWN_FILE_EXTENSION')
      throw new InputError(
        {
          at: { file },
          found: `TypeScript, which Node ${process.versions.node} does not read by itself`,
          expected: 'Node 22.18 or later for .ts files',
          fix: 'write the experiment in .yaml or .mjs, or call with NODE_OPTIONS="--import tsx" where tsx is installed',
        },
        { cause: error },
      );
    throw new InputError(
      {
        at: { file },
        found: `a module that fails: ${(error as Error)?.message ?? error}`,
        fix: 'run it with node alone, and see that its default export is an experiment',
      },
      { cause: error },
    );
  }
};

const parsed = (value: unknown, placeOf: PlaceOf): Experiment => {
  const variants = (value as { readonly variants?: object } | null)?.variants;
  // zod would leave it out without a word.
  if (variants && Object.hasOwn(variants, '__proto__')) {
    const at = placeOf(['variants', '__proto__']);
    throw new InputError({
      ...(at && { at }),
      found: 'a variant named "__proto__"',
      expected: 'a name of letters and digits',
      fix: 'choose another name',
    });
  }
  const { success, data, error } = experimentSchema().safeParse(value);
  if (success) return data;
  const { path, found, expected, fix } = problemOf(tellingIssue(error.issues));
  const at = placeOf(path);
  throw new InputError({
    ...(at && { at }),
    found,
    expected,
    fix:
      fix ??
      'see docs/guides/experiments.md, or let an editor check it against schema/experiment.schema.json',
  });
};

type Issue = z.core.$ZodIssue;

const fieldsOfFile = (): readonly string[] =>
  Object.keys(experimentSchema().shape).filter((key) => !key.startsWith('$'));
const fieldsOfSystem = (): readonly string[] => ['name', 'system', ...Object.keys(runSettings())];

interface IssueProblem {
  readonly path: PartPath;
  readonly found: string;
  readonly expected: string;
  readonly fix?: string;
}

const problemOf = (issue: Issue): IssueProblem => {
  const path = issue.path as PartPath;
  const where = path.join('.') || 'the file';
  if (issue.code === 'unrecognized_keys') {
    const [first = '', ...more] = issue.keys;
    const fields = path.length === 0 ? fieldsOfFile() : fieldsOfSystem();
    const near = nearest(first, fields);
    return {
      path: [...path, first],
      found: `${where}: unknown ${[first, ...more].map((key) => `"${key}"`).join(', ')}`,
      expected: fields.join(', '),
      ...(near !== undefined && { fix: `did you mean "${near}"? See docs/guides/experiments.md` }),
    };
  }
  if (issue.code === 'invalid_union')
    return {
      path,
      found: `${where}: neither text nor object`,
      expected: 'an expression, or an object with "system"',
    };
  const received = /received (\w+)/.exec(issue.message)?.[1] ?? 'another value';
  return issue.code === 'invalid_type'
    ? {
        path,
        found: `${where}: ${received === 'undefined' ? 'nothing' : received}`,
        expected: issue.expected,
      }
    : {
        path,
        found: `${where}: ${issue.message}`,
        expected: 'an experiment as docs/guides/experiments.md describes',
      };
};
