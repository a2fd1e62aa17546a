import { basename } from 'node:path';
import { z } from 'zod';
import { canonicalJson, InputError } from '../../core/index.js';
import { ChatFailure } from '../../models/llms/index.js';
import { parseJsonObject, ROW_AGAIN } from '../../platform/formats/index.js';
import { isFile, readLines, sha256 } from '../../platform/node/index.js';
import type { Respondent, StepRequest } from './respondent.js';
import { firstIssue } from './yaml-file.js';

const Answer = z.strictObject({
  step: z.string().min(1),
  id: z.string().min(1),
  text: z.string(),
  /** Whose answer it is, where a file holds those of several: `prepared:FILE#gpt`. */
  judge: z.string().optional(),
});
type Answer = z.infer<typeof Answer>;

const SHAPE = '{"step": "classify", "id": "q1", "text": "- Reason: …"}';

/** Prepared answers, which can tell what they hold. */
export interface PreparedRespondent extends Respondent {
  has(request: Pick<StepRequest, 'step' | 'id'>): boolean;
}

/** Answers that were written before: by another program, or by a person. `place` is a file, or `FILE#judge`. */
export const preparedRespondent = async (place: string): Promise<PreparedRespondent> => {
  const mark = (await isFile(place)) ? -1 : place.lastIndexOf('#');
  const [file, judge] = mark < 0 ? [place] : [place.slice(0, mark), place.slice(mark + 1)];
  const answers = await readAnswers(file, judge);
  const name = `prepared:${basename(file)}${judge === undefined ? '' : `#${judge}`}`;
  let calls = 0;
  return {
    name,
    family: judge ?? name,
    concurrency: 1,
    has: (request) => answers.has(keyOf(request)),
    // Of this step alone: answers to other steps may be added to the file.
    identity: (step) => ({
      prepared: sha256(
        canonicalJson(
          [...answers.values()]
            .filter((answer) => isOf(answer, step))
            .map(({ id, text, ...of }) => [of.step, id, text]),
        ),
      ),
    }),
    ask: async ({ step, id }) => {
      const answer = answers.get(keyOf({ step, id }));
      if (!answer) throw new ChatFailure('empty', `${file} has no answer to ${step} ${JSON.stringify(id)}`);
      calls += 1;
      return { text: answer.text, fromCache: true };
    },
    mayAskAgain: () => false,
    // What it does not hold is neither answered nor a call: the step will say that it is undecided.
    estimate: async (requests) => ({
      calls: 0,
      cached: requests.filter((request) => answers.has(keyOf(request))).length,
      tokensIn: 0,
      tokensOut: 0,
    }),
    usage: () => ({ calls, tokensIn: 0, tokensOut: 0 }),
    close: async () => {},
  };
};

const isOf = (answer: Answer, step: string) => answer.step === step || answer.step.startsWith(`${step}/`);

const keyOf = ({ step, id }: Pick<Answer, 'step' | 'id'>): string => JSON.stringify([step, id]);

const readAnswers = async (file: string, judge: string | undefined): Promise<ReadonlyMap<string, Answer>> => {
  const answers = new Map<string, Answer>();
  const lineOf = new Map<string, number>();
  for await (const batch of readLines(file))
    for (const at of batch) {
      const { success, data, error } = Answer.safeParse(parseJsonObject(at.text, at, ROW_AGAIN));
      const place = { file, line: at.line };
      if (!success)
        throw new InputError({
          at: place,
          found: firstIssue(error),
          expected: `a row as ${SHAPE}`,
          fix: 'correct the row',
        });
      if (data.judge !== judge) continue;
      const key = keyOf(data);
      if (answers.has(key))
        throw new InputError({
          at: place,
          found: `a second answer to ${data.step} ${JSON.stringify(data.id)}`,
          expected: `one; the first is in line ${lineOf.get(key)}`,
          fix: 'delete one of them, or name their judges: {"judge": "a", …} and prepared:FILE#a',
        });
      answers.set(key, data);
      lineOf.set(key, at.line);
    }
  return answers;
};
