// node compare.js: interval and randomisation test of two systems over invented scores.
import { comparePaired } from '../../../dist/evaluation/statistics.js';
import { dice } from '../../invented-text.js';

const QUERIES = 300;

const roll = dice(4);
const scores = () => Array.from({ length: QUERIES }, roll);
comparePaired({ a: scores(), b: scores() });
