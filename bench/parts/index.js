import { part as audit } from './audit.js';
import { part as bm25 } from './bm25.js';
import { part as compare } from './compare.js';
import { part as denseSearch } from './dense-search.js';
import { part as encode } from './encode.js';
import { part as engine } from './engine.js';
import { part as growth } from './growth.js';
import { part as javascript } from './javascript.js';
import { part as measures } from './measures.js';
import { part as page } from './page.js';
import { part as requests } from './requests.js';
import { part as start } from './start.js';

/** What is measured, in the order of RESULTS.md. */
export const parts = [
  bm25,
  javascript,
  growth,
  start,
  denseSearch,
  encode,
  requests,
  engine,
  measures,
  compare,
  page,
  audit,
];
