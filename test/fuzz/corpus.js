// Inputs that are kept: one file per reader, a JSON string on each line, bytes that are not UTF-8 as {"base64": …}.

import { isUtf8 } from 'node:buffer';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const fileOf = (name) => new URL(`corpus/${name.replaceAll(' ', '-')}.jsonl`, import.meta.url);

export const corpusOf = (name) =>
  existsSync(fileOf(name))
    ? readFileSync(fileOf(name), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

export const decoded = (entry) =>
  typeof entry === 'string' ? Buffer.from(entry) : Buffer.from(entry.base64, 'base64');

const encoded = (bytes) => (isUtf8(bytes) ? bytes.toString('utf8') : { base64: bytes.toString('base64') });

export const writeCorpus = (name, inputs) => {
  mkdirSync(new URL('corpus/', import.meta.url), { recursive: true });
  writeFileSync(fileOf(name), inputs.map((bytes) => `${JSON.stringify(encoded(bytes))}\n`).join(''));
};

/** What a reader takes of some bytes. Bytes that are not UTF-8 become halves of surrogate pairs, which JSON can hold. */
export const inputOf = ({ takes }, bytes) =>
  takes === 'bytes' ? bytes : bytes.toString('utf8').replaceAll('\ufffd', '\ud800');
