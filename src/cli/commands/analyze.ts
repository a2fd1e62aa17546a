import type { Command } from 'commander';
import { printableJson } from '../../core/index.js';
import { analyzer, analyzers } from '../../search/retrieval/index.js';
import { type FlagValues, oneOf, verb } from '../flags/index.js';
import { isRead, printLine } from '../output.js';
import { textsFrom } from '../texts-from.js';

const FLAGS = { analyzer: oneOf('<name>', 'analyzer to use', Object.keys(analyzers), 'lucene-english') };

export const command = (): Command =>
  verb(FLAGS)
    .argument('[text...]', 'text to analyze (default: lines of standard input)')
    .action(async (words: readonly string[], options: FlagValues<typeof FLAGS>) => {
      const { analyze: tokensOf } = analyzer(options.analyzer);
      if (words.length > 0) await printLine(printableJson(tokensOf(words.join(' '))));
      else
        for await (const text of textsFrom(process.stdin)) {
          await printLine(printableJson(tokensOf(text)));
          if (!isRead()) break;
        }
    });
