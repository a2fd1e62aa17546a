import type { Command } from 'commander';
import { sayLine } from '../../platform/node/index.js';
import { mustBeBuilt } from '../../web/http/index.js';
import { serveReview } from '../../web/review-server/index.js';
import { type FlagValues, part, pick } from '../flags/index.js';
import { printLine } from '../output.js';
import { endOfWork } from '../stopping.js';

const FLAGS = pick('port behindTls');

type ServeFlags = FlagValues<typeof FLAGS>;

const SUMMARY = 'serve the page of the reviewers';

/** `r2med review serve`. */
export const reviewServe = (): Command =>
  part('serve', SUMMARY, FLAGS)
    .argument('<folder>', 'folder of a review')
    .addHelpText(
      'after',
      `
Prints its address. It listens on 127.0.0.1, to this machine alone. For people
elsewhere put a server with TLS in front, on this machine, and name its address
with --behind-tls; docs/review.md shows how. Everybody needs a link of r2med
review plan. Every answer is on the disk before the next item is shown, so it
may be stopped or killed at any time.

  $ r2med review serve build/review
  $ r2med review serve build/review --behind-tls https://review.example.org`,
    )
    .action(serve);

const serve = async (folder: string, { port, behindTls }: ServeFlags): Promise<void> => {
  mustBeBuilt(sayLine, 'review-page');
  const served = await serveReview({
    folder,
    port,
    note: sayLine,
    ...(behindTls !== undefined && { behindTls }),
  });
  const ended = endOfWork();
  await printLine(`${served.origin}/`);
  if (behindTls !== undefined) sayLine(`Pass requests on to http://127.0.0.1:${served.port}.`);
  sayLine('Ctrl-C ends it.');
  await ended;
  await served.close();
};
