import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leftIn, sweep } from '../../src/platform/node/index.js';
import { type ChatServer, startChatServer } from '../support/chat-server.js';
import { type Call, startR2med, temporaryFolder } from '../support/command.js';
import { ALL, about, eightQueries } from '../support/generating.js';

const WRITER = fileURLToPath(new URL('../support/unfinished-writer.js', import.meta.url));

/** What a container has of its own here: process ids and /proc. Host name, disk and network are those of the machine. */
const CONTAINER = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** Its program is not the first process, and has another id in each. */
const container = (number: number): readonly string[] => {
  const before = '/bin/true; '.repeat(number);
  return [...CONTAINER, 'sh', '-c', `${before}"$@" & wait $!`, 'sh'];
};

const refusal = (): string => {
  const { error, status, stderr } = spawnSync(CONTAINER[0]!, [...CONTAINER.slice(1), 'true'], {
    encoding: 'utf8',
  });
  return error?.message ?? (status === 0 ? '' : stderr.trim());
};
const refused = refusal();
const where = refused && ` (left out: no PID namespace can be made here: ${refused})`;

interface Place {
  readonly server: ChatServer;
  readonly home: string;
  /** `r2med generate` in a container of its own, with an output folder of its own. */
  generate(...more: readonly string[]): Call;
  asked(): readonly string[];
}

const place = async (): Promise<Place> => {
  const server = await startChatServer();
  onTestFinished(() => server.close());
  const [home, data] = [temporaryFolder(), eightQueries()];
  let containers = 0;
  const llm = `served:${server.origin}/v1#tiny`;
  return {
    server,
    home,
    generate: (...more) => {
      const words = ['generate', '--data', data, '--llm', llm, '--method', 'hyde'];
      const call = startR2med([...words, '--out', temporaryFolder(), ...more], {
        within: container(containers++),
        env: { R2MED_HOME: home },
      });
      onTestFinished(() => call.kill('SIGKILL'));
      return call;
    },
    asked: () => server.requests.map(({ messages }) => about(messages)),
  };
};

const until = (at: Place, is: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    at.server.onLate(() => is() && resolve());
  });

describe.skipIf(refused !== '')(`two containers with one host name and one R2MED_HOME${where}`, () => {
  it('pay for no answer twice, each while the other is at work', { timeout: 60_000 }, async () => {
    const at = await place();
    at.server.always((messages) =>
      ['scurvy', 'cholera'].includes(about(messages)) ? { late: true } : undefined,
    );
    const begun = until(at, () => at.asked().includes('scurvy'));
    const first = at.generate('--concurrency', '1');
    await begun;
    // Has answers stored, and waits for one; the other stores answers meanwhile.
    const ahead = until(at, () => at.asked().includes('cholera'));
    const second = at.generate('--concurrency', '2');
    await ahead;
    at.server.always(() => undefined);
    at.server.letGo();
    expect([(await first.done).code, (await second.done).code]).toEqual([0, 0]);
    expect([...at.asked()].sort()).toEqual([...ALL].sort());
  });

  it('leave alone what the other has not finished, whose process id says nothing here', async () => {
    const folder = temporaryFolder();
    const [program, ...words] = [...container(0), process.execPath, WRITER, 'folder', join(folder, 'made')];
    const child = spawn(program!, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    const there = readdirSync(folder);
    expect(there).toHaveLength(1);
    sweep(folder);
    expect([readdirSync(folder), leftIn(folder)]).toEqual([there, []]);
  });
});

it.runIf(process.env.CI && process.platform === 'linux')('CI makes PID namespaces', () => {
  expect(refused).toBe('');
});
