import { Command } from 'commander';
import { engineDrop } from '../engine/drop.js';
import { engineLoad } from '../engine/load.js';
import { engineStatus } from '../engine/status.js';

/** Each part of the verb is a file of `../engine`. */
export const engine = (): Command =>
  new Command()
    .addHelpText(
      'after',
      `
Runs load what they need themselves: see \`r2med run --engine\`. These are for
people who look after a cluster.

  $ export OPENSEARCH_URL=http://localhost:9200
  $ r2med engine status
  $ r2med engine load --task Biology --retriever bm25
  $ r2med engine drop r2med-0123456789abcdef

Variables: OPENSEARCH_URL, OPENSEARCH_USER and OPENSEARCH_PASSWORD or
OPENSEARCH_API_KEY, OPENSEARCH_CA_FILE.`,
    )
    .addCommand(engineStatus())
    .addCommand(engineLoad())
    .addCommand(engineDrop());
