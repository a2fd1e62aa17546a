import { join } from 'node:path';
import { startChatServer } from './chat-server.js';
import { r2med, temporaryFolder } from './command.js';

const part = (prompt: string, name: string): string =>
  prompt.split(`<${name}>\n`)[1]?.split(`\n</${name}>`)[0] ?? '';

/**
 * Answers of `r2med answer` to the queries of a task of the sample suite, in a folder. The model answers with all that it was shown. The judge looks for
 * the words of the reference in it, and does not plainly answer for one query.
 */
export const answeredSample = async (
  results: string,
  task: string,
  ...more: readonly string[]
): Promise<string> => {
  const [reader, judge] = [await startChatServer(), await startChatServer()];
  try {
    reader.answer((messages) => {
      const prompt = messages.at(-1)!.content;
      const shown = part(prompt, 'documents');
      // Not one text for all queries, which would be no answer to any of them.
      return `Answer: ${shown || `I do not know: ${part(prompt, 'question').length} letters say too little.`}`;
    });
    let asked = 0;
    judge.answer((messages) => {
      asked += 1;
      const prompt = messages.at(-1)!.content;
      const right = part(prompt, 'response').toLowerCase().includes(part(prompt, 'reference').toLowerCase());
      return `- Model answer: x\n- Correctness: ${asked === 1 ? 'perhaps' : right ? 'True' : 'False'}\n- Explanation: words were compared`;
    });
    const out = join(temporaryFolder(), 'answers');
    const { code, stderr } = await r2med([
      ...['answer', '--suite', 'sample', '--task', task, '--results', results, '--out', out, '--quiet'],
      ...[
        '--llm',
        `served:${reader.origin}/v1#reader`,
        '--judge',
        `served:${judge.origin}/v1#stern`,
        ...more,
      ],
    ]);
    if (code !== 0) throw new Error(stderr);
    return out;
  } finally {
    await Promise.all([reader.close(), judge.close()]);
  }
};
