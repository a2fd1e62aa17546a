// node lease-process.js FOLDER: takes, waits for and releases a lease as stdin says, line by line, and says what came of it.
import { createInterface } from 'node:readline';
import { acquireLease } from '../../dist/platform/node.js';

const [folder] = process.argv.slice(2);
const say = (line) => process.stdout.write(`${line.replaceAll('\n', ' ')}\n`);
let lease;
const take = (wait) =>
  acquireLease(folder, { doing: 'a test', wait, note: say }).then(
    (taken) => {
      lease = taken;
      say('held');
    },
    (error) => say(`refused: ${error.message}`),
  );
const commands = {
  take: () => take(false),
  wait: () => take(true),
  release: () => {
    lease.release();
    say('released');
  },
  exit: () => process.exit(0),
};
// Once the process listens to signals by itself, as the lease does.
say('ready');
for await (const line of createInterface({ input: process.stdin })) await commands[line]();
