import { expect, it } from 'vitest';
import { conversation, promptText } from './conversation.js';

const system = (text: string) => ({ text, source: 'test', hash: '' });

it('a conversation begins with what the model is', () => {
  expect(conversation(system('Be kind.'), 'Who?')).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Who?' },
  ]);
});

it('an empty system message is not sent at all', () => {
  expect(conversation(system(''), 'Who?')).toEqual([{ role: 'user', content: 'Who?' }]);
});

it('a conversation is shown with every character of it, trailing spaces too', () => {
  const messages = [
    ...conversation(system('Be kind.'), 'Post: a\nb\nPassage: '),
    { role: 'assistant', content: 'Well' } as const,
  ];
  expect(promptText(messages)).toBe(
    '=== system ===\nBe kind.\n\n=== user ===\nPost: a\nb\nPassage: \n\n=== assistant ===\nWell\n',
  );
});
