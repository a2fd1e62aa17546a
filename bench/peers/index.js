import { bm25s } from './bm25s.js';
import { flexsearch } from './flexsearch.js';
import { lucene } from './lucene.js';
import { minisearch } from './minisearch.js';
import { orama } from './orama.js';
import { r2med } from './r2med.js';
import { reference } from './reference.js';
import { wink } from './wink.js';

/** How the summary finds its rows. */
export const NAMES = {
  allCores: r2med(0).name,
  oneThread: r2med(1).name,
  reference: reference().name,
  lucene: lucene().name,
  bm25s: bm25s().name,
};

/** Whole programs, each measured on a task from reading it to the last ranking. The first is this package. */
export const programs = () => [r2med(0), r2med(1), reference(), lucene(), bm25s()];

/** Search libraries for JavaScript, measured on passages. */
export const javascriptPeers = [minisearch, orama, flexsearch, wink];
