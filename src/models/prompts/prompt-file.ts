import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { InputError } from '../../core/index.js';
import { sha256 } from '../../platform/node/index.js';
import type { Template } from './prompts.js';

/**
 * The template that a file holds: its text without a byte order mark, the carriage returns of Windows line ends, and one
 * newline at the end, which editors add by themselves. Every other space counts; most templates end in one.
 */
export const readPrompt = (file: string, source = file): Template => {
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
    return readFileSync(file);
  } catch (error) {
    throw unreadable(source, error);
  }
};

/** What is wrong with a file or folder of prompts that the system does not let us read. */
export const unreadable = (source: string, error: unknown): InputError =>
  new InputError(
    {
      at: { file: source },
      found: `it cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`,
      expected: 'a readable folder of .txt files, laid out as data/prompts',
      fix: 'check the name and its permissions',
    },
    { cause: error },
  );
