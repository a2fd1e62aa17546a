import type { Command } from 'commander';
import { sayLine } from '../../platform/node/index.js';
import { mustBeBuilt } from '../../web/http/index.js';
import { serveReview } from '../../web/review-server/index.js';
import { type FlagValues, part, pick } from '../flags/index.js';
import { printLine } from '../output.js';
import { endOfWork } from '../stopping.js';

const FLAGS = pick('port behindTls quiet');

const SUMMARY = 'serve the page of the reviewers';

export const reviewServe = (): Command =>
  part('serve', SUMMARY, FLAGS).argument('<folder>', 'folder of a review').action(serve);

const serve = async (folder: string, { port, behindTls, quiet }: FlagValues<typeof FLAGS>): Promise<void> => {
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
  if (!quiet) sayLine('Ctrl-C ends it.');
  await ended;
  await served.close();
};
