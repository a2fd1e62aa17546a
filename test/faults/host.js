// A process that has loaded the command line and forks itself for every call: a call is a process of its own, without the cost of a start.
// Runs with --single-threaded under the library of faults; argv: the addon, and the package.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const addon = { exports: {} };
process.dlopen(addon, process.argv[2]);
const { fork, id, end, limit } = addon.exports;

// Random ids that are drawn ahead would be the same in all that are forked.
const { randomUUID } = crypto;
crypto.randomUUID = () => randomUUID({ disableEntropyCache: true });
// Threads do not live on in what is forked, and new ones hang there: work is done where it is called.
os.availableParallelism = () => 1;
syncBuiltinESMExports();

const cli = pathToFileURL(`${process.argv[3]}/dist/cli/`);
const { main, runToTheEnd } = await import(new URL('main.js', cli).href);

/** What a process has of its own. */
const become = ({ args, cwd, env }) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, 'r2med', ...args];
};

/** Runs a call here, so that all its code is loaded and compiled when it is forked. */
const warmUp = async (call) => {
  become(call);
  const nowhere = new Writable({ write: (_bytes, _encoding, done) => done() });
  const before = new Set(process.listeners('exit'));
  for (const name of ['stdout', 'stderr'])
    Object.defineProperty(process, name, { value: nowhere, configurable: true });
  await main(process.argv);
  for (const name of ['stdout', 'stderr']) delete process[name];
  for (const [name, stream] of Object.entries(streams)) Object.defineProperty(process, name, stream);
  for (const listener of process.listeners('exit')) {
    if (before.has(listener)) continue;
    process.off('exit', listener);
    listener();
  }
  const { exitCode } = process;
  process.exitCode = undefined;
  process.send((exitCode ?? 0) + 1);
};
const streams = Object.fromEntries(
  ['stdout', 'stderr'].map((name) => [name, Object.getOwnPropertyDescriptor(process, name)]),
);

process.on('message', (call) => {
  if (call.warm) return void warmUp(call);
  const said = fork(call.stdout, call.stderr);
  if (said !== 0) return process.send(said);
  limit(call.seconds);
  Object.defineProperty(process, 'pid', { value: id() });
  process.channel.unref();
  process.removeAllListeners('message');
  become(call);
  const emit = process.emit;
  process.emit = (name, ...more) => {
    const heard = emit.call(process, name, ...more);
    if (name === 'exit') end(Number(process.exitCode ?? more[0] ?? 0));
    return heard;
  };
  void runToTheEnd(() => main(process.argv));
});
process.send('ready');
