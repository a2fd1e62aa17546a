import { setTimeout as wait } from 'node:timers/promises';

const ATTEMPTS = 3;

/** A request was answered, and the answer is no. */
export class Refused extends Error {
  constructor(status, address) {
    super(`${address} answered ${status}`);
    this.status = status;
  }
}

/** JSON from an API. What may pass by itself is asked again: no answer, errors of the server, limits of requests. */
export const request = async (address, { method = 'GET', headers = {}, body } = {}) => {
  const init = {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  };
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(address, init).catch((error) => error);
    if (response instanceof Error) {
      if (attempt === ATTEMPTS)
        throw new Error(`${new URL(address).host}: ${response.cause?.message ?? response.message}`);
    } else {
      if (response.ok) return response;
      await response.body?.cancel();
      const after = response.headers.get('retry-after');
      // GitHub answers 403 to too many requests as well, and then says when to come again.
      const passes =
        response.status >= 500 || response.status === 429 || (response.status === 403 && after !== null);
      if (!passes || attempt === ATTEMPTS) throw new Refused(response.status, new URL(address).pathname);
      await wait(1000 * Math.min(after === null ? 2 ** attempt : Number(after) || 0, 60));
    }
  }
};

/** All items of a list that comes in pages of 100; `itemsIn` takes them out of an answer. */
export const pages = async function* (address, options, itemsIn = (answer) => answer) {
  for (let page = 1; ; page++) {
    const url = new URL(address);
    url.searchParams.set('per_page', '100');
    url.searchParams.set('page', String(page));
    const items = itemsIn(await (await request(url.href, options)).json());
    yield* items;
    if (items.length < 100) return;
  }
};
