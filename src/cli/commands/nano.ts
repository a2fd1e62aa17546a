import type { Command } from 'commander';
import { verb } from '../flags/index.js';
import { nanoAgreement } from '../nano/agreement.js';
import { nanoBuild } from '../nano/build.js';
import { nanoEfficiency } from '../nano/efficiency.js';
import { nanoProfile } from '../nano/profile.js';

/** Each part of the verb is a file of `../nano`. */
export const command = (): Command =>
  verb()
    .addCommand(nanoProfile())
    .addCommand(nanoBuild())
    .addCommand(nanoAgreement())
    .addCommand(nanoEfficiency());
