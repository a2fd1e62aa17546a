import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs processes that feed one another from left to right and reports on each: its seconds from start to end, and the
 * JSON on the last line of its stderr, which is how a peer says what it measured itself.
 */
export const runPipeline = async (...commands) => {
  const began = performance.now();
  const children = commands.map(([command, ...args], i) =>
    spawn(command, args, {
      stdio: [i > 0 ? 'pipe' : 'ignore', i < commands.length - 1 ? 'pipe' : 'ignore', 'pipe'],
    }),
  );
  for (let i = 1; i < children.length; i++) children[i - 1].stdout.pipe(children[i].stdin);
  return Promise.all(
    children.map(async (child, i) => {
      let errors = '';
      child.stderr.setEncoding('utf8').on('data', (text) => {
        errors += text;
      });
      const [code] = await once(child, 'close');
      const seconds = (performance.now() - began) / 1000;
      if (code !== 0)
        throw new Error(`${commands[i][0]} ended with ${code}: ${errors.trim().split('\n').at(-1)}`);
      const last = errors.trim().split('\n').at(-1);
      return { seconds, ...(last.startsWith('{') ? JSON.parse(last) : {}) };
    }),
  );
};

export const run = async (...command) => (await runPipeline(command))[0];

/** What a process of ours says of itself: what it measured, its CPU time so far and its peak memory. */
export const report = (measured) => {
  const { user, system } = process.cpuUsage();
  const usage = { cpu: (user + system) / 1e6, megabytes: process.resourceUsage().maxRSS / 1024 };
  console.error(JSON.stringify({ ...measured, ...usage }));
};
