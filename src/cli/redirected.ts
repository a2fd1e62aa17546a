import { fstatSync, readdirSync, statSync } from 'node:fs';
import { InputError, shellWord } from '../core/index.js';
import { outputDescriptor } from './output.js';

/** Flags whose values are systems. */
const SYSTEMS = ['system', 'retriever', 'reranker'] as const;

/** `--system bm25 > lsa` without quotes: the shell took the rest of the system for the file that results go to. */
export const mustBeQuoted = async (flags: Readonly<Record<string, unknown>>): Promise<void> => {
  const values = SYSTEMS.flatMap((name) => (Array.isArray(flags[name]) ? (flags[name] as string[]) : []));
  const file = values.length > 0 ? nameOfOutput() : undefined;
  if (file === undefined || !(await isStage(file))) return;
  throw new InputError({
    found: `results that go to a file "${file}", which is the name of a stage: the shell read > as "write to this file"`,
    expected: 'a system in quotes',
    fix: `--system ${shellWord(`${values.at(-1)} > ${file}`)}, and rm ${file}; for a file with that name, write > ./results/${file}`,
  });
};

/** Names that a stage may have; longer ones and those of folders are none. */
const STAGE_NAME = /^[A-Za-z][\w.-]{0,60}$/;

/** The file of the working folder that standard output goes to. */
const nameOfOutput = (): string | undefined => {
  const fd = outputDescriptor();
  if (fd === undefined) return undefined;
  const output = fstatSync(fd);
  if (!output.isFile()) return undefined;
  return readdirSync('.').find((name) => {
    if (!STAGE_NAME.test(name)) return false;
    const found = statSync(name, { throwIfNoEntry: false });
    return found?.ino === output.ino && found.dev === output.dev;
  });
};

/** A retriever or model by its name, or what may follow one. */
const isStage = async (name: string): Promise<boolean> => {
  const { checkSystem } = await import('../experiment/systems/index.js');
  return [name, `bm25 > ${name}`].some((text) => {
    try {
      checkSystem(text);
      return true;
    } catch {
      return false;
    }
  });
};
