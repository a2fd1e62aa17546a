import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../models/llms/index.js';
import { ANSWER, QUERY, SEARCH } from './tags.js';
import { type AgentModel, type Line, lineOf, messagesFrom, textOf, withStopText } from './transcript.js';

const reply = (change: Partial<Reply>): Reply => ({
  text: '',
  finish: 'stop',
  tokensIn: 0,
  tokensOut: 0,
  estimated: false,
  raw: {},
  ms: 0,
  ...change,
});
const PREFILL: AgentModel = { continuation: 'prefill', reasoning: 'think-tag' };
const TURNS: AgentModel = { continuation: 'turns', reasoning: 'think-tag' };
const same = (said: string): string => said;
const result: Line = { by: 'program', text: '\n\nRESULT\n\n' };
const START = [{ role: 'user', content: 'Why?' }] as const;

describe('the text a service stopped at', () => {
  const restored = (text: string, change: Partial<Reply> = {}, kinds = [QUERY]): string =>
    withStopText(reply(change), kinds)(text);

  it('is put back where the service says so', () => {
    expect(restored('a <|begin_search_query|>b', { stoppedAt: QUERY.end })).toBe(
      'a <|begin_search_query|>b<|end_search_query|>',
    );
    expect(restored('<answer>b', { stoppedAt: '</answer>' }, [SEARCH, ANSWER])).toBe('<answer>b</answer>');
  });

  it('is put back where a mark was opened and the model came to an end', () => {
    expect(restored('a <|begin_search_query|>b')).toBe('a <|begin_search_query|>b<|end_search_query|>');
    expect(restored('<search>a <answer>b', {}, [SEARCH, ANSWER])).toBe('<search>a <answer>b</answer>');
  });

  it('is not said twice by a service that leaves it in', () => {
    const whole = '<|begin_search_query|>b<|end_search_query|>\n';
    expect(restored(whole, { stoppedAt: QUERY.end })).toBe(whole);
    expect(restored(whole)).toBe(whole);
  });

  it('is not made up for a reply that ran out of tokens, nor where no mark is open', () => {
    expect(restored('<|begin_search_query|>b', { finish: 'length' })).toBe('<|begin_search_query|>b');
    expect(restored('no more to ask')).toBe('no more to ask');
    expect(restored('a <|begin_search_query|> ')).toBe('a <|begin_search_query|> ');
  });

  it('is not made up for a query that was given up when the thought ended', () => {
    const given = '<|begin_search_query|>b, no.</think> Gout.';
    expect(restored(given)).toBe(given);
  });
});

describe('a reply', () => {
  it('is its text where thoughts stand in it', () => {
    const line = lineOf(reply({ text: '<think>a' }), [], PREFILL, same);
    expect(line).toEqual({ by: 'model', text: '<think>a', aloud: '<think>a' });
  });

  it('has thoughts of a field of their own in tags before its text', () => {
    const line = lineOf(reply({ text: 'b', reasoning: 'a' }), [], TURNS, same);
    expect(line).toMatchObject({ text: '<think>\na\n</think>\n\nb', aloud: 'b' });
  });

  it('that broke off within its thoughts leaves them open, and says them aloud', () => {
    const line = lineOf(reply({ text: '\n', reasoning: 'a' }), [], TURNS, (said) => `${said}!`);
    expect(line).toMatchObject({ text: '<think>\na!', aloud: 'a!' });
  });

  it('that goes on with an open thought opens no other; a new turn does', () => {
    const before: Line[] = [{ by: 'model', text: '<think>\na', aloud: 'a' }, result];
    const more = reply({ text: 'c', reasoning: 'b' });
    expect(lineOf(more, before, PREFILL, same).text).toBe('b\n</think>\n\nc');
    expect(lineOf(more, before, TURNS, same).text).toBe('<think>\nb\n</think>\n\nc');
  });
});

describe('going on', () => {
  const lines: Line[] = [{ by: 'model', text: '<think>\na', aloud: 'a' }, result];

  it('by prefill, the last message is all that was written, results included', () => {
    expect(messagesFrom(START, lines, PREFILL)).toEqual([
      ...START,
      { role: 'assistant', content: '<think>\na\n\nRESULT\n\n' },
    ]);
  });

  it('by prefill, a thought that the template had opened is shown as open', () => {
    const unopened: Line[] = [{ by: 'model', text: 'a', aloud: 'a' }, result];
    expect(messagesFrom(START, unopened, PREFILL).at(-1)!.content).toBe('<think>\na\n\nRESULT\n\n');
    const plain: AgentModel = { continuation: 'prefill', reasoning: 'none' };
    expect(messagesFrom(START, unopened, plain).at(-1)!.content).toBe('a\n\nRESULT\n\n');
  });

  it('by turns, the model speaks and the program answers', () => {
    expect(messagesFrom(START, lines, TURNS)).toEqual([
      ...START,
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'RESULT' },
    ]);
  });

  it('by turns, nobody says nothing and nobody speaks twice in a row', () => {
    const silent: Line[] = [{ by: 'model', text: ' ', aloud: ' ' }, result];
    expect(messagesFrom(START, silent, TURNS)).toEqual([{ role: 'user', content: 'Why?\n\nRESULT' }]);
  });

  it('begins with the start', () => {
    expect(messagesFrom(START, [], TURNS)).toBe(START);
    expect(textOf([])).toBe('');
  });
});
