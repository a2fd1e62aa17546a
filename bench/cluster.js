// A real cluster for a bench: scripts/engine.sh starts and stops it.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = fileURLToPath(new URL('../scripts/engine.sh', import.meta.url));

/** Linux counts CPU time in hundredths of a second. */
const TICKS = 100;

/** Starts so many nodes with their data in a folder, which must not be one of a cluster. */
export const startCluster = async (folder, nodes) => {
  const script = async (...args) => (await promisify(execFile)(SCRIPT, [folder, ...args])).stdout.trim();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const url = await script('start', String(nodes));
  const ask = async (path, method = 'GET') => (await fetch(`${url.split(',')[0]}${path}`, { method })).json();
  const ofNodes = (measure) => {
    let sum = 0;
    for (let node = 1; node <= nodes; node++)
      sum += measure(`/proc/${readFileSync(join(folder, `n${node}.pid`), 'utf8').trim()}`);
    return sum;
  };
  return {
    url,
    /** Seconds of CPU that all its processes took so far. */
    cpu: () =>
      ofNodes((process) => {
        // The name of the program stands in brackets, and may hold blanks.
        const [user, system] = readFileSync(`${process}/stat`, 'utf8')
          .split(') ')[1]
          .split(' ')
          .slice(11, 13);
        return (Number(user) + Number(system)) / TICKS;
      }),
    /** Megabytes of memory that all its processes have now. */
    residentMegabytes: () =>
      ofNodes(
        (process) => Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`${process}/status`, 'utf8'))[1]) / 1024,
      ),
    /** Megabytes of disk that all indexes have, further copies included. */
    indexMegabytes: async () => (await ask('/_stats/store'))._all.total.store.size_in_bytes / 1e6,
    /** Deletes all indexes. */
    clear: async () => {
      for (const { index } of await ask('/_cat/indices?format=json')) await ask(`/${index}`, 'DELETE');
    },
    stop: () => script('stop'),
  };
};
