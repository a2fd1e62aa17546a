import { describe, expect, it } from 'vitest';
import type { Json } from '../../../core/index.js';
import { anthropic } from './anthropic.js';
import { mistral, openai } from './files-protocol.js';
import { gemini } from './gemini.js';
import { type BatchAnswer, type BatchState, NOT_DONE, numberOf, type Rest } from './protocol.js';

/** Answers in the words of a service, by path; the last answer to a path is given again and again. */
const service = (answers: Readonly<Record<string, readonly unknown[]>>) => {
  const paths: string[] = [];
  let waits = 0;
  const said = (path: string): unknown => {
    const nth = paths.filter((each) => each === path).length;
    paths.push(path);
    const known = answers[path];
    if (!known) throw new Error(`nothing is said to ${path}`);
    return known[Math.min(nth, known.length - 1)];
  };
  const rest: Rest = {
    call: async ({ path }, schema) => schema.parse(said(path)),
    lines: async (path, each) => (said(path) as readonly unknown[]).forEach(each),
    wait: async () => {
      waits++;
    },
  };
  return { rest, paths, waits: () => waits };
};

const answersOf = async (state: BatchState): Promise<readonly BatchAnswer[]> => {
  const found: BatchAnswer[] = [];
  if (state.at !== 'end') throw new Error(`the batch is at ${state.at}`);
  await state.answers((answer) => found.push(answer));
  return found;
};

const refused = (message: string): Json => ({ error: { message } });
const sought = {
  name: 'r2med-a',
  count: 2,
  since: Date.parse('2026-11-17T12:00:00Z'),
  known: new Set<string>(),
};

describe('a batch of files', () => {
  const state = (batch: object, files: object = {}) =>
    openai.state('b', service({ '/batches/b': [{ id: 'b', ...batch }], ...files }).rest);

  it.each([
    [{ status: 'in_progress', request_counts: { completed: 3, failed: 1 } }, 3],
    [{ status: 'RUNNING', completed_requests: 2 }, 2],
    [{ status: 'validating', request_counts: 'none yet' }, 0],
  ])('at work says how much of it is done: %j', async (batch, done) => {
    expect(await state(batch)).toEqual({ at: 'work', done });
  });

  it.each([
    [
      { data: [{ message: 'no such model', line: 2 }, { message: 'too long' }] },
      'no such model (line 2); too long',
    ],
    [[{ code: 7 }], '{"code":7}'],
    [null, 'no reason was given'],
    ['wrong', 'no reason was given'],
  ])('that failed says why: %j', async (errors, reason) => {
    expect(await state({ status: 'failed', errors })).toEqual({ at: 'refused', reason });
  });

  it('has answers and errors in files of their own, by either name', async () => {
    const lines = [
      { custom_id: 'a', response: { status_code: 200, body: { text: 'yes' } } },
      { custom_id: 'b', response: { status_code: 500, message: 'mishap' } },
      { custom_id: 'c', response: { status_code: 500 } },
    ];
    const errors = [
      { custom_id: 'd', error: { code: 'batch_expired', message: 'late' } },
      { custom_id: 'e', response: null, error: { code: 13 } },
      { custom_id: 'f', error: 'odd' },
    ];
    const files = { '/files/o/content': [lines], '/files/e/content': [errors] };
    const all = [
      { id: 'a', status: 200, body: { text: 'yes' } },
      { id: 'b', status: 500, body: refused('mishap') },
      { id: 'c', status: 500, body: refused('no reason was given') },
      { id: 'd', status: NOT_DONE, body: refused('late') },
      { id: 'e', status: 500, body: refused('no reason was given') },
      { id: 'f', status: 500, body: refused('no reason was given') },
    ];
    const named = { status: 'completed', output_file_id: 'o', error_file_id: 'e' };
    expect(await answersOf(await state(named, files))).toEqual(all);
    const otherwise = { status: 'SUCCESS', output_file: 'o', error_file: 'e' };
    expect(await answersOf(await state(otherwise, files))).toEqual(all);
    expect(await answersOf(await state({ status: 'expired' }))).toEqual([]);
    expect(await state({ status: 'cancelled' })).toMatchObject({ at: 'end', cancelled: true });
  });

  it('with a line that is no answer is not read', async () => {
    const files = { '/files/o/content': [[{ custom_id: 1 }]] };
    const ended = await state({ status: 'completed', output_file_id: 'o' }, files);
    await expect(answersOf(ended)).rejects.toThrow('a line that is not an answer');
  });

  it('is looked for on every page', async () => {
    const ours = { id: 'z', status: 'completed', metadata: { r2med: 'r2med-a' } };
    const other = { id: 'y/1', status: 'completed', metadata: 'none' };
    const list = service({
      '/batches?limit=100': [{ data: [other], has_more: true }],
      '/batches?limit=100&after=y%2F1': [{ data: [ours], has_more: true }],
    });
    expect(await openai.find(sought, list.rest)).toBe('z');
    // Without a word about more, a page that is not full is the last.
    const short = service({ '/batch/jobs?page_size=100&page=0': [{ data: [other] }] });
    expect(await mistral.find(sought, short.rest)).toBeUndefined();
    const full = service({
      '/batch/jobs?page_size=100&page=0': [{ data: Array.from({ length: 100 }, () => other) }],
      '/batch/jobs?page_size=100&page=1': [{ data: null }],
    });
    expect(await mistral.find(sought, full.rest)).toBeUndefined();
    expect(full.paths).toHaveLength(2);
  });
});

describe('a batch of messages', () => {
  const counts = { processing: 0, succeeded: 2, errored: 0, canceled: 0, expired: 0 };
  const batch = (id: string, more: object = {}) => ({
    id,
    processing_status: 'ended',
    request_counts: counts,
    created_at: '2026-11-17T12:00:01Z',
    ...more,
  });
  const line = (custom_id: string, result: object) => ({ custom_id, result });

  it('names what became of each request', async () => {
    const lines = [
      line('a', { type: 'succeeded', message: 'yes' }),
      line('b', { type: 'errored', error: { type: 'error', error: { type: 'invalid_request_error' } } }),
      line('c', { type: 'errored', error: { type: 'overloaded_error' } }),
      line('d', { type: 'errored', error: 'odd' }),
      line('e', { type: 'expired' }),
      line('f', { type: 'canceled' }),
    ];
    const at = service({ '/messages/batches/b': [batch('b')], '/messages/batches/b/results': [lines] });
    const answers = await answersOf(await anthropic.state('b', at.rest));
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 500, 500, NOT_DONE, NOT_DONE]);
    expect(answers[4]!.body).toEqual(refused('the request was expired in its batch'));
  });

  it('is looked for among those of its size and time by the ids of its answers, when it has ended', async () => {
    const at = service({
      '/messages/batches?limit=100': [
        {
          data: [
            batch('known'),
            batch('larger', { request_counts: { ...counts, errored: 1 } }),
            batch('others'),
          ],
          has_more: true,
          last_id: 'others',
        },
      ],
      '/messages/batches?limit=100&after_id=others': [{ data: [batch('ours')], has_more: true }],
      '/messages/batches?limit=100&after_id=ours': [
        { data: [batch('old', { created_at: '2026-11-16T12:00:00Z' })], has_more: true },
      ],
      '/messages/batches/others': [batch('others')],
      '/messages/batches/others/results': [[line('x-0', { type: 'expired' })]],
      '/messages/batches/ours': [batch('ours', { processing_status: 'in_progress' }), batch('ours')],
      '/messages/batches/ours/results': [[line('r2med-a-1', { type: 'expired' })]],
    });
    expect(await anthropic.find({ ...sought, known: new Set(['known']) }, at.rest)).toBe('ours');
    expect(at.waits()).toBe(1);
    expect(at.paths.some((path) => /known|larger|\/old/.test(path))).toBe(false);
    const none = service({ '/messages/batches?limit=100': [{ data: [], has_more: false }] });
    expect(await anthropic.find(sought, none.rest)).toBeUndefined();
  });
});

describe('a batch in an operation', () => {
  const operation = (state: string, more: object = {}, outside: object = {}) => ({
    name: 'batches/b',
    metadata: { state, displayName: 'r2med-a', ...more },
    ...outside,
  });
  const state = (answer: object) => gemini.state('batches/b', service({ '/batches/b': [answer] }).rest);
  const output = (...responses: object[]) => ({ inlinedResponses: { inlinedResponses: responses } });

  it.each([
    [operation('JOB_STATE_RUNNING', { batchStats: { successfulRequestCount: '3' } }), 3],
    [operation('BATCH_STATE_PENDING'), 0],
    [operation('BATCH_STATE_PENDING', { batchStats: 'none yet' }), 0],
  ])('at work says how much of it is done', async (answer, done) => {
    expect(await state(answer)).toEqual({ at: 'work', done });
  });

  it('that failed says why', async () => {
    const failed = operation('BATCH_STATE_FAILED', {}, { error: { message: 'no such model' } });
    expect(await state(failed)).toEqual({ at: 'refused', reason: 'no such model' });
    const silent = { at: 'refused', reason: 'no reason was given' };
    expect(await state(operation('BATCH_STATE_FAILED'))).toEqual(silent);
    expect(await state(operation('BATCH_STATE_FAILED', {}, { error: {} }))).toEqual(silent);
  });

  it('answers in the order of its requests where they have no key, in either place', async () => {
    const answers = output(
      { metadata: { key: 'r2med-a-1' }, response: { text: 'one' } },
      { metadata: 'odd', response: { embedding: { values: [1] }, model: 'm' } },
      { error: { code: 3, message: 'wrong' } },
      { error: { code: 4 } },
      { error: { code: 429 }, response: { text: 'not this' } },
      { error: { code: 13 } },
      {},
    );
    const all = [
      ['r2med-a-1', 200, { text: 'one' }],
      ['r2med-a-1', 200, { model: 'm', embeddings: [{ values: [1] }] }],
      ['r2med-a-2', 400, refused('wrong')],
      ['r2med-a-3', NOT_DONE, refused('no reason was given')],
      ['r2med-a-4', 429, refused('no reason was given')],
      ['r2med-a-5', 500, refused('no reason was given')],
      ['r2med-a-6', 500, refused('no reason was given')],
    ].map(([id, status, body]) => ({ id, status, body }));
    const ended = operation('BATCH_STATE_SUCCEEDED', {}, { response: answers });
    expect(await answersOf(await state(ended))).toEqual(all);
    expect(await answersOf(await state(operation('BATCH_STATE_EXPIRED', { output: answers })))).toEqual(all);
    const cancelled = await state(operation('BATCH_STATE_CANCELLED', {}, { response: 'odd' }));
    expect(cancelled).toMatchObject({ cancelled: true });
    expect(await answersOf(cancelled)).toEqual([]);
    // Answers that belong to no request that is known are nobody's.
    const nameless = operation('BATCH_STATE_SUCCEEDED', { displayName: undefined }, { response: output({}) });
    expect((await answersOf(await state(nameless))).map(({ id }) => numberOf('r2med-a', id))).toEqual([
      undefined,
    ]);
  });

  it('is looked for on every page', async () => {
    const list = service({
      '/batches?pageSize=100': [{ nextPageToken: 'a b' }],
      '/batches?pageSize=100&pageToken=a%20b': [{ operations: [operation('BATCH_STATE_PENDING')] }],
    });
    expect(await gemini.find(sought, list.rest)).toBe('batches/b');
    expect(
      await gemini.find({ ...sought, name: 'other' }, service({ '/batches?pageSize=100': [{}] }).rest),
    ).toBe(undefined);
  });
});
