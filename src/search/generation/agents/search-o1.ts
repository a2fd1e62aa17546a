import { setting as declared, estimatedTokens, type Query, type SettingValues } from '../../../core/index.js';
import type { Message, Sampling } from '../../../models/llms/index.js';
import { fill } from '../../../models/prompts/index.js';
import type {
  AskModel,
  ExpectedCalls,
  GeneratedDraft,
  GenerationMethod,
  GenerationStep,
} from '../generation-method.js';
import { namedMethod } from '../named-method.js';
import { ASSUMPTIONS } from '../plan.js';
import {
  type AgentSetting,
  agentSetting,
  agentSpec,
  checkLimits,
  likelySearches,
  readInTurns,
  SEARCHES_WITH,
} from './agent-setting.js';
import { DIGEST_SAMPLING, digestPrompt, summaryIn } from './document-summary.js';
import { o1Answer, o1Text } from './raw-text.js';
import { searcher } from './searcher.js';
import { lastBetween, QUERY, RESULT } from './tags.js';
import {
  type Line,
  lineOf,
  messagesFrom,
  searched,
  textOf,
  told,
  withStopText,
  wrote,
} from './transcript.js';

/** Limits that a system's text may set. Defaults as in the examples of Search-o1's README, also what it forces on medical questions. */
const LIMITS = {
  searches: declared.count('searches per query at most', 5),
  turns: declared.count('calls that go on with the reasoning at most, digests not counted', 10),
  documents: declared.count('documents read per search', 10),
} as const;

const SEARCH_O1 = { ...LIMITS, retriever: SEARCHES_WITH } as const;

interface SearchO1Setting extends AgentSetting, SettingValues<typeof LIMITS> {
  /** Characters read on each side of a document's best sentence; 3000. */
  readonly contextCharacters?: number;
}

/** Search-o1's own for all models; its repetition penalty for QwQ is a matter of that model. */
const SAMPLING: Sampling = { temperature: 0.7, topP: 0.8, topK: 20, stop: [QUERY.end] };

/** Tokens that a digest is taken to have, for the estimate before the start; a few sentences. */
const TOKENS_PER_DIGEST = 200;

/**
 * In the manner of Search-o1 (Li and others, arXiv 2501.05366): the model writes queries into its reasoning; a second
 * call reads what they find, so that the reasoning goes on with a digest and never sees the documents.
 */
export const searchO1 = (setting: SearchO1Setting): GenerationMethod => {
  const { prompts, task, retriever, contextCharacters = 3000 } = setting;
  const { searches = SEARCH_O1.searches.default } = setting;
  const { turns = SEARCH_O1.turns.default, documents = SEARCH_O1.documents.default } = setting;
  checkLimits('search-o1', { turns, documents, contextCharacters });
  checkLimits('search-o1', { searches }, 0);
  const templates = {
    start: prompts.template('search-o1', task),
    instruction: prompts.template('search-o1/instruction', task),
    digest: prompts.template('search-o1/digest', task),
    limit: prompts.template('search-o1/limit', task),
    repeated: prompts.template('search-o1/repeated', task),
  };
  const instruction = fill(templates.instruction, { SEARCHES: String(searches) });
  const startOf = ({ text }: Query): readonly Message[] => [
    { role: 'user', content: fill(templates.start, { INSTRUCTION: instruction, TEXT: text }) },
  ];
  const notice = {
    limit: `\n${RESULT.begin}\n${templates.limit.text}\n${RESULT.end}\n`,
    repeated: `\n${RESULT.begin}\n${templates.repeated.text}\n${RESULT.end}\n`,
  };

  const expected = (query: Query): ExpectedCalls => {
    const start = startOf(query);
    const first = start.reduce((tokens, { content }) => tokens + estimatedTokens(content), 0);
    const digests = Math.min(searches, turns - 1);
    const { tokensPerText, tokensPerReasonedText, tokensPerDocument } = ASSUMPTIONS;
    const perTurn =
      TOKENS_PER_DIGEST + (setting.reasoning === 'none' ? tokensPerText : tokensPerReasonedText);
    const pages = estimatedTokens(templates.digest.text) + (documents * 2 * contextCharacters) / 4;
    // Every turn reads all turns before it: half of them on average.
    const read = { turn: first + (turns * perTurn) / 2, digest: pages + perTurn };
    const further = turns - 1 + digests;
    const tokens = (turns - 1) * read.turn + digests * read.digest;
    const likely = likelySearches(digests);
    const likelyPages = estimatedTokens(templates.digest.text) + documents * tokensPerDocument + perTurn;
    return {
      known: [{ messages: start, sampling: SAMPLING }],
      further,
      furtherTokensIn: further === 0 ? 0 : Math.ceil(tokens / further),
      // A digest and another turn for each search.
      likely: {
        calls: 2 * likely,
        tokensIn: Math.ceil(readInTurns(first, perTurn, likely) + likely * likelyPages),
      },
    };
  };

  return {
    method: 'search-o1',
    spec: { ...agentSpec('search-o1', setting, templates), searches, turns, documents, contextCharacters },
    open: async (taskCorpus, tools) => {
      const searching = searcher(retriever, setting.corpus?.corpus ?? taskCorpus, documents, tools);

      const write = async (query: Query, ask: AskModel): Promise<GeneratedDraft> => {
        const start = startOf(query);
        const lines: Line[] = [];
        const trace: GenerationStep[] = [];
        const asked = new Set<string>();

        const digestOf = async (wanted: string): Promise<string> => {
          const found = await searching.search(wanted, query);
          trace.push(searched(wanted, found));
          const content = digestPrompt(templates.digest, {
            reasoning: textOf(lines),
            query: wanted,
            documents: found.documents,
            contextCharacters,
          });
          const reply = await ask([{ role: 'user', content }], DIGEST_SAMPLING);
          trace.push(wrote(lineOf(reply, [], setting, (said) => said).text, reply));
          return summaryIn(reply.text);
        };
        const resultOf = async (wanted: string): Promise<string> => {
          if (asked.size >= searches) return notice.limit;
          if (asked.has(wanted)) return notice.repeated;
          asked.add(wanted);
          return `\n\n${RESULT.begin}${await digestOf(wanted)}${RESULT.end}\n\n`;
        };

        for (let turn = 1; ; turn++) {
          const reply = await ask(messagesFrom(start, lines, setting), SAMPLING);
          const line = lineOf(reply, lines, setting, (said) =>
            withStopText(reply, [QUERY])(beforeMadeUp(said)),
          );
          lines.push(line);
          trace.push(wrote(line.text, reply));
          const wanted = queryIn(line.text);
          if (wanted === undefined)
            return { texts: [o1Text(o1Answer(lines, setting), lines, setting)], trace };
          // A search that no turn is left to read would change nothing.
          if (turn === turns) return { texts: [o1Text(undefined, lines, setting)], trace };
          const result = await resultOf(wanted);
          lines.push({ by: 'program', text: result });
          trace.push(told(result));
        }
      };
      return {
        write,
        expected,
        ...(searches > 0 && { beforeCalls: searching.open }),
        get failed() {
          return searching.failed;
        },
      };
    },
    ...(retriever.close && { close: () => retriever.close!() }),
  };
};

/** The last query of what was just written, if that is what it ends with. */
const queryIn = (text: string): string | undefined =>
  text.trimEnd().endsWith(QUERY.end) ? lastBetween(text, QUERY) || undefined : undefined;

/**
 * Some services know no stop texts, and their models write on with a result of their own making. What follows the query
 * is then taken away, as stopping there would have done.
 */
const beforeMadeUp = (said: string): string => {
  const asked = said.split(RESULT.begin, 1)[0]!.trimEnd();
  return asked.endsWith(QUERY.end) ? asked : said;
};

export const searchO1Method = namedMethod({
  settings: SEARCH_O1,
  otherCorpus: true,
  make: async (context) => searchO1(await agentSetting(context)),
});
