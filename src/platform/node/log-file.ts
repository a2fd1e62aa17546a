import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WorkError } from '../../core/index.js';
import { makePrivateFolder, syncFolder } from './atomic-file.js';
import { cannotWrite } from './file-errors.js';

/** A private file that grows line by line, and has one writer. */
export interface LogFile {
  /** Resolves when the line is on the disk. Where that fails nothing of it stays in the file. */
  append(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a log of which `size` bytes are whole lines; what follows them was torn, and is cut off. `again` says what to do when another program changed it. */
export const openLog = async (file: string, size: number, again: string): Promise<LogFile> => {
  const sure = <T>(work: Promise<T>): Promise<T> => work.catch(cannotWrite(file));
  await makePrivateFolder(dirname(file));
  const handle = await sure(open(file, 'a', 0o600));
  try {
    await sure(handle.chmod(0o600));
    await sure(handle.truncate(size));
    await sure(handle.sync());
    await sure(syncFolder(dirname(file)));
  } catch (error) {
    await handle.close();
    throw error;
  }
  const state = { size, broken: undefined as unknown };
  /** What is written to a file that was deleted is on the disk, where no reader finds it. */
  const mustBeUnchanged = async (): Promise<void> => {
    const { nlink, size: found } = await sure(handle.stat());
    if (nlink > 0 && found === state.size) return;
    state.broken = new WorkError(
      `${file}: ${nlink > 0 ? 'changed by another program' : 'deleted'} while it is written`,
      `restore it, then ${again}`,
    );
    throw state.broken;
  };
  return {
    append: async (line) => {
      if (state.broken !== undefined) throw state.broken;
      const bytes = Buffer.from(line);
      await mustBeUnchanged();
      try {
        await sure(handle.appendFile(bytes));
        await sure(handle.sync());
        state.size += bytes.length;
      } catch (error) {
        // A part of the line may be there. If it cannot be taken away, what follows it could not be distinguished from it.
        await handle
          .truncate(state.size)
          .then(() => handle.sync())
          .catch(() => {
            state.broken = error;
          });
        throw error;
      }
    },
    close: () => handle.close(),
  };
};
