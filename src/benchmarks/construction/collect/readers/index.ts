import { allRows } from '../../../../tasks/index.js';
import { choices } from './choices.js';
import { jats } from './jats.js';
import type { SourceReader } from './reader.js';
import { stackExchange } from './stack-exchange.js';

/** Readers of what is no table, by the names that collections of `data/collections.json` use. */
export const sourceReaders = {
  rows: { help: 'rows of a table, JSON or JSON lines', rows: (file) => allRows(file) },
  choices,
  jats,
  stackexchange: stackExchange,
} satisfies Record<string, SourceReader>;
