import { InputError } from '../../core/index.js';
import { ABSENT, outputHashes } from './hashes.js';
import type { BuildStep, WorkFolder } from './step.js';

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
    fix: `run r2med build ${step} again, then all steps that r2med build status calls stale`,
  });
