import {
  type Document,
  setting as declared,
  estimatedTokens,
  fullText,
  type Query,
  type SettingValues,
} from '../../../core/index.js';
import type { Message, Sampling } from '../../../models/llms/index.js';
import { fill } from '../../../models/prompts/index.js';
import { ALONE } from '../expansion.js';
import type {
  AskModel,
  ExpectedCalls,
  GeneratedDraft,
  GenerationMethod,
  GenerationStep,
} from '../generation-method.js';
import { namedMethod } from '../named-method.js';
import {
  type AgentSetting,
  agentSetting,
  agentSpec,
  checkLimits,
  likelySearches,
  readInTurns,
  SEARCHES_WITH,
} from './agent-setting.js';
import { partBetween } from './document-context.js';
import { rawText } from './raw-text.js';
import { searcher } from './searcher.js';
import { ANSWER, firstPair, INFORMATION, SEARCH, withoutMarks } from './tags.js';
import {
  type Line,
  lineOf,
  messagesFrom,
  ownText,
  searched,
  told,
  withStopText,
  wrote,
} from './transcript.js';

/** Limits that a system's text may set. Defaults as in Search-R1's training and evaluation loop. */
const LIMITS = {
  turns: declared.count('calls that may search at most, before a last one that may not', 4),
  documents: declared.count('documents read per search', 3),
} as const;

const SEARCH_R1 = { ...LIMITS, retriever: SEARCHES_WITH } as const;

interface SearchR1Setting extends AgentSetting, SettingValues<typeof LIMITS> {
  /** Tokens of a reply; 500. A model that thinks at length needs more. */
  readonly responseTokens?: number;
  /** Tokens of what a search found, by estimate; 500. */
  readonly informationTokens?: number;
}

/**
 * In the manner of Search-R1 (Jin and others, arXiv 2503.09516), by its training and evaluation loop: the model reasons,
 * searches and answers between tags, and reads the documents themselves.
 */
export const searchR1 = (setting: SearchR1Setting): GenerationMethod => {
  const { prompts, task, retriever } = setting;
  const { turns = SEARCH_R1.turns.default, documents = SEARCH_R1.documents.default } = setting;
  const { responseTokens = 500, informationTokens = 500 } = setting;
  checkLimits('search-r1', { turns, documents, responseTokens, informationTokens });
  const templates = {
    start: prompts.template('search-r1', task),
    invalid: prompts.template('search-r1/invalid', task),
  };
  // Greedy, as Search-R1 validates; it trains at temperature 1.
  const sampling: Sampling = { temperature: 0, maxTokens: responseTokens, stop: [SEARCH.end, ANSWER.end] };
  const startOf = ({ text }: Query): readonly Message[] => [
    { role: 'user', content: fill(templates.start, { TEXT: asQuestion(text) }) },
  ];

  const expected = (query: Query): ExpectedCalls => {
    const start = startOf(query);
    const first = start.reduce((tokens, { content }) => tokens + estimatedTokens(content), 0);
    const perTurn = responseTokens + informationTokens;
    const likely = likelySearches(turns);
    return {
      known: [{ messages: start, sampling }],
      further: turns,
      furtherTokensIn: Math.ceil(first + ((turns + 1) * perTurn) / 2),
      likely: { calls: likely, tokensIn: Math.ceil(readInTurns(first, perTurn, likely)) },
      furtherSampling: sampling,
    };
  };

  return {
    method: 'search-r1',
    spec: {
      ...agentSpec('search-r1', setting, templates),
      turns,
      documents,
      responseTokens,
      informationTokens,
    },
    open: async (taskCorpus, tools) => {
      const searching = searcher(retriever, setting.corpus?.corpus ?? taskCorpus, documents, tools);

      const write = async (query: Query, ask: AskModel): Promise<GeneratedDraft> => {
        const start = startOf(query);
        const lines: Line[] = [];
        const trace: GenerationStep[] = [];
        const draft = (answer?: string): GeneratedDraft => ({
          texts: [rawText(answer, 'answer-tags', { asWritten: [ownText(lines)], before: ownText(lines) })],
          trace,
        });
        const resultOf = async (wanted: string | undefined): Promise<string> => {
          if (wanted === undefined) return `\n${templates.invalid.text}\n`;
          const found = await searching.search(wanted, query);
          trace.push(searched(wanted, found));
          return informationBlock(found.documents, informationTokens);
        };

        for (let turn = 1; ; turn++) {
          const reply = await ask(messagesFrom(start, lines, setting), sampling);
          const line = lineOf(reply, lines, setting, (said) =>
            cut(withStopText(reply, [SEARCH, ANSWER])(said)),
          );
          lines.push(line);
          trace.push(wrote(line.text, reply));
          const action = firstPair(line.aloud, [SEARCH, ANSWER]);
          if (action?.marks === ANSWER) return draft(action.text);
          // The generation after the last turn may answer and nothing else.
          if (turn > turns) return draft();
          const result = await resultOf(action?.text);
          lines.push({ by: 'program', text: result });
          trace.push(told(result));
        }
      };
      return {
        write,
        expected,
        beforeCalls: searching.open,
        get failed() {
          return searching.failed;
        },
      };
    },
    ...(retriever.close && { close: () => retriever.close!() }),
  };
};

/** Search-R1 was trained on questions, all of which end so. */
const asQuestion = (text: string): string => {
  const question = text.trim();
  return question.endsWith('?') ? question : `${question}?`;
};

/** After the first search; failing that, after the first answer. What a model writes after it was never requested. */
const cut = (said: string): string => {
  const end = [SEARCH.end, ANSWER.end].find((mark) => said.includes(mark));
  return end ? said.slice(0, said.indexOf(end) + end.length) : said;
};

export const searchR1Method = namedMethod({
  settings: SEARCH_R1,
  expansion: { ...ALONE, reading: 'answer-tags' },
  otherCorpus: true,
  make: async (context) => searchR1(await agentSetting(context)),
});

/** Characters of a token in English, about; which tokenizer a model has is its own affair. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * What Search-R1 reads of a search. The limit of tokens is an estimate and cuts the documents, not the closing tag as
 * the original does.
 */
export const informationBlock = (documents: readonly Document[], tokens: number): string => {
  const text = documents.map((document, i) => described(document, i + 1)).join('');
  const cut = partBetween(text, 0, tokens * CHARACTERS_PER_TOKEN).trim();
  return `\n\n${INFORMATION.begin}${cut}${INFORMATION.end}\n\n`;
};

/** Search-R1's title is a passage's first line; a text of one line has none. */
const described = (document: Document, sampleIndex: number): string => {
  const lines = withoutMarks(fullText(document)).split('\n');
  const [title, text] = lines.length > 1 ? [lines[0]!, lines.slice(1).join('\n')] : ['', lines[0]!];
  return `Doc ${sampleIndex}(Title: ${title.trim()}) ${text.trim()}\n`;
};
