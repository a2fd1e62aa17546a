export { type LsaOptions, lsa } from './lsa.js';
