import type { Command } from 'commander';
import { engineDrop } from '../engine/drop.js';
import { engineLoad } from '../engine/load.js';
import { engineStatus } from '../engine/status.js';
import { verb } from '../flags/index.js';

/** Each part of the verb is a file of `../engine`. */
export const command = (): Command =>
  verb().addCommand(engineStatus()).addCommand(engineLoad()).addCommand(engineDrop());
