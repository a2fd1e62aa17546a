import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { ModelLabel, ReviewItem } from '../../src/experiment/record/index.js';
import { REVIEW_AS, type ReviewSession } from '../../src/web/page-data/index.js';
import { temporaryFolder } from './command.js';

/** An item whose texts say which it is. */
export const reviewItem = (id: string, more: Partial<ReviewItem> = {}): ReviewItem => ({
  id,
  step: 'judge',
  texts: [
    { label: 'Query', text: `Query of ${id}: a man with a cough` },
    { label: 'Document', text: `Document of ${id} about lungs` },
  ],
  questions: [
    {
      name: 'relevance',
      text: 'Does the document support the answer?',
      choices: [
        { value: 'no', label: 'No' },
        { value: 'partly', label: 'Partly' },
        { value: 'yes', label: 'Yes' },
      ],
      ordered: true,
      reason: 'optional',
    },
  ],
  ...more,
});

/** A folder with items to review. */
export const reviewFolder = (
  items: readonly ReviewItem[] | number = 4,
  labels: readonly ModelLabel[] = [],
): string => {
  const folder = temporaryFolder();
  const all =
    typeof items === 'number' ? Array.from({ length: items }, (_, i) => reviewItem(`item-${i + 1}`)) : items;
  const write = (name: string, rows: readonly object[]): void =>
    writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  write('items.jsonl', all);
  if (labels.length > 0) write('labels.jsonl', labels);
  return folder;
};

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body, where it is JSON. */
  readonly json: unknown;
}

/** A request as its bytes go over the wire; `fetch` would tidy paths and refuse headers. */
export const ask = (
  address: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(address);
    const asked = request({ hostname, port, path, method, headers: { host, ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (bytes: Buffer) => parts.push(bytes));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const isJson = response.headers['content-type']?.startsWith('application/json');
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          text,
          json: isJson ? JSON.parse(text) : undefined,
        });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });

/** Somebody's browser. */
export interface ReviewBrowser {
  readonly session: ReviewSession;
  readonly cookie: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** Opens a link as the page does. */
export const signIn = async (address: string, token: string): Promise<ReviewBrowser> => {
  const origin = new URL(address).origin;
  const sent = { origin, 'content-type': 'application/json' };
  const answer = await ask(address, '/api/session', {
    method: 'POST',
    headers: sent,
    body: JSON.stringify({ token }),
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  const session = answer.json as ReviewSession;
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0]!;
  const own = { cookie, [REVIEW_AS]: session.name };
  return {
    session,
    cookie,
    get: (path, headers = {}) => ask(address, path, { headers: { ...own, ...headers } }),
    post: (path, body, headers = {}) =>
      ask(address, path, {
        method: 'POST',
        headers: { ...sent, ...own, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
};
