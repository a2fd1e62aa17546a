import { describe, expect, it } from 'vitest';
import { chatTests, question } from '../../../../test/support/chat-model.js';
import { WorkError } from '../../../core/index.js';
import { ChatFailure } from './chat.js';

const { server, open } = chatTests();

describe('the work ends', () => {
  it.each([
    [401, '', 'set OPENAI_API_KEY'],
    [403, '', 'set OPENAI_API_KEY'],
    [402, '', 'see to the account'],
    [429, '{"error":{"code":"insufficient_quota"}}', 'see to the account'],
    [404, '{"error":{"message":"no model tiny-1"}}', "the model's name there"],
    [308, '', 'give the address that it redirects to'],
  ])('at once with status %i %s', async (status, body, fix) => {
    const there = await server();
    there.always(() => ({ status, body }));
    const { failure } = await open(there);
    const error = await failure('here');
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toContain(fix);
    expect(there.requests).toHaveLength(1);
  });

  it('with a name for what is wrong when the error comes in a stream', async () => {
    const there = await server();
    const body = 'data: {"error":{"message":"No auth credentials found","code":401}}\n\n';
    there.always(() => ({ status: 200, body, headers: { 'content-type': 'text/event-stream' } }));
    const { failure } = await open(there, { env: { OPENAI_API_KEY: 'k' } });
    expect((await failure('here')).message).toContain('put a key that is valid there into OPENAI_API_KEY');
  });

  it('when nobody is there, at once', async () => {
    const there = await server();
    await there.close();
    const { failure, clock } = await open(there);
    const error = await failure('here');
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toMatch(/the connection was refused\n {2}Fix: start the server/);
    expect(clock.slept).toEqual([]);
  });

  it('after twenty requests in a row that were not answered', async () => {
    const there = await server();
    there.always(() => ({ drop: true }));
    const { failure } = await open(there, { concurrency: 1 });
    const errors: Error[] = [];
    for (let i = 0; i < 7; i++) errors.push(await failure(`question ${i}`));
    expect(errors.map(({ name }) => name)).toEqual([...new Array(6).fill('ChatFailure'), 'WorkError']);
    expect(errors.at(-1)?.message).toContain('20 requests in a row were not answered');
    expect(there.requests).toHaveLength(20);
  });

  it('after twenty calls in a row that the service could not deal with, but not after twenty refusals', async () => {
    const there = await server();
    there.always(() => ({ status: 400, body: '{"error":{"message":"Unsupported parameter: temperature"}}' }));
    const { failure } = await open(there);
    for (let i = 0; i < 19; i++) expect(await failure(`q ${i}`)).toBeInstanceOf(ChatFailure);
    const last = await failure('q 20');
    expect(last).toBeInstanceOf(WorkError);
    expect(last.message).toMatch(/20 calls in a row were not completed; .*Unsupported parameter/);
    there.always(() => ({ refusal: 'No.' }));
    for (let i = 0; i < 25; i++) expect(await failure(`r ${i}`)).toMatchObject({ kind: 'refused' });
    there.always(() => ({ blocked: true }));
    for (let i = 0; i < 25; i++) expect(await failure(`b ${i}`)).toMatchObject({ kind: 'refused' });
  });

  it('when it is closed, or called off, and no later', async () => {
    const there = await server();
    const { model } = await open(there);
    const stop = new AbortController();
    there.always(() => ({ hang: true }));
    there.onHang(() => stop.abort(new Error('enough')));
    await expect(model.ask(question('here'), stop.signal)).rejects.toThrow('enough');
    there.onHang(() => void model.close());
    await expect(model.ask(question('here'), new AbortController().signal)).rejects.toThrow('was closed');
    await there.idle();
    expect(there.requests).toHaveLength(2);
  });
});
