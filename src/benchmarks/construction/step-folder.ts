import { InputError } from '../../core/index.js';
import type { BuildStep, WorkFolder } from './step.js';

/** The work folder as one step sees it, and what it wrote. */
export interface StepFolder {
  readonly work: WorkFolder;
  /** Rows by the name of their file. */
  readonly written: ReadonlyMap<string, readonly unknown[]>;
}

/**
 * A step reads only what it declares, since reports hold the hashes of that; and what it writes is set aside until it is known that the step is
 * done.
 */
export const stepFolder = (
  { name, reads, mayRead = [], writes }: BuildStep,
  work: WorkFolder,
  writerOf: (file: string) => string | undefined,
): StepFolder => {
  const written = new Map<string, readonly unknown[]>();
  const mustBeDeclared = (file: string, declared: readonly string[]): void => {
    if (!declared.includes(file)) throw new Error(`build ${name} does not declare the file "${file}"`);
  };
  return {
    written,
    work: {
      ...work,
      read: async (file, schema) => {
        mustBeDeclared(file, [...reads, ...mayRead]);
        await mustBeThere([file], work, writerOf);
        return work.read(file, schema);
      },
      write: async (file, rows) => {
        mustBeDeclared(file, writes);
        written.set(file, rows);
      },
    },
  };
};

/** Refuses a step whose input is not there, and names the step that makes it. */
export const mustBeThere = async (
  files: readonly string[],
  work: WorkFolder,
  writerOf: (file: string) => string | undefined,
): Promise<void> => {
  for (const file of files) {
    if (await work.exists(file)) continue;
    const writer = writerOf(file);
    throw new InputError({
      found: `no ${file}.jsonl in ${work.folder}`,
      fix: writer ? `run r2med build ${writer} first` : 'name the folder that has it with --work',
    });
  }
};
