// node randomise.js: the randomisation test alone, over invented differences.
import { randomisationTest } from '../../../dist/evaluation/statistics.js';
import { dice } from '../../invented-text.js';

const QUERIES = 876;

const roll = dice(5);
randomisationTest(Array.from({ length: QUERIES }, () => roll() - 0.5));
