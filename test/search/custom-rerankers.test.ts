import { openCommandScorer } from '../../src/models/custom/command.js';
import { type InCodeReranker, reranker } from '../../src/models/custom/index.js';
import { openModuleScorer } from '../../src/models/custom/module.js';
import { describeCustomReranker } from '../conformance/custom-reranker.js';
import { handAlarm } from '../support/own-command.js';
import { writtenFolder } from '../support/written-folder.js';

const TIME_LIMIT_MS = 15 * 60_000;

describeCustomReranker(
  'a module',
  async ({ rerank, pairwise = false }) => {
    const source = `export const rerank = ${rerank}; export const pairwise = ${pairwise};`;
    const { alarm, ring } = handAlarm();
    const cwd = writtenFolder({ 'rerank.mjs': source });
    const { scorer } = await openModuleScorer('rerank.mjs', { cwd, alarm });
    return { scorer, timeIsUp: () => ring(TIME_LIMIT_MS) };
  },
  { canDie: false, canHang: true },
);

describeCustomReranker(
  'a function',
  async ({ rerank, pairwise = false }) => ({
    scorer: reranker({
      name: 'mine',
      version: 1,
      pairwise,
      rerank: new Function(`return ${rerank}`)() as InCodeReranker['rerank'],
    }),
  }),
  { canDie: false, canHang: false },
);

describeCustomReranker(
  'a command',
  async ({ rerank, pairwise = false, dies = false }) => {
    const cwd = writtenFolder({
      'rerank.mjs': `
        import { createInterface } from 'node:readline';
        const rerank = ${rerank};
        const say = (message) => console.log(JSON.stringify(message));
        say({ r2med: 1, pairwise: ${pairwise} });
        createInterface({ input: process.stdin }).on('line', async (line) => {
          const { id, query, documents } = JSON.parse(line);
          if (${dies} && query.text === 'last words') process.exit(3);
          try {
            const scores = query.id === 'fever' ? [1] : await rerank(query, documents);
            say(typeof scores[0] === 'string' && Array.isArray(scores) ? { id, order: scores } : { id, scores });
          } catch (error) {
            say({ id, error: error.message });
          }
        });`,
    });
    const { alarm, ring } = handAlarm();
    const { scorer } = await openCommandScorer(`'${process.execPath}' rerank.mjs`, {
      cwd,
      alarm,
      note: () => {},
    });
    return { scorer, timeIsUp: () => ring(TIME_LIMIT_MS) };
  },
  { canDie: true, canHang: true },
);
