import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { defined, InputError, Stopped } from '../../core/index.js';
import { nodeTools, sayLine } from '../../platform/node/index.js';
import { mustBeBuilt, pageFiles } from '../../web/http/index.js';
import { addresses } from '../../web/page-data/index.js';
import { openSite, servePage } from '../../web/server/index.js';
import { type FlagValues, pick, portNumber, read, resultsFolders, verb } from '../flags/index.js';
import { lateAnswers } from '../late-answers.js';
import { printLine } from '../output.js';
import { endOfWork } from '../stopping.js';

const FLAGS = {
  ...pick('results answersFolder data port host origin open quiet'),
  results: resultsFolders(),
  port: read('<n>', 'port (default: a free one)', portNumber),
};

export const command = (): Command =>
  verb(FLAGS).action(async (flags: FlagValues<typeof FLAGS>) => {
    if (flags.origin && !flags.host)
      throw new InputError({ found: '--origin without --host', fix: 'add --host 0.0.0.0, or leave it out' });
    mustBeBuilt(sayLine);
    const ending = new AbortController();
    const tools = nodeTools({ quiet: true, signal: ending.signal });
    const { close, ...answers } = lateAnswers(tools);
    const site = openSite({
      results: flags.results ?? ['results'],
      data: flags.data ?? [],
      answers: [flags.answersFolder],
      workers: tools.workers,
      cache: tools.cache,
      ...answers,
    });
    const served = await servePage(site, {
      files: await pageFiles(),
      ...defined({ port: flags.port, host: flags.host, origin: flags.origin }),
    });
    const ended = endOfWork();
    await printLine(served.address);
    for (const folder of flags.results ?? [])
      if (!existsSync(folder)) sayLine(`${folder}: no such folder yet; what is written there will be shown.`);
    if (flags.host && !flags.origin?.startsWith('https:'))
      sayLine(
        `${flags.host} is open to other machines, by this link alone. It is not encrypted: who can read the network can read the token.`,
      );
    if (!flags.quiet) sayLine('Ctrl-C ends it.');
    if (flags.open) openBrowser(served.address, sayLine);
    // Records are read while the browser starts; what fails is told by the answer that needs it.
    void site.resource(addresses.index()).catch(() => undefined);
    await ended;
    ending.abort(new Stopped());
    await served.close();
    await close();
  });

/** The program of each system that opens an address with what the user prefers. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address of ours in the browser. Where that cannot be done, the printed address is enough. */
const openBrowser = (address: string, say: (line: string) => void): void => {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true });
  child.on('error', () => say('No browser could be opened: open the address yourself.'));
  child.unref();
};
