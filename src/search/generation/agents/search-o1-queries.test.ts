import { describe, expect, it } from 'vitest';
import { conversationOf, type Said, stepsOf, wordRetriever } from '../../../../test/support/agents.js';
import { agent, asks, digest, q } from '../../../../test/support/search-o1.js';
import { answerOf, type ReasoningStyle } from '../../../models/llms/index.js';
import type { searchO1 } from './search-o1.js';

type SearchO1Setting = Parameters<typeof searchO1>[0];

describe('a query of Search-o1', () => {
  const searchedIn = async (says: readonly Said[], change: Partial<SearchO1Setting> = {}) => {
    const retriever = wordRetriever();
    const held = await conversationOf(agent({ retriever, ...change }), says);
    return { ...held, searched: retriever.searched };
  };
  const END = 'So.</think> Gout.';

  it('is the last one of the new text', async () => {
    const { searched } = await searchedIn([asks('urate', `${q('iron')} or `), digest('x'), END]);
    expect(searched).toEqual(['urate']);
  });

  it('counts only when the text ends with it', async () => {
    const { searched, draft } = await searchedIn([`${q('urate')} found it.</think> Gout.`]);
    expect(searched).toEqual([]);
    expect(answerOf(draft.texts[0]!, 'think-tag')).toBe('Gout.');
  });

  it('is searched although the model went on and made up a result, as it does where no stop texts are known', async () => {
    const madeUp = `Hm ${q('urate')}\n\n<|begin_search_result|>Scurvy.<|end_search_result|>\n</think> Scurvy.`;
    const { searched, draft } = await searchedIn([madeUp, digest('x'), END]);
    expect(searched).toEqual(['urate']);
    expect(draft.texts[0]).not.toContain('Scurvy');
    expect(answerOf(draft.texts[0]!, 'think-tag')).toBe('Gout.');
  });

  it('is closed where the service says nothing of the stop, and where it leaves the mark in', async () => {
    expect((await searchedIn(['Hm <|begin_search_query|>urate', digest('x'), END])).searched).toEqual([
      'urate',
    ]);
    expect((await searchedIn([`Hm ${q('urate')}\n`, digest('x'), END])).searched).toEqual(['urate']);
  });

  it('that the limit of tokens cut off is none, and what was thought is no answer', async () => {
    const cut: Said = { text: 'Hm <|begin_search_query|>urat', finish: 'length' };
    const { searched, draft } = await searchedIn([cut]);
    expect(searched).toEqual([]);
    expect(answerOf(draft.texts[0]!, 'think-tag')).toBeUndefined();
    expect((await searchedIn([cut], { reasoning: 'none' })).draft.texts).toEqual(['Hm']);
  });

  it('of nothing ends the conversation', async () => {
    expect((await searchedIn([asks('  ', 'Hm ')])).searched).toEqual([]);
  });

  it('asked before is not searched again: the notice is between single newlines and uses a turn', async () => {
    const { searched, calls, draft } = await searchedIn([asks('urate'), digest('x'), asks('urate'), END]);
    expect(searched).toEqual(['urate']);
    expect(calls[3]!.messages.at(-1)!.content).toMatch(
      /\|end_search_query\|>\n<\|begin_search_result\|>\nYou have searched for this before\..*\n<\|end_search_result\|>\n$/,
    );
    expect(stepsOf(draft)).toEqual(['wrote', 'searched', 'wrote', 'told', 'wrote', 'told', 'wrote']);
  });

  it('beyond the limit is not searched: the notice uses a turn, not a search', async () => {
    const says = [asks('urate'), digest('x'), asks('iron'), asks('urate'), END];
    const { searched, calls } = await searchedIn(says, { searches: 1 });
    expect(searched).toEqual(['urate']);
    const notice =
      /\n<\|begin_search_result\|>\nThe limit of searches is reached\..*\n<\|end_search_result\|>\n/g;
    expect(calls[4]!.messages.at(-1)!.content.match(notice)).toHaveLength(2);
  });

  it('may be forbidden altogether', async () => {
    const { searched, calls } = await searchedIn([asks('urate'), END], { searches: 0 });
    expect(searched).toEqual([]);
    expect(calls).toHaveLength(2);
  });

  it('that fails finds nothing, and counts as a search', async () => {
    const retriever = wordRetriever(() => new Error('line broke'));
    const { calls, tools, draft } = await conversationOf(agent({ retriever, searches: 1 }), [
      asks('urate'),
      'No heading.',
      asks('iron'),
      END,
    ]);
    expect(tools.notes).toHaveLength(1);
    expect(draft.trace[1]).toEqual({ step: 'searched', query: 'urate', found: [] });
    const text = calls[3]!.messages.at(-1)!.content;
    expect(text).toContain('<|begin_search_result|>No helpful information found.<|end_search_result|>');
    expect(text).toContain('The limit of searches is reached');
  });

  it('in the last turn is not searched, and the text counts as unanswered', async () => {
    const says = [asks('urate'), digest('x'), asks('iron', 'Hm ')];
    for (const reasoning of ['think-tag', 'none', 'auto', 'final-response'] as ReasoningStyle[]) {
      const { searched, draft } = await searchedIn(says, { turns: 2, reasoning });
      expect(searched).toEqual(['urate']);
      expect(answerOf(draft.texts[0]!, reasoning)?.trim() || undefined).toBeUndefined();
    }
    const { draft } = await searchedIn(says, { turns: 2 });
    expect(draft.texts[0]).toContain(q('iron'));
  });
});
