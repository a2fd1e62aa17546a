import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defined, type Task } from '../../core/index.js';
import { taskRegistry } from '../../tasks/index.js';

/** What is known of the rights and the origin of a task. */
export interface SourceCard {
  /** The hub repository or the suite, else the folder's own name. */
  readonly origin: string;
  readonly licence?: string;
  /** BibTeX, or a sentence. */
  readonly citation?: string;
}

/** From the catalogue's row, where the task has one; else from the README in its folder. */
export const sourceCard = async (task: Task): Promise<SourceCard> => {
  const suite = Object.hasOwn(taskRegistry(), task.suite) ? taskRegistry()[task.suite] : undefined;
  const card = task.folder === undefined ? '' : await readCard(task.folder);
  const licence = textIn(task.about.licence) ?? licenceIn(card);
  const citation = citationIn(card) ?? (suite && `${suite.title}: ${suite.about}.`);
  return {
    origin: textIn(task.about.repository) ?? (suite ? `suite ${suite.name}` : task.name),
    ...defined({ licence, citation }),
  };
};

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const readCard = async (folder: string) => readFile(join(folder, 'README.md'), 'utf8').catch(() => '');

/** `license: …` in the YAML between the first two lines of dashes, as the hub's cards have it. */
const licenceIn = (card: string): string | undefined => {
  const [first, ...lines] = card.replace(/^\uFEFF/, '').split(/\r?\n/);
  const end = first === '---' ? lines.findIndex((line) => line.trimEnd() === '---') : -1;
  const line = end < 0 ? null : /^licen[cs]e:[ \t]*(\S.*)$/m.exec(lines.slice(0, end).join('\n'));
  const licence = (line?.[1] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2');
  return licence === '' || licence === 'unknown' ? undefined : licence;
};

/** The first block of code that is BibTeX. */
const citationIn = (card: string): string | undefined => {
  const parts = card.split(/^```/m);
  return parts
    .filter((_, i) => i % 2 === 1 && i < parts.length - 1)
    .map((block) => block.slice(block.indexOf('\n') + 1))
    .find((block) => /^\s*@\w+\s*\{/.test(block))
    ?.trimEnd();
};
