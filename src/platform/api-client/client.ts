import { setMaxListeners } from 'node:events';
import { InputError, WorkError } from '../../core/index.js';
import type { Clock } from './clock.js';
import { balanceLine, type Endpoints, endpoints as shareLoad } from './endpoints.js';
import { type Connection, connect, type Reach } from './exchange.js';
import { type ClientWords, newMemory, type Standing } from './given-up.js';
import { type Meter, meter, type UnitPrices } from './meter.js';
import type { Home } from './resolve-endpoint.js';
import { type BatchApi, batchApiAt, noBatchApi } from './services.js';
import type { Budget } from './spending.js';

/** A model or search system behind HTTP: its endpoints, its budget, and what is remembered from request to request. */
export interface Client extends Standing {
  readonly connection: Connection;
  /** What a request costs of the usual price, where requests go in batches. */
  readonly priceShare?: number;
  readonly addresses: readonly string[];
  readonly clock: Clock;
  /** Requests in flight, over all endpoints. */
  readonly concurrency: number;
  readonly endpoints: Endpoints;
  readonly meter: Meter;
  /** It has a price, or a key goes with requests: what it answers costs money. */
  readonly paid: boolean;
  /** Aborted by the caller, or when the client is closed. */
  until(signal: AbortSignal): AbortSignal;
  close(): Promise<void>;
}

interface ClientSettings extends Reach {
  readonly concurrency?: number | undefined;
  readonly budget?: Budget | undefined;
}

interface ClientOptions {
  readonly words: ClientWords;
  readonly prices?: UnitPrices | undefined;
  readonly priceFix?: string;
  readonly concurrencyPerEndpoint?: number;
}

/** Requests that wait for batches. Each that is paid for holds a file open, so that no other process asks the same. */
const BATCHED_AT_ONCE = 10_000;

const mustHaveBatchApi = ({ home }: Home, who: string): BatchApi => {
  const api = batchApiAt(home);
  if (api) return api;
  throw noBatchApi(who, home);
};

const scaled = (prices: UnitPrices | undefined, share: number): UnitPrices | undefined =>
  prices && {
    usdPerMillionIn: (prices.usdPerMillionIn ?? 0) * share,
    usdPerMillionOut: (prices.usdPerMillionOut ?? 0) * share,
  };

/** What the free tier of the smallest service allows (Jina: 5), and enough to keep one server busy. */
const CONCURRENCY_PER_ENDPOINT = 4;

/** Nothing is sent yet. */
export const openClient = async (
  home: Home,
  settings: ClientSettings,
  { words, prices, priceFix, concurrencyPerEndpoint = CONCURRENCY_PER_ENDPOINT }: ClientOptions,
): Promise<Client> => {
  const { budget, timeoutMs } = settings;
  checkFromOne({ concurrency: settings.concurrency, timeoutMs });
  const resume = words.resume ?? `texts already ${words.done} are cached and not sent again`;
  const memory = newMemory();
  const { batchItems } = settings;
  const api = batchItems && mustHaveBatchApi(home, words.who);
  const counting = meter({ budget, prices: api ? scaled(prices, api.priceShare) : prices, resume, priceFix });
  const live = await connect(home, settings);
  const note = (line: string): void => memory.note?.(line);
  const batch =
    api &&
    (await (await import('./batch/open-batches.js')).openBatches(api, batchItems, live, { ...words, note }));
  const connection = batch ? { ...live, batch } : live;
  const { addresses, clock } = connection;
  const usual = api ? Math.min(api.requests, BATCHED_AT_ONCE) : concurrencyPerEndpoint * addresses.length;
  const concurrency = settings.concurrency ?? usual;
  const shared = shareLoad(addresses, concurrency, clock);
  const closed = new AbortController();
  // Every request listens to it; the default would warn of a leak from the eleventh on.
  setMaxListeners(0, closed.signal);
  return {
    connection,
    ...(api && { priceShare: api.priceShare }),
    addresses,
    clock,
    concurrency,
    endpoints: shared,
    meter: counting,
    paid: prices !== undefined || (connection.key !== undefined && addresses.some(connection.trusts)),
    memory,
    words: { ...words, resume },
    until: (signal) => {
      const either = AbortSignal.any([signal, closed.signal]);
      setMaxListeners(0, either);
      return either;
    },
    close: async () => {
      const line = closed.signal.aborted ? undefined : balanceLine(shared.balance());
      if (line) memory.note?.(`${words.who}: ${line}`);
      closed.abort(new WorkError(`${words.who} was closed`));
      await batch?.close();
      await connection.http.close();
    },
  };
};

/** A limit of 0 would stop everything without a word. */
export const checkFromOne = (given: Readonly<Record<string, number | undefined>>): void => {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !(value >= 1))
      throw new InputError({
        found: `${name} ${value}`,
        expected: 'a number from 1 on',
        fix: `write a number from 1 on for ${name}`,
      });
};
