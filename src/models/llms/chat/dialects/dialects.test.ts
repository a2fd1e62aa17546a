import { describe, expect, it } from 'vitest';
import { chatTests, question } from '../../../../../test/support/chat-model.js';
import type { Json } from '../../../../core/index.js';
import { InvalidResponse } from '../../../../platform/api-client/index.js';
import type { ChatRequest } from '../chat.js';
import { CHAT_DIALECTS, type ChatDialectName } from './index.js';

const { server, open } = chatTests();
const names = Object.keys(CHAT_DIALECTS) as ChatDialectName[];

const FULL: ChatRequest = {
  messages: [
    { role: 'system', content: 'You are a helpful assistant.' },
    { role: 'user', content: 'What swells the toe?' },
  ],
  sampling: {
    temperature: 0.7,
    topP: 0.8,
    topK: 20,
    repetitionPenalty: 1.05,
    seed: 42,
    maxTokens: 100,
    stop: ['</search>'],
  },
};

/** What each service's documentation says a request looks like. */
const REQUESTS = {
  openai: {
    path: '/v1/chat/completions',
    body: {
      model: 'tiny-1',
      messages: FULL.messages,
      temperature: 0.7,
      top_p: 0.8,
      top_k: 20,
      repetition_penalty: 1.05,
      seed: 42,
      max_tokens: 100,
      stop: ['</search>'],
    },
    streamed: { stream: true, stream_options: { include_usage: true } },
  },
  anthropic: {
    path: '/v1/messages',
    body: {
      model: 'tiny-1',
      system: 'You are a helpful assistant.',
      messages: [{ role: 'user', content: 'What swells the toe?' }],
      temperature: 0.7,
      top_p: 0.8,
      top_k: 20,
      max_tokens: 100,
      stop_sequences: ['</search>'],
    },
    streamed: { stream: true },
  },
  gemini: {
    path: '/v1beta/models/tiny-1:generateContent',
    body: {
      systemInstruction: { parts: [{ text: 'You are a helpful assistant.' }] },
      contents: [{ role: 'user', parts: [{ text: 'What swells the toe?' }] }],
      generationConfig: {
        temperature: 0.7,
        topP: 0.8,
        topK: 20,
        seed: 42,
        maxOutputTokens: 100,
        stopSequences: ['</search>'],
      },
    },
    streamed: {},
  },
} as const satisfies Record<ChatDialectName, unknown>;

const each = names.flatMap((dialect) => [true, false].map((stream) => ({ dialect, stream })));

describe.each(each)('$dialect, streamed: $stream', ({ dialect, stream }) => {
  it('is asked as its documentation says', async () => {
    const there = await server();
    const { ask } = await open(there, { dialect, stream });
    await ask(FULL);
    const { path, body, streamed } = REQUESTS[dialect];
    const streamPath = '/v1beta/models/tiny-1:streamGenerateContent?alt=sse';
    expect(there.requests[0]?.path).toBe(dialect === 'gemini' && stream ? streamPath : path);
    expect(there.requests[0]?.body).toEqual({ ...body, ...(stream && streamed) });
    expect(there.requests[0]?.headers['content-type']).toBe('application/json');
  });

  it('answers with its text, its reasoning and its count of tokens', async () => {
    const there = await server();
    there.answer(() => ({ text: 'Gout – “podagra”,\n\n 痛風.', reasoning: 'Crystals  in the joint?\nYes.' }));
    const { ask } = await open(there, { dialect, stream });
    const reply = await ask('What swells the toe?');
    expect(reply).toMatchObject({
      text: 'Gout – “podagra”,\n\n 痛風.',
      reasoning: 'Crystals  in the joint?\nYes.',
      finish: 'stop',
      tokensIn: 4,
      tokensOut: 9,
      estimated: false,
      ms: 0,
    });
    expect(reply).not.toHaveProperty('stoppedAt');
  });

  it('says when the limit of tokens ended it, in the midst of a thought too', async () => {
    const there = await server();
    there.answer(() => ({ text: 'one two three four', reasoning: 'a b c' }));
    const { ask } = await open(there, { dialect, stream });
    expect(await ask(question('?', { maxTokens: 5 }))).toMatchObject({ text: 'one two', finish: 'length' });
    const thought = await ask(question('?', { maxTokens: 2 }));
    expect(thought).toMatchObject({ text: '', reasoning: 'a b', finish: 'length', tokensOut: 2 });
  });

  it('ends at a stop text, which it leaves out, and says which where the service does', async () => {
    const there = await server();
    there.answer(() => 'I look it up <search>gout</search> and then');
    const { ask } = await open(there, { dialect, stream });
    const reply = await ask(question('?', { stop: ['</answer>', '</search>'] }));
    expect(reply).toMatchObject({ text: 'I look it up <search>gout', finish: 'stop' });
    expect(reply.stoppedAt).toBe(dialect === 'gemini' ? undefined : '</search>');
  });

  it('goes on with a last message of its own', async () => {
    const there = await server();
    there.answer((messages) => (messages.at(-1)?.role === 'assistant' ? ' gout.' : 'no'));
    const { ask } = await open(there, { dialect, stream });
    const messages = [
      { role: 'user', content: 'What swells the toe?' },
      { role: 'assistant', content: 'It may be ' },
    ] as const;
    expect((await ask({ messages, sampling: {} })).text).toBe(' gout.');
    const { body } = there.requests[0]!;
    if (dialect === 'openai')
      expect(body).toMatchObject({ continue_final_message: true, add_generation_prompt: false });
    // Anthropic refuses space at the end.
    expect(there.requests[0]?.messages.at(-1)?.content).toBe(
      dialect === 'anthropic' ? 'It may be' : 'It may be ',
    );
  });

  it('estimates tokens that the service does not count, and says so', async () => {
    const there = await server();
    there.answer(() => 'twelve bytes');
    there.misbehave({ withoutUsage: true });
    const { ask } = await open(there, { dialect, stream });
    expect(await ask('123456')).toMatchObject({ estimated: true, tokensIn: 6, tokensOut: 4 });
  });

  it('is sent nothing that the model refuses, and whatever else its settings say', async () => {
    const there = await server();
    const { ask } = await open(there, {
      dialect,
      stream,
      refuses: ['temperature', 'topP', 'topK', 'seed', 'stop', 'repetitionPenalty'],
      extra: { reasoning_effort: 'medium', generationConfig: { thinkingConfig: { includeThoughts: true } } },
    });
    await ask(FULL);
    const sent = JSON.stringify(there.requests[0]?.body);
    expect(sent).not.toMatch(/temperature|top_?p|top_?k|seed|stop|penalty/i);
    expect(sent).toContain('100');
    expect(there.requests[0]?.body).toMatchObject({
      reasoning_effort: 'medium',
      generationConfig: { thinkingConfig: { includeThoughts: true } },
    });
  });

  it('lets the defaults of the model be overruled', async () => {
    const there = await server();
    const { ask } = await open(there, { dialect, stream, sampling: { temperature: 0.7, topP: 0.5 } });
    await ask(question('?', { temperature: 0 }));
    expect(JSON.stringify(there.requests[0]?.body)).toMatch(/"temperature":0,"top_?[pP]":0.5/);
  });
});

describe.each(names)('the dialect %s', (dialect) => {
  it('keeps the same raw answer whether it was streamed or not', async () => {
    const there = await server();
    there.answer(() => ({ text: 'Gout. It is\tgout!', reasoning: 'Crystals in the joint?' }));
    const raws: Json[] = [];
    for (const stream of [true, false]) {
      const { ask } = await open(there, { dialect, stream });
      raws.push((await ask('?')).raw);
    }
    const refusal = { refusal: null, stop_reason: null };
    const bare = (raw: Json): string =>
      JSON.stringify(raw, (key, value) => (key in refusal && value === null ? undefined : value));
    expect(JSON.parse(bare(raws[0]!))).toEqual(JSON.parse(bare(raws[1]!)));
  });

  it.each([null, [], 'text', {}, { choices: [] }, { choices: [{}] }, { content: 'x' }, { candidates: [] }])(
    'takes %j for no answer',
    (answer) => {
      expect(() => CHAT_DIALECTS[dialect].read(answer)).toThrow(InvalidResponse);
    },
  );

  it('is at its home with its own key, and gives none when it has none', async () => {
    const { headers } = CHAT_DIALECTS[dialect];
    expect(JSON.stringify(headers('k'))).toContain('k"');
    expect(Object.keys(headers(undefined))).toEqual(dialect === 'anthropic' ? ['anthropic-version'] : []);
  });
});

describe('servers that speak OpenAI’s way', () => {
  it.each(['reasoning_content', 'reasoning', 'reasoning_details'] as const)(
    'may give the reasoning as %s',
    async (reasoningField) => {
      const there = await server();
      there.answer(() => ({ text: 'Gout.', reasoning: 'Crystals in the joint?', reasoningField }));
      for (const stream of [true, false]) {
        const { ask } = await open(there, { stream });
        expect((await ask('?')).reasoning).toBe('Crystals in the joint?');
      }
    },
  );

  it('take the limit of tokens under another name', async () => {
    const there = await server();
    const { ask } = await open(there, { limitParameter: 'max_completion_tokens' });
    await ask(question('?', { maxTokens: 7 }));
    expect(there.requests[0]?.body).toMatchObject({ max_completion_tokens: 7 });
    expect(there.requests[0]?.body).not.toHaveProperty('max_tokens');
  });

  it('may stop at a token, or say nothing of what they stopped at', async () => {
    const { read } = CHAT_DIALECTS.openai;
    const choice = (stop_reason?: number) => ({
      choices: [{ message: { content: 'x' }, finish_reason: 'stop', ...(stop_reason && { stop_reason }) }],
    });
    expect(read(choice(151_643)).stoppedAt).toBeUndefined();
    expect(read(choice()).stoppedAt).toBeUndefined();
  });

  it('may answer in one piece though a stream was asked for', async () => {
    const there = await server();
    there.misbehave({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"choices":[{"message":{"content":"whole"},"finish_reason":"stop"}]}',
    });
    expect((await (await open(there)).ask('?')).text).toBe('whole');
  });

  it('may send comments while they think', async () => {
    const there = await server();
    there.misbehave({ comments: true });
    expect((await (await open(there)).ask('here')).text).toBe('You said: here');
  });
});

describe('Anthropic', () => {
  it('wants a limit of tokens, so it gets one', async () => {
    const there = await server();
    const { ask } = await open(there, { dialect: 'anthropic' });
    await ask('?');
    expect(there.requests[0]?.body.max_tokens).toBe(8192);
  });

  it('counts what comes from its cache as read', () => {
    const usage = {
      input_tokens: 5,
      cache_creation_input_tokens: 10,
      cache_read_input_tokens: 20,
      output_tokens: 3,
    };
    const answer = { content: [{ type: 'text', text: 'x' }], stop_reason: 'end_turn', usage };
    expect(CHAT_DIALECTS.anthropic.read(answer)).toMatchObject({ tokensIn: 35, tokensOut: 3 });
  });

  it('may hide a thought, or run out of room', () => {
    const content = [
      { type: 'redacted_thinking', data: 'Eo' },
      { type: 'text', text: 'x' },
    ];
    const answer = { content, stop_reason: 'model_context_window_exceeded' };
    expect(CHAT_DIALECTS.anthropic.read(answer)).toMatchObject({ text: 'x', finish: 'length' });
  });
});

describe('Gemini', () => {
  it('may be named with its folder, and counts thoughts as written', async () => {
    const { path, read } = CHAT_DIALECTS.gemini;
    expect(path('models/gemini-x', false)).toBe('/models/gemini-x:generateContent');
    const usageMetadata = { promptTokenCount: 4, thoughtsTokenCount: 30 };
    expect(read({ candidates: [{ finishReason: 'MAX_TOKENS' }], usageMetadata })).toMatchObject({
      text: '',
      finish: 'length',
      tokensOut: 30,
    });
  });

  it('that ended for no good reason is no answer', () => {
    expect(() => CHAT_DIALECTS.gemini.read({ candidates: [{ finishReason: 'OTHER' }] })).toThrow('"OTHER"');
  });
});
