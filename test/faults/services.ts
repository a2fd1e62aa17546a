import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server of models that costs money: it counts what it is asked, and always says the same to the same. */
export interface PaidServer {
  readonly origin: string;
  /** Texts that were paid for since this was last asked, each as often as it was paid for. */
  paid(): readonly string[];
  close(): Promise<void>;
}

export const startPaidServer = async (): Promise<PaidServer> => {
  const paid: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const answer = answerTo(request.url ?? '', body === '' ? {} : JSON.parse(body), paid);
    sendJson(response, answer === undefined ? 404 : 200, answer ?? { detail: 'Not Found' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paid: () => paid.splice(0),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

interface Body {
  readonly messages?: readonly { readonly content: string }[];
  readonly input?: string | readonly string[];
  readonly query?: string;
  readonly documents?: readonly string[];
}

const answerTo = (url: string, body: Body, paid: string[]): unknown => {
  if (url.endsWith('/models')) return { data: [{ id: 'tiny', object: 'model' }] };
  if (url.endsWith('/chat/completions')) return chat(body, paid);
  if (url.endsWith('/embeddings')) return embeddings(body, paid);
  if (url.endsWith('/rerank')) return reranked(body, paid);
  return undefined;
};

const chat = ({ messages = [] }: Body, paid: string[]) => {
  const prompt = messages.at(-1)?.content ?? '';
  if (prompt !== '') paid.push(prompt);
  const message = { role: 'assistant', content: said(prompt) };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  return { model: 'tiny', choices, usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 } };
};

/** Words that the step, judge or method can read. */
const said = (prompt: string): string => {
  const [, name = 'gout'] = /<answer>\n(.*)\n<\/answer>/.exec(prompt) ?? [];
  const [, question = ''] = /<question>\n([\s\S]*?)\n<\/question>/.exec(prompt) ?? [];
  if (prompt.startsWith('You sort'))
    return '- Reason: so\n- Class: diagnosis / disease\n- Body system: Other / NA';
  if (prompt.startsWith('You check')) return '- Reason: so\n- Label: pass';
  if (prompt.startsWith('You turn'))
    return `- Reason: so\n- Open-ended Question: ${question.replace('Which of the following', 'What')}`;
  if (prompt.includes('Correctness')) return '- Model answer: gout\n- Correctness: True\n- Explanation: so';
  if (prompt.includes('<documents>')) return 'Answer: gout\nThe document says so [1].';
  return `1. Look.\n2. Think of ${prompt.length} letters.\nFinal Answer: ${name}`;
};

const hashOf = (words: string): number =>
  [...words].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 99_991, 7);

const embeddings = ({ input = [] }: Body, paid: string[]) => {
  const texts = typeof input === 'string' ? [input] : input;
  paid.push(...texts);
  const data = texts.map((each, index) => ({
    index,
    embedding: [1, 2, 3, 5].map((factor) => ((hashOf(each) * factor) % 101) / 101),
  }));
  return { model: 'tiny', data, usage: { prompt_tokens: texts.length, total_tokens: texts.length } };
};

const reranked = ({ query = '', documents = [] }: Body, paid: string[]) => {
  paid.push(...documents.map((each) => `${query}\n${each}`));
  const results = documents.map((each, index) => ({
    index,
    relevance_score: (hashOf(query + each) % 1000) / 1000,
  }));
  return { model: 'tiny', results, usage: { total_tokens: documents.length } };
};

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  // A connection that stays open would be shared by processes that were forked.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(body));
};
