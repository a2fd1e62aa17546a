import { Stopped } from '../../../core/index.js';

/** The user leaves requests that are in a batch. The service goes on with them; they are counted when their answers are taken. */
export class LeftBatch extends Stopped {}
