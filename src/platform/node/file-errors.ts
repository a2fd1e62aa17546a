import { InputError, own, WorkError } from '../../core/index.js';

interface Known {
  readonly found: string;
  readonly fix: string;
  /** The name was wrong, rather than the disk: bad usage. */
  readonly named?: true;
}

const ELSEWHERE = 'choose another place to write to';
const CHECK = 'check the name';

/** What the operating system says about a file that could not be written. */
const WRITING: Readonly<Record<string, Known>> = {
  ENOSPC: { found: 'no space left on the disk', fix: `make room there or ${ELSEWHERE}, then run again` },
  EDQUOT: { found: 'the disk quota is used up', fix: `make room there or ${ELSEWHERE}, then run again` },
  EROFS: { found: 'the disk is read-only', fix: ELSEWHERE },
  EACCES: { found: 'no permission to write', fix: `change its permissions or ${ELSEWHERE}` },
  EPERM: { found: 'no permission to write', fix: `change its permissions or ${ELSEWHERE}` },
  EFBIG: { found: 'the file is larger than the disk takes', fix: ELSEWHERE },
  ENOTDIR: { found: 'part of this path is a file, not a folder', fix: ELSEWHERE, named: true },
  EEXIST: { found: 'a file where a folder is needed', fix: ELSEWHERE, named: true },
  EISDIR: { found: 'a folder where a file is needed', fix: ELSEWHERE, named: true },
  ENOTEMPTY: { found: 'a folder that is not empty', fix: ELSEWHERE, named: true },
  ENAMETOOLONG: { found: 'the name is too long', fix: 'choose a shorter name', named: true },
  ENOENT: { found: 'no file or folder can be made there', fix: ELSEWHERE, named: true },
  EINVAL: { found: 'a name that this disk does not take', fix: ELSEWHERE, named: true },
  ETXTBSY: { found: 'a program that is running', fix: ELSEWHERE, named: true },
};

const READING: Readonly<Record<string, Known>> = {
  ENOENT: { found: 'no such file', fix: `${CHECK}, or make the file`, named: true },
  EISDIR: { found: 'a folder where a file was expected', fix: 'name a file inside it', named: true },
  ENOTDIR: { found: 'part of this path is a file, not a folder', fix: CHECK, named: true },
  EACCES: { found: 'no permission to read the file', fix: 'change its permissions (chmod +r)', named: true },
  EPERM: { found: 'no permission to read the file', fix: 'change its permissions (chmod +r)', named: true },
  ENXIO: { found: 'a device or socket where a file was expected', fix: 'name a file', named: true },
  ESPIPE: {
    found: 'a pipe or device where a file was expected',
    fix: 'save it as a file first',
    named: true,
  },
};

const EITHER: Readonly<Record<string, Known>> = {
  ENAMETOOLONG: { found: 'the name is too long', fix: CHECK, named: true },
  ELOOP: { found: 'links that lead back to themselves', fix: 'name the file itself', named: true },
  ERR_INVALID_ARG_VALUE: { found: 'a name with a NUL character', fix: CHECK, named: true },
  EMFILE: { found: 'too many open files', fix: 'raise the limit (ulimit -n 4096), then run again' },
  ENFILE: { found: 'too many open files on this machine', fix: 'end other programs, then run again' },
  EIO: { found: 'the disk failed', fix: 'check the disk; copy the file elsewhere, then run again' },
  EBUSY: { found: 'in use by another program', fix: 'end that program, then run again' },
};

/** An error of writing a file as one that names the file and what to do; other errors stay as they are. */
export const writeError = (file: string, error: unknown): unknown =>
  explained(file, 'cannot write', { ...EITHER, ...WRITING }, error);

/** Likewise of reading one. */
export const readError = (file: string, error: unknown): unknown =>
  explained(file, 'cannot read', { ...EITHER, ...READING }, error);

/** For `catch`: throws what reading a file failed with, or gives `missing` where there is no such file. */
export const cannotRead =
  <T = never>(file: string, ...missing: readonly [] | readonly [value: T]) =>
  (error: NodeJS.ErrnoException): T => {
    if (missing.length > 0 && ['ENOENT', 'ENOTDIR'].includes(error.code ?? '')) return missing[0]!;
    throw readError(file, error);
  };

/** Likewise what writing it failed with. */
export const cannotWrite =
  (file: string) =>
  (error: unknown): never => {
    throw writeError(file, error);
  };

/** An error of unpacking a file; undefined where it is another. */
export const gzipError = (file: string, error: unknown): InputError | undefined =>
  (error as NodeJS.ErrnoException)?.code?.startsWith('Z_')
    ? new InputError(
        {
          at: { file },
          found: 'a broken or cut gzip file',
          expected: 'a whole one, or plain text',
          fix: 'fetch or copy the file again; gzip -t FILE says whether it is whole',
        },
        { cause: error },
      )
    : undefined;

const explained = (
  file: string,
  what: string,
  table: Readonly<Record<string, Known>>,
  error: unknown,
): unknown => {
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (!isFileError(error) || code === undefined) return error;
  const { found, fix, named } = own(table, code) ?? { found: message, fix: 'check the file and its folder' };
  return named
    ? new InputError({ at: { file }, found, fix }, { cause: error })
    : new WorkError(`${what} ${file}: ${found}`, fix, { cause: error });
};

/** Calls about networks and processes. */
const ELSE = /^(connect|getaddrinfo|spawn|bind|listen|accept|kill)/;

/** What the operating system refused, as far as it is about a file. */
export const isFileError = (error: unknown): error is NodeJS.ErrnoException => {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ERR_INVALID_ARG_VALUE') return true;
  return typeof code === 'string' && code.startsWith('E') && syscall !== undefined && !ELSE.test(syscall);
};
