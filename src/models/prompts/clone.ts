import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { InputError, LIMITS } from '../../core/index.js';

/** The files of a clone and the folders in it, by their path there; those of packages and hidden ones left out. */
export const filesOfClone = (folder: string): readonly string[] =>
  listed(folder)
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !/(^|\/)(\.|node_modules|site-packages)/.test(name))
    .sort();

/** The content of files that are no larger than prompts are. */
export const contentOf = (folder: string, names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    names
      .filter((name) => statSync(join(folder, name)).size <= LIMITS.cloneFile.most)
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

const listed = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    throw noClone(folder, `it cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
};

export const noClone = (folder: string, found: string): InputError =>
  new InputError({
    at: { file: folder },
    found,
    expected:
      "a clone of RankLLM, Diver or agentic-search, or the folder with the Python files of R2MED's reference",
    fix: 'git clone https://github.com/R2MED/R2MED, then --from R2MED/src',
  });

/** The commit that a clone is at, by its own files; none where the folder is in no clone of this repository or of a fork with its name. */
export const commitOf = (folder: string, repository: string): string | undefined => {
  const git = gitFolder(resolve(folder));
  const name = repository.slice(repository.indexOf('/') + 1).toLowerCase();
  if (!git || !textAt(git, 'config').toLowerCase().includes(name)) return undefined;
  const head = textAt(git, 'HEAD').trim();
  const ref = head.replace(/^ref: /, '');
  if (ref === head) return commitIn(head);
  const packed = textAt(git, 'packed-refs').split('\n');
  return commitIn(textAt(git, ref)) ?? commitIn(packed.find((line) => line.endsWith(` ${ref}`)) ?? '');
};

const commitIn = (text: string): string | undefined => /^[0-9a-f]{40}(?![0-9a-f])/.exec(text)?.[0];

const gitFolder = (folder: string): string | undefined => {
  const git = join(folder, '.git');
  if (textAt(git, 'HEAD')) return git;
  return dirname(folder) === folder ? undefined : gitFolder(dirname(folder));
};

const textAt = (folder: string, name: string): string => {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch (error) {
    // Not a clone, or a clone without it. Where it cannot be read the commit would be left out in silence.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return '';
    throw noClone(folder, `its ${name} cannot be read (${code})`);
  }
};
