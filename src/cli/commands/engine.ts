import { Command } from 'commander';

/** Each part of the verb is a file of `../engine`, loaded when the verb is called. */
export const engine = async (): Promise<Command> => {
  const { engineStatus } = await import('../engine/status.js');
  const { engineLoad } = await import('../engine/load.js');
  const { engineDrop } = await import('../engine/drop.js');
  return new Command()
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
};
