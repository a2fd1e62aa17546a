import { join } from 'node:path';
import { importPrompts, openPrompts, type Prompts, writePrompts } from '../../src/models/prompts/index.js';
import { CLONES, COMMIT } from './clone-files.js';
import { temporaryFolder } from './command.js';
import { writtenFolder } from './written-folder.js';

export { CLONES } from './clone-files.js';

export const CLONE_COMMIT = COMMIT;

/** The prompts of all of them, in one folder. */
export const importedClones = async (): Promise<{ readonly folder: string; readonly prompts: Prompts }> => {
  const folder = join(temporaryFolder(), 'prompts');
  for (const files of Object.values(CLONES))
    await writePrompts(folder, await importPrompts(writtenFolder(files)));
  return { folder, prompts: openPrompts({ folder }) };
};
