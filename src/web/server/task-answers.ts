import { basename } from 'node:path';
import { type JsonObject, own } from '../../core/index.js';
import { type AnswerOutcome, answeredRight } from '../../search/generation/index.js';
import { type StoredAnswers, storedAnswers } from '../../tasks/index.js';
import { type AnswerSet, type AnswerSource, keyOf, type TaskAnswers } from '../page-data/index.js';
import type { ShownTask } from './task-texts.js';

/** What LLMs answered on a task. Answers with the hits of a system belong to the very ranking that was shown, so another ranking does not get them. */
export const taskAnswersOf = async (task: ShownTask, folders: readonly string[]): Promise<TaskAnswers> => {
  const sets: AnswerSet[] = [];
  const problems: string[] = [];
  for (const folder of folders) {
    const found = await storedAnswers(folder, task.name);
    // A page that is handed on names no path of this machine.
    problems.push(...found.problems.map((each) => each.replaceAll(folder, basename(folder))));
    for (const stored of found.answers) {
      const taken = setsOf(stored, task);
      sets.push(...taken);
      if (taken.length === 0)
        problems.push(
          `${stored.judged.method}, answers of ${stored.judged.llm}: they were written with a ranking that is not among these results`,
        );
    }
  }
  return { task: task.key, sets, problems };
};

const setsOf = (
  { written, judged, verdicts }: StoredAnswers,
  { results }: ShownTask,
): readonly AnswerSet[] => {
  const shown = (own(written.writer, 'shown') ?? {}) as JsonObject;
  const set: AnswerSet = {
    from: shown.from as AnswerSource,
    llm: judged.llm,
    judge: judged.judge.name,
    ...(typeof shown.documents === 'number' && { documents: shown.documents }),
    at: judged.provenance.at,
    answers: verdicts.map(({ id, outcome }) => ({
      query: keyOf(id),
      id,
      outcome,
      right: answeredRight(outcome as AnswerOutcome) ?? null,
    })),
  };
  const alike = results.filter(({ record }) => record.task.contentHash === judged.task.contentHash);
  if (set.from !== 'system') return alike.length > 0 ? [set] : [];
  return alike
    .filter(({ seal }) => seal.run === shown.run)
    .map(({ system: key, systemName: name }) => ({ ...set, system: { key, name } }));
};
