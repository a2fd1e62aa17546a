import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { byCodePoint, InputError } from '../core/index.js';
import { cannotRead, isFile, readLines } from '../platform/node/index.js';
import { type AnswerRecord, readSealedAnswers } from './answer-files.js';
import { fileHash } from './folder-files.js';
import {
  GENERATIONS_FILE,
  type GenerationRecord,
  mustBeAsWritten,
  readGenerationRecord,
  readGenerationRows,
} from './generations.js';

const AnswerLine = z.looseObject({ id: z.string(), outcome: z.string() });

/** The verdicts of one judge on the answers of one LLM, with how both were made. */
export interface StoredAnswers {
  readonly written: GenerationRecord;
  readonly judged: AnswerRecord;
  readonly verdicts: readonly z.infer<typeof AnswerLine>[];
}

/** The folders of `r2med answer`, by what their texts were written with. */
const IS_ANSWER = /^answer-/;

/** All verdicts on answers to a task's queries in a folder of `r2med answer`. Files that are not as written are problems, each a sentence. */
export const storedAnswers = async (
  root: string,
  task: string,
): Promise<{ readonly answers: readonly StoredAnswers[]; readonly problems: readonly string[] }> => {
  const answers: StoredAnswers[] = [];
  const problems: string[] = [];
  // Names are taken from the disk: that of a task never becomes a path.
  for (const name of (await foldersIn(root)).filter((each) => each === task))
    for (const method of (await foldersIn(join(root, name))).filter((each) => IS_ANSWER.test(each)))
      for (const llm of await foldersIn(join(root, name, method))) {
        const folder = join(root, name, method, llm);
        for (const file of (await readdir(folder)).sort(byCodePoint)) {
          const [, judge] = /^answers\.(.+)\.json$/.exec(file) ?? [];
          if (judge === undefined) continue;
          try {
            answers.push(await readAnswers(folder, judge));
          } catch (error) {
            if (!(error instanceof InputError)) throw error;
            problems.push(error.message.split('\n', 1)[0]!);
          }
        }
      }
  return { answers, problems };
};

const foldersIn = async (path: string): Promise<readonly string[]> =>
  (await readdir(path, { withFileTypes: true }).catch(cannotRead(path, [])))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort(byCodePoint);

const readAnswers = async (folder: string, judge: string): Promise<StoredAnswers> => {
  const fix = 'run the same r2med answer again (answers are cached)';
  const { record: judged, file } = await readSealedAnswers(folder, judge, fix);
  const texts = join(folder, GENERATIONS_FILE);
  const written = await readGenerationRecord(folder);
  if (!written?.seal || !(await isFile(texts)))
    throw new InputError({ at: { file: texts }, found: 'no sealed answers that the verdicts are on', fix });
  mustBeAsWritten(texts, await readGenerationRows(texts), written);
  if ((await fileHash(texts)) !== judged.texts.hash)
    throw new InputError({ at: { file }, found: 'verdicts on other answers than those next to them', fix });
  const verdicts: StoredAnswers['verdicts'][number][] = [];
  for await (const lines of readLines(file))
    for (const { text } of lines) verdicts.push(AnswerLine.parse(JSON.parse(text)));
  return { written, judged, verdicts };
};
