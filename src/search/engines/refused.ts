import { WorkError } from '../../core/index.js';

/** An engine does not do what it is asked for, however often that is. */
export class Refused extends WorkError {}
