import { isJsonObject, type Json } from '../../../src/core/index.js';
import { DIALECTS, teiSparse, vllmPooling } from '../../../src/models/embedders/api/dialects/index.js';
import { CHAT_DIALECTS } from '../../../src/models/llms/chat/dialects/index.js';
import { reportedStatus } from '../../../src/models/llms/chat/request.js';
import { SCORER_DIALECTS } from '../../../src/models/scorers/api/dialects/index.js';
import { readAnswer } from '../../../src/models/searchers/open-served-search.js';
import { anthropic } from '../../../src/platform/api-client/batch/anthropic.js';
import { openai as files, mistral, voyage } from '../../../src/platform/api-client/batch/files-protocol.js';
import { gemini } from '../../../src/platform/api-client/batch/gemini.js';
import type { BatchProtocol, Rest } from '../../../src/platform/api-client/batch/protocol.js';
import { parsedJson, readAs, usedIn } from '../../../src/platform/api-client/exchange.js';
import { ApiFailure, InvalidResponse } from '../../../src/platform/api-client/failure.js';
import { statusFailure } from '../../../src/platform/api-client/http-failures.js';
import { serverSentEvents } from '../../../src/platform/node/index.js';
import { reasonOf, TryAgain, wholeAnswer } from '../../../src/search/engines/opensearch/answers.js';
import { Refused } from '../../../src/search/engines/refused.js';
import { type Reader, reader } from '../reader.js';

const isForeseen = (error: unknown): boolean =>
  error instanceof InvalidResponse || error instanceof ApiFailure;
const json = (text: string): unknown => parsedJson(text, 'something that is not JSON');
const said = (...values: readonly unknown[]): readonly string[] =>
  values.map((value) => JSON.stringify(value));

const CHATS = said(
  {
    choices: [{ message: { content: 'a', reasoning_content: 'b' }, finish_reason: 'stop', stop_reason: 'x' }],
    usage: { prompt_tokens: 1, completion_tokens: 2 },
  },
  {
    content: [
      { type: 'thinking', thinking: 'a' },
      { type: 'text', text: 'b' },
    ],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 2 },
  },
  {
    candidates: [{ content: { parts: [{ text: 'a', thought: true }, { text: 'b' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2 },
  },
  { error: { message: 'no', code: 429, type: 'rate_limit_error' } },
);
const STREAMS = [
  'data: {"choices":[{"index":0,"delta":{"content":"a","reasoning_details":[{"index":0,"text":"t"}]}}]}\n\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}\n\ndata: [DONE]\n\n',
  'event: message_start\ndata: {"type":"message_start","message":{"content":[],"usage":{"input_tokens":1}}}\n\nevent: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}\n\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}\n\ndata: {"type":"message_stop"}\n\n',
  'data: {"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1}}\r\n\r\n',
];

const VECTORS = said(
  {
    data: [
      { index: 1, embedding: [1, 0.5] },
      { index: 0, embedding: 'AACAPwAAAEA=' },
    ],
    usage: { total_tokens: 3 },
  },
  {
    embeddings: {
      float: [
        [1, 2],
        [3, 4],
      ],
    },
    meta: { billed_units: { input_tokens: 4 } },
  },
  { embeddings: [{ values: [1, 2] }, { values: [3, 4] }] },
  [[{ index: 0, value: 1 }], [{ index: 3, value: 0.5 }]],
  {
    data: [
      {
        index: 0,
        data: [
          [1, 2],
          [3, 4],
        ],
      },
      { index: 1, data: [[1, 2]] },
    ],
  },
);
const SCORES = said(
  {
    results: [
      { index: 1, relevance_score: 0.5 },
      { index: 0, relevance_score: 2 },
    ],
    usage: { total_tokens: 3 },
  },
  {
    data: [
      { index: 0, score: 0.5 },
      { index: 1, score: -2 },
    ],
  },
  {
    data: [
      { index: 0, relevance_score: 1 },
      { index: 1, relevance_score: 3 },
    ],
  },
  [
    { index: 0, score: 1 },
    { index: 1, score: 3 },
  ],
  {
    choices: [
      { index: 0, logprobs: { top_logprobs: [{ Yes: -1, No: -2 }] } },
      { index: 1, logprobs: { content: [{ top_logprobs: [{ token: 'No', logprob: -1 }] }] } },
    ],
  },
);
const ASKED = {
  ...{ model: 'm', query: 'q', documents: ['a', 'b'], serverCuts: false, rawScores: true },
  answers: { yes: 'Yes', no: 'No' },
};

const chunksOf = async function* (text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
};

/** Answers about batches that come one after the other: a line each, those without a call left are repeated. */
const scriptedRest = (text: string): Rest => {
  const lines = text.split('\n');
  let next = 0;
  const answer = (): string => {
    if (next > 2000) throw new Error('requests without end');
    return lines[Math.min(next++, lines.length - 1)]!;
  };
  return {
    call: async (_, schema, otherwise) => readAs(schema, json(answer()), otherwise),
    lines: async (_, each) => {
      for (const line of lines) if (line.trim()) each(json(line));
    },
    wait: async () => {
      next++;
    },
  };
};

const PROTOCOLS: Readonly<Record<string, BatchProtocol>> = {
  openai: files,
  mistral,
  voyage,
  anthropic,
  gemini,
};
const BATCHES = [
  '{"id":"b1","status":"completed","output_file_id":"f","request_counts":{"completed":1,"failed":0}}\n{"custom_id":"r-0","response":{"status_code":200,"body":{"x":1}}}\n{"custom_id":"r-1","error":{"code":"batch_expired","message":"late"}}',
  '{"id":"b1","processing_status":"ended","created_at":"2026-01-01T00:00:00Z","request_counts":{"processing":0,"succeeded":1,"errored":0,"canceled":0,"expired":0}}\n{"custom_id":"r-0","result":{"type":"succeeded","message":{"x":1}}}',
  '{"name":"batches/1","metadata":{"state":"BATCH_STATE_SUCCEEDED","displayName":"r","output":{"inlinedResponses":{"inlinedResponses":[{"metadata":{"key":"r-0"},"response":{"embedding":{"values":[1]}}}]}}}}',
];
const LISTS = [
  '{"data":[{"id":"b1","status":"failed","metadata":{"r2med":"r"},"errors":{"data":[{"message":"bad","line":1}]}}],"has_more":false}',
  '{"operations":[{"name":"batches/1","metadata":{"state":"BATCH_STATE_RUNNING","displayName":"r"}}]}',
  '{"data":[],"has_more":false}',
  '{"operations":[],"nextPageToken":"x"}\n{"operations":[]}',
];

const SEARCH = { size: 2, sort: [{ _score: 'desc' }, { row: 'asc' }] };

export const serverReaders: readonly Reader[] = [
  ...Object.entries(CHAT_DIALECTS).flatMap(([name, dialect]) => [
    reader({
      name: `chat answers ${name}`,
      covers: [`LLM API ${name}`],
      takes: 'text',
      seeds: CHATS,
      share: 0.5,
      read: (text) => {
        const answer = json(text) as Json;
        return [reportedStatus(answer), dialect.used(answer), dialect.read(answer)];
      },
      isForeseen,
    }),
    reader({
      name: `chat streams ${name}`,
      covers: [`LLM API ${name}, in pieces`],
      takes: 'text',
      seeds: STREAMS,
      share: 0.3,
      read: async (text) => {
        const assembly = dialect.assemble();
        for await (const { data } of serverSentEvents(chunksOf(text))) {
          if (data.trim() === '[DONE]') break;
          assembly.add(json(data) as Json);
        }
        assembly.end();
        return assembly.isWhole() ? dialect.read(assembly.answer()) : undefined;
      },
      isForeseen,
    }),
  ]),
  ...Object.entries({ ...DIALECTS, 'tei-sparse': teiSparse, 'vllm-pooling': vllmPooling }).map(
    ([name, dialect]) =>
      reader({
        name: `embeddings ${name}`,
        covers: [`embedding API ${name}`],
        takes: 'text',
        seeds: VECTORS,
        share: 0.5,
        read: (text) => {
          const { vectors } = dialect.read(json(text), 2);
          if (vectors.length !== 2) throw new Error('not a vector for each text');
          return vectors;
        },
        isForeseen,
      }),
  ),
  ...Object.entries(SCORER_DIALECTS).map(([name, dialect]) =>
    reader({
      name: `scores ${name}`,
      covers: [`rerank API ${name}`],
      takes: 'text',
      seeds: SCORES,
      share: 0.5,
      read: (text) => {
        const { scores } = dialect.read(json(text), ASKED);
        if (scores.length !== 2 || !scores.every(Number.isFinite))
          throw new Error('not a score for each document');
        return scores;
      },
      isForeseen,
    }),
  ),
  ...Object.entries(PROTOCOLS).flatMap(([name, protocol]) => [
    reader({
      name: `batches ${name}`,
      covers: [`batch protocol ${name}`],
      takes: 'text',
      seeds: BATCHES,
      share: 0.2,
      read: async (text) => {
        const [first = '', ...rest] = text.split('\n');
        const state = await protocol.state('b1', scriptedRest(first));
        const answers: unknown[] = [];
        // Where the answers are depends on the service: in a file, or in the state.
        const whole = scriptedRest(rest.join('\n'));
        if (state.at === 'end') {
          const again = await protocol.state('b1', { ...whole, call: scriptedRest(first).call });
          if (again.at === 'end') await again.answers((answer) => answers.push(answer));
        }
        return [state.at, answers];
      },
      isForeseen,
    }),
    reader({
      name: `lists of batches ${name}`,
      covers: [`batch protocol ${name}, found again`],
      takes: 'text',
      seeds: LISTS,
      share: 0.2,
      read: (text) => protocol.find({ name: 'r', count: 1, since: 0, known: new Set() }, scriptedRest(text)),
      isForeseen,
    }),
  ]),
  reader({
    name: 'server-sent events',
    takes: 'text',
    seeds: STREAMS,
    read: async (text) => {
      const events: unknown[] = [];
      for await (const event of serverSentEvents(chunksOf(text))) events.push(event);
      return events;
    },
  }),
  reader({
    name: 'refusals of servers',
    takes: 'text',
    seeds: [
      ...CHATS,
      '<html><title>502 Bad Gateway</title>',
      '{"detail":[{"msg":"max 512 tokens"}]}',
      '{"error":{"details":[{"retryDelay":"3s"}]}}',
    ],
    read: (body) =>
      [200, 400, 401, 413, 429, 502].map(
        (status) =>
          statusFailure(
            { status, header: (name) => (name === 'retry-after' ? body.slice(0, 20) : undefined), body },
            ...[
              {
                endpoint: 'http://host',
                key: undefined,
                keyVariables: ['K'],
                homeVariable: undefined,
                keyHeldBack: false,
                now: 0,
                redact: (text: string) => text,
              },
            ],
          ).message,
      ),
  }),
  reader({
    name: 'counts in answers',
    takes: 'text',
    seeds: [...VECTORS, ...SCORES],
    read: (text) => usedIn(json(text)),
    isForeseen,
  }),
  reader({
    name: 'rankings of servers',
    takes: 'text',
    seeds: said({
      rankings: [
        [
          ['d1', 2],
          ['d2', 1],
        ],
        ['d3'],
      ],
      errors: [null, null],
      name: 'x',
      version: 3,
    }),
    read: (text) => readAnswer(json(text), 2, 10, false),
    isForeseen,
  }),
  reader({
    name: 'answers of OpenSearch',
    takes: 'text',
    seeds: said(
      {
        _shards: { total: 1, successful: 1, failed: 0 },
        timed_out: false,
        hits: {
          total: { value: 1, relation: 'eq' },
          hits: [{ sort: [1.5, 0], matched_queries: ['n'], _source: {}, fields: { id: ['d1'] } }],
        },
      },
      {
        error: {
          type: 'search_phase_execution_exception',
          reason: 'all shards failed',
          failed_shards: [
            { shard: 0, node: 'n', reason: { type: 't', reason: 'r', caused_by: { type: 'u' } } },
          ],
        },
        status: 503,
      },
    ),
    read: (text) => {
      const answer = json(text);
      return [
        reasonOf(isJsonObject(answer) ? answer : undefined),
        wholeAnswer(answer, 1, { body: SEARCH, name: 'n' }),
      ];
    },
    isForeseen: (error) => isForeseen(error) || error instanceof TryAgain || error instanceof Refused,
  }),
];
