import { spawn } from 'node:child_process';

/** The program of each system that opens an address with what the user prefers. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address of ours in the browser. Where that cannot be done, the printed address is enough. */
export const openBrowser = (address: string, say: (line: string) => void): void => {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true });
  child.on('error', () => say('No browser could be opened: open the address yourself.'));
  child.unref();
};
