import { spawn } from 'node:child_process';

/** The id of a process that has ended. */
export const endedProcess = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
    child.on('error', reject);
    child.on('close', () => resolve(child.pid!));
  });
