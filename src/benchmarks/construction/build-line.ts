import { commandLine, givenAgain } from '../../core/index.js';

/** The command of a step, in the work folder of the command that is at work. */
export const buildLine = (step: string): string => commandLine('build', step, ...givenAgain('--work'));
