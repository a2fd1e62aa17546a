// Watches the thread of the tests from another one. A loop that never ends, or a call that never returns, blocks that thread, and no time limit
// of a test is reached then: the whole run would wait for ever. Here it is told where it stands, and the process ends, which fails the run.
import { existsSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';

const { beats, test, longestMs } = workerData;
const LOOK_EVERY_MS = Math.min(1000, longestMs / 4);
/** How long a loop may take to be halted. */
const HALT_MS = 5000;

let seen = 0;
let since = Date.now();

const look = setInterval(() => {
  const now = Atomics.load(beats, 0);
  if (now !== seen) {
    seen = now;
    since = Date.now();
  } else if (Date.now() - since > longestMs) {
    clearInterval(look);
    halt();
  }
}, LOOK_EVERY_MS);

const halt = () => {
  const session = new Session();
  const files = new Map();
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => files.set(scriptId, url));
  session.on('Debugger.paused', ({ params: { callFrames } }) =>
    end(
      callFrames.map(
        ({ functionName, location }) =>
          `${functionName || '(no name)'} ${files.get(location.scriptId)}:${location.lineNumber + 1}`,
      ),
    ),
  );
  session.post('Debugger.enable');
  session.post('Debugger.pause');
  setTimeout(() => end(['a call that does not return', ...startedProcesses()]), HALT_MS);
};

/** What this process has started and may wait for, where the system tells. It ends too. */
const startedProcesses = () =>
  (existsSync('/proc') ? readdirSync('/proc') : []).filter(isOurs).map((id) => {
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
    process.kill(Number(id), 'SIGKILL');
    return `started: ${command}`;
  });

const isOurs = (id) => {
  try {
    // Behind the name, which stands in brackets and may hold anything, are the state and the parent.
    const [, parent] = readFileSync(`/proc/${id}/stat`, 'utf8').split(')').at(-1).trim().split(' ');
    return Number(parent) === process.pid;
  } catch {
    // No process, or one that has ended meanwhile.
    return false;
  }
};

const end = (lines) => {
  const name = Buffer.from(test).toString().replaceAll('\0', '');
  writeSync(2, `\nBlocked for ${longestMs / 1000} s: ${name}\n  ${lines.join('\n  ')}\n`);
  process.kill(process.pid, 'SIGKILL');
};
