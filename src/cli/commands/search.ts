import type { Command } from 'commander';
import { explainSearch } from '../../analysis/explanation/index.js';
import type { Tools } from '../../core/index.js';
import type { QueryExplanation, SystemExplanation } from '../../experiment/record/index.js';
import { sayLine, sayPrompt } from '../../platform/node/index.js';
import { briefSystem } from '../brief-explanation.js';
import { openSystems, systemsOf, theTask } from '../explained-systems.js';
import { systemText } from '../explanation-text.js';
import {
  also,
  type FlagValues,
  LLM,
  MODELS,
  pick,
  TASKS,
  text,
  usually,
  verb,
  worded,
} from '../flags/index.js';
import { heldOpen } from '../held-open.js';
import { isRead, printJson, printJsonLine, printLine, screenWidth } from '../output.js';
import { searchByHand } from '../search-by-hand.js';
import { stoppable } from '../stopping.js';
import { textsFrom } from '../texts-from.js';

const FLAGS = {
  ...pick(
    TASKS,
    'system topK engine engineTimeout engineSample asPublished generations offline threads memory cache all json quiet',
    'prompts samples textMode retryFailed rerankerEndpoint rerankerFolder',
    LLM,
    MODELS,
  ),
  topK: also(['limit'], { ...usually('topK', 10), help: 'number of hits to find and show; also --limit' }),
  all: worded('all', 'show texts and parts of scores in full'),
  generations: text('<where>', 'new, to let the LLM of a system such as "hyde(gpt4) > bm25" write now'),
};

type SearchFlags = FlagValues<typeof FLAGS>;

export const command = (): Command =>
  verb(FLAGS)
    .argument('[text...]', 'text to search with (default: lines of standard input)')
    .action((words: readonly string[], flags: SearchFlags) =>
      stoppable(flags, (tools) => searchAll(words, flags, tools)),
    );

const searchAll = async (words: readonly string[], flags: SearchFlags, tools: Tools): Promise<void> => {
  const task = await theTask(flags, tools);
  const opened = await openSystems(flags, task, tools);
  const held = opened.systems.map(heldOpen);
  const find = (text: string): Promise<QueryExplanation> =>
    explainSearch({ task, text, systems: held, hits: flags.topK, tools });
  try {
    if (words.length > 0) await show(await find(words.join(' ')), flags);
    else if (process.stdin.isTTY && !flags.json)
      await searchByHand({
        input: process.stdin,
        text: (system) => shown(system, flags),
        width: screenWidth(),
        signal: tools.signal,
        find,
        print: printLine,
        say: sayLine,
        prompt: sayPrompt,
        isRead,
      }).then(() => {
        // Ctrl-C at the prompt.
        if (tools.signal.aborted) process.exitCode = 130;
      });
    else await searchLines(find, flags);
  } finally {
    for (const { close } of held) await close();
    await opened.close();
  }
};

const searchLines = async (find: (text: string) => Promise<QueryExplanation>, flags: SearchFlags) => {
  for await (const text of textsFrom(process.stdin)) {
    if (text.trim() === '') continue;
    await show(await find(text), flags, true);
    if (!isRead()) return;
  }
};

const show = async (
  { query, systems }: QueryExplanation,
  flags: SearchFlags,
  isOneOfMany = false,
): Promise<void> => {
  const several = systemsOf(flags).length > 1;
  if (flags.json) {
    const [first] = systems;
    const found = several
      ? { text: query.text, hits: first!.hits, systems }
      : { text: query.text, ...first! };
    return isOneOfMany ? printJsonLine(found) : printJson(found);
  }
  const heading = isOneOfMany ? [`» ${query.text}`] : [];
  const blocks = [...heading, ...systems.map((each) => shown(each, flags))];
  await printLine(`${blocks.join('\n\n')}${isOneOfMany ? '\n' : ''}`);
};

const shown = (system: SystemExplanation, { all }: SearchFlags): string =>
  (all ? systemText : briefSystem)(system, screenWidth());
