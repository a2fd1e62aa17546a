import { InputError } from '../../core/index.js';
import { buildLine } from './build-line.js';
import type { BuildStep, WorkFolder } from './step.js';

/**
 * A step reads only what it declares, since reports hold the hashes of that; and what it writes is set aside until it is known that the step is
 * done.
 */
export const stepFolder = (
  { name, reads, mayRead = [], writes }: BuildStep,
  work: WorkFolder,
  writerOf: (file: string) => string | undefined,
) => {
  const written = new Map<string, readonly unknown[]>();
  const mustBeDeclared = (file: string, declared: readonly string[]): void => {
    if (!declared.includes(file)) throw new Error(`build ${name} does not declare the file "${file}"`);
  };
  return {
    /** Rows by the name of their file. */
    written: written as ReadonlyMap<string, readonly unknown[]>,
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
    } satisfies WorkFolder as WorkFolder,
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
      fix: writer ? `run this first: ${buildLine(writer)}` : 'name the folder that has it with --work',
    });
  }
};

/** What stands for the hash of a file that is not there. */
export const ABSENT = 'absent';

export const outputHashes = async (
  step: BuildStep,
  work: WorkFolder,
): Promise<Readonly<Record<string, string>>> => {
  const hashes = await Promise.all(step.writes.map(async (name) => [name, await work.hash(name)] as const));
  return Object.fromEntries(hashes.filter((entry): entry is [string, string] => entry[1] !== undefined));
};

/**
 * Refuses files that do not belong together: labels would be those of other texts, since ids stay when texts change. The user's own files
 * may be gone, and reviewers may have gone on.
 */
export const mustBelongTogether = async (
  steps: readonly BuildStep[],
  work: WorkFolder,
  writerOf: (file: string) => string | undefined,
): Promise<void> => {
  for (const step of steps) {
    const report = await work.readReport(step.name);
    if (!report) continue;
    const outputs = await outputHashes(step, work);
    for (const [file, hash] of Object.entries(report.outputs))
      if (outputs[file] !== hash) throw misfit(step.name, `and ${file}.jsonl was changed after it`);
    for (const [file, hash] of Object.entries(report.inputs))
      if (writerOf(file) !== undefined && ((await work.hash(file)) ?? ABSENT) !== hash)
        throw misfit(step.name, `with another ${file}.jsonl than there is now`);
  }
};

const misfit = (step: string, how: string): InputError =>
  new InputError({
    found: `build ${step} was done ${how}`,
    expected: 'files of the work folder that were made from each other',
    fix: `${buildLine(step)}, then all steps that ${buildLine('status')} calls stale`,
  });
