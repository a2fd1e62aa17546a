import { bm25s } from './bm25s.js';
import { flexsearch } from './flexsearch.js';
import { lucene } from './lucene.js';
import { minisearch } from './minisearch.js';
import { orama } from './orama.js';
import { analyzerAlone, cachedR2med, r2med } from './r2med.js';
import { reference } from './reference.js';
import { wink } from './wink.js';

/** How the summary finds its rows. */
export const NAMES = {
  allCores: r2med(0).name,
  oneThread: r2med(1).name,
  first: cachedR2med('first').name,
  second: cachedR2med('second').name,
  analyzer: analyzerAlone().name,
  reference: reference().name,
  lucene: lucene().name,
  bm25s: bm25s().name,
};

/** Whole programs, each measured on a task from reading it to the last ranking. The first is this package. */
export const programs = () => [
  r2med(0),
  r2med(1),
  cachedR2med('first'),
  cachedR2med('second'),
  analyzerAlone(),
  reference(),
  lucene(),
  bm25s(),
];

/** Search libraries for JavaScript, measured on passages. */
export const javascriptPeers = [minisearch, orama, flexsearch, wink];
