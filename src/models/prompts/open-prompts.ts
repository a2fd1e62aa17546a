import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { InputError, nearest, once } from '../../core/index.js';
import { dataPath, mustBePlain, sha256 } from '../../platform/node/index.js';
import { readImported } from './imported-prompt.js';
import { type Prompts, placeholdersIn, type Template } from './prompts.js';
import { originOf } from './write-prompts.js';

/** Where prompt templates come from. */
export interface PromptsOptions {
  /** A folder of the user's, laid out as `data/prompts`; any file of it replaces the package's. */
  readonly folder?: string;
}

/** The tasks, or `default`, that a prompt of a name is worded for, and how to get at each wording. */
type Wordings = ReadonlyMap<string, () => Template>;
/** Wordings by the prompt's name: its folder, with `/` whatever the system. */
type Shelf = ReadonlyMap<string, Wordings>;

const DEFAULT = 'default';

/** The prompts of the package, with a user's before them. The user's are read and checked at once. */
export const openPrompts = ({ folder }: PromptsOptions = {}): Prompts => {
  const packaged = shelf(dataPath('prompts'), 'data/prompts');
  const theirs = folder === undefined ? new Map() : shelf(folder, folder);
  check(theirs, packaged);
  return {
    ...(folder !== undefined && {
      origin: originOf(folder) ?? `the folder ${folder}`,
      imported: readImported(folder),
    }),
    template: (name, task) => {
      const wording = wordingFor(theirs.get(name), task) ?? wordingFor(packaged.get(name), task);
      if (wording) return wording();
      const known = [...packaged.keys()];
      const near = nearest(name, known);
      throw new InputError({
        at: { file: `data/prompts/${name}/${DEFAULT}.txt` },
        found: `no prompt "${name}"`,
        expected: `one of ${known.join(', ')}`,
        fix: near === undefined ? 'write it there' : `did you mean "${near}"? A new prompt is written there`,
      });
    },
  };
};

const wordingFor = (wordings: Wordings | undefined, task: string): (() => Template) | undefined => {
  if (!wordings) return undefined;
  const lower = task.toLowerCase();
  const near = [...wordings.keys()].find((name) => name !== task && name.toLowerCase() === lower);
  if (near !== undefined && !wordings.has(task))
    throw new InputError({
      at: { file: wordings.get(near)!().source },
      found: `a prompt for "${near}", but the task is called "${task}"`,
      fix: `call the file ${task}.txt`,
    });
  return wordings.get(task) ?? wordings.get(DEFAULT);
};

/** What is in a folder of prompts, unread. Files that are not `.txt` are not prompts. */
const shelf = (folder: string, source: string): Shelf => {
  const prompts = new Map<string, Map<string, () => Template>>();
  for (const file of promptFiles(folder, source)) {
    const name = dirname(file).split('\\').join('/');
    if (!prompts.has(name)) prompts.set(name, new Map());
    prompts.get(name)!.set(
      parse(file).name,
      once(() => readPrompt(join(folder, file), join(source, file))),
    );
  }
  return prompts;
};

const promptFiles = (folder: string, source: string): readonly string[] => {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return files.filter((file) => file.endsWith('.txt')).sort();
  } catch (error) {
    throw unreadable(source, error);
  }
};

/**
 * A user's wording has the places that ours has, or the method would be another one: no more, since nothing would fill them, and
 * no fewer. Where ours has none at all (an example block, a system message) the text is a value, and braces in it are its own.
 */
const check = (theirs: Shelf, packaged: Shelf): void => {
  const known = Object.fromEntries(packaged);
  for (const [name, wordings] of theirs)
    for (const wording of wordings.values()) {
      const template = wording();
      const file = template.source;
      if (!packaged.has(name))
        throw new InputError({
          at: { file },
          found: name === '.' ? 'a prompt outside any folder' : `an unknown prompt "${name}"`,
          expected: `a file in one of the folders ${Object.keys(known).join(', ')}`,
          fix: 'name the folder after the prompt, and the file after a task, or default.txt',
        });
      const ours = placeholdersIn(packaged.get(name)!.get(DEFAULT)!());
      if (ours.length === 0) continue;
      const found = placeholdersIn(template);
      const expected = `the places ${ours.map(inBraces).join(', ')}`;
      const unknown = found.find((place) => !ours.includes(place));
      if (unknown)
        throw new InputError({
          at: { file, line: lineOf(template.text, inBraces(unknown)) },
          found: `an unknown place ${inBraces(unknown)}`,
          expected,
          fix: `take it out, or put a space into its braces if it is ordinary text`,
        });
      const missing = ours.find((place) => !found.includes(place));
      if (missing)
        throw new InputError({
          at: { file },
          found: `no place ${inBraces(missing)}`,
          expected,
          fix: `write ${inBraces(missing)} where it belongs`,
        });
    }
};

const inBraces = (place: string): string => `{${place}}`;

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;

/**
 * The template that a file holds: its text without a byte order mark, the carriage returns of Windows line ends, and one
 * newline at the end, which editors add by themselves. Every other space counts; most templates end in one.
 */
const readPrompt = (file: string, source = file): Template => {
  const text = textOf(file, source)
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '');
  return { text, source, hash: sha256(text) };
};

const textOf = (file: string, source: string): string => {
  const bytes = bytesOf(file, source);
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new InputError({
    at: { file: source },
    found: 'bytes that are not UTF-8',
    expected: 'UTF-8 text',
    fix: 'save the file as UTF-8',
  });
};

const bytesOf = (file: string, source: string): Buffer => {
  try {
    mustBePlain(file);
    return readFileSync(file);
  } catch (error) {
    throw unreadable(source, error);
  }
};

/** What is wrong with a file or folder of prompts that the system does not let us read. */
const unreadable = (source: string, error: unknown): InputError =>
  new InputError(
    {
      at: { file: source },
      found: `it cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`,
      expected: 'a readable folder of .txt files, laid out as data/prompts',
      fix: 'check the name and its permissions',
    },
    { cause: error },
  );
